"""Builds as earlier versions left them."""

import json
import shutil
import sqlite3
from pathlib import Path

from index.manifest import Manifest, fingerprint
from index.published import IndexFolder
from index.search_files import SEAL


def without_digests(out: Path, *, is_sealed: bool = True) -> str:
    """Make the build in use one from before pages had digests, or seals; returns its name."""
    folder = IndexFolder(out)
    build = folder.build(folder.current())
    content = json.loads((build / "manifest.json").read_text())
    del content["digest"]
    for document in content["documents"]:
        for page in document["pages"]:
            del page["layer_digest"], page["ocr_digest"]
    documents = [
        (
            entry["document"],
            entry["sha256"],
            [i for i, page in enumerate(entry["pages"], 1) if page["failure"]],
        )
        for entry in content["documents"]
    ]
    versions = Manifest.model_validate(content).versions
    name = content["fingerprint"] = fingerprint(documents, content["ocr"], versions)
    (build / "manifest.json").write_text(json.dumps(content))
    if not is_sealed:
        (build / SEAL).unlink()
    shutil.move(build, folder.build(name))
    folder.switch_to(name)
    connection = sqlite3.connect(folder.page_store)  # from the past
    connection.execute("DROP TABLE row_digests")
    connection.execute("DROP TABLE file_hashes")
    connection.execute("CREATE TABLE file_hashes(path, size, mtime_ns, sha256)")
    connection.execute("PRAGMA user_version = 2")
    connection.commit()
    connection.close()
    return name
