"""What an index was like before a build: its newest manifest, or what can still be read of it."""

from __future__ import annotations

from typing import NamedTuple, get_args

from db.errors import IndexMissing, InvalidInput
from index.manifest import Manifest, NewerManifest, manifest_as_it_is, manifest_bytes
from index.published import IndexFolder
from index.search.interface import EngineName, Profile

_PROFILES: tuple[Profile, ...] = get_args(Profile)
_ENGINES: tuple[EngineName, ...] = get_args(EngineName)


class Choices(NamedTuple):
    """How an index answers queries; None where nobody knows, as before its first build."""

    profile: Profile | None
    engine: EngineName | None


def manifest_before(index: IndexFolder) -> Manifest | None:
    """Of the build in use; of the newest one if the pointer or that build's manifest cannot be read.

    Whole or not: it only says what the index was like.

    Raises:
        NewerManifest: the build in use is of a newer version, which this one must not write over.
    """
    current = index.current()
    for names in ([current] if current else [], index.whole_builds()):
        manifests = []
        for name in names:
            try:
                manifests.append(manifest_as_it_is(index.build(name)).manifest)
            except NewerManifest:
                if name == current:
                    raise
            except IndexMissing:
                continue
        if manifests:
            return max(manifests, key=lambda manifest: manifest.built_at_ms)
    return None


def choices_before(index: IndexFolder, before: Manifest | None) -> Choices:
    """Those of the manifest, or those that can still be read in what is left of one."""
    if before is not None:
        return Choices(before.profile, before.versions.engine)
    for name in index.whole_builds():
        try:
            content = manifest_bytes(index.build(name))
        except IndexMissing:
            continue
        profile = next((one for one in _PROFILES if f'"profile":"{one}"'.encode() in content), None)
        if profile is not None:
            engine = next((one for one in _ENGINES if f'"engine":"{one}"'.encode() in content), None)
            return Choices(profile, engine)
    return Choices(None, None)


def require_profile(index: IndexFolder, kept: Choices, asked: Profile | None) -> None:
    """Have somebody say the profile of an index that has builds and none that tells it.

    Raises InvalidInput: it must not change because a file was damaged.
    """
    if asked is None and kept.profile is None and index.whole_builds():
        raise InvalidInput(
            f"The manifests of index {index.folder.name!r} are damaged, so nobody can tell its search "
            "profile: build it with `--profile exact` or `--profile madqa`, whichever it had."
        )
