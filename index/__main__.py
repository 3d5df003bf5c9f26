"""`python -m index build|search|render|reread|check`: exit 0 done, 1 failed, 2 wrong usage."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, get_args

from db import os_trouble
from db.clock import SystemClock
from db.command_line import CommandParser, say, say_json, told, whole_number
from db.errors import AppError, InvalidInput
from db.home import index_folder
from db.wording import COMMAND, counted
from index import again
from index.build import BuildReport, BuildRequest, build_index
from index.check import check_index
from index.collection import open_index
from index.drawing import draw_once
from index.search.interface import EngineName, QueryProblem
from index.terminal import printed_check, printed_hits, printed_report

_MAX_K = 1000
_IMAGE_FORMATS: Mapping[str, Literal["jpeg", "png"]] = {".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Errors are one sentence on standard error."""
    options = _parser().parse_args(arguments)
    try:
        return told(lambda: int(options.run(options)))
    except KeyboardInterrupt:
        print("Stopped; what was read is kept, and the next build goes on from here.", file=sys.stderr)
        return 1


def _build(options: argparse.Namespace) -> int:
    request = BuildRequest(
        folder=Path(options.folder),
        out=index_folder(options.out),
        profile=options.profile,
        ocr=options.ocr,
        n_workers=options.workers,
        retries_failures=options.retry_failed,
        engine=options.engine,
    )
    report: BuildReport = build_index(request, SystemClock())
    if options.json:
        say_json(report.model_dump(mode="json"))
    else:
        say(printed_report(report))
    return 0


def _search(options: argparse.Namespace) -> int:
    index = open_index(options.index)
    try:
        result = index.search(options.query, options.k)
    except QueryProblem as problem:
        if options.json:
            say_json(_refused(options.query, problem, index.fingerprint))
        raise
    finally:
        index.close()
    if options.json:
        say_json({"refused": False, **result.model_dump(mode="json")})
    else:
        say(printed_hits(result))
    return 0


def _refused(text: str, problem: QueryProblem, fingerprint: str) -> dict[str, Any]:
    return {
        "refused": True,
        "query": text,
        "parsed": "",
        "total": 0,
        "hits": [],
        "took_ms": 0.0,
        "fingerprint": fingerprint,
        "message": problem.user_message,
    }


def _render(options: argparse.Namespace) -> int:
    out = Path(options.out)
    image_format = _IMAGE_FORMATS.get(out.suffix.lower())
    if image_format is None:
        raise InvalidInput(
            f"{out.name[:200]!r} cannot be written: a page is drawn as a .png, .jpg or .jpeg file only."
        )
    index = open_index(options.index, search_files="when asked")
    try:
        content = draw_once(index, options.document, options.page, options.dpi, image_format)
    finally:
        index.close()
    try:
        out.write_bytes(content)
    except OSError as error:
        raise AppError(os_trouble.cannot(repr(out.name[:200]), "written", error)) from error
    if options.json:
        say_json(
            {"document": options.document, "page": options.page, "out": options.out, "bytes": len(content)}
        )
    else:
        size = counted(len(content), "bytes")
        say(f"Page {options.page} of {options.document!r} is in {options.out!r} now ({size}).")
    return 0


def _reread(options: argparse.Namespace) -> int:
    index = open_index(options.index, search_files="when asked")
    try:
        result = again.read_again(index, options.document, options.page)
    finally:
        index.close()
    if options.json:
        say_json(result.model_dump(mode="json"))
    else:
        lines = [again.reread_sentence(result)]
        if result.changed:
            name = shlex.quote(options.index)
            command = f"{COMMAND} index build FOLDER --out {name}"
            lines.append(f"Searches find the new text after the next build: `{command}`.")
        say("\n".join([result.text, "", *lines]))
    return 0


def _check(options: argparse.Namespace) -> int:
    report = check_index(options.index, Path(options.folder))
    if options.json:
        say_json(report.model_dump(mode="json"))
    else:
        say(printed_check(report))
    return 0 if report.ok else 1


def _parser() -> argparse.ArgumentParser:
    parser = CommandParser(prog="python -m index", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)

    build = commands.add_parser("build", help="index the PDF files of a folder")
    build.add_argument("folder", metavar="FOLDER")
    build.add_argument("--out", required=True, metavar="INDEX", help="a name or a folder")
    build.add_argument("--profile", choices=("exact", "madqa"), help="that of the index; exact for a new one")
    build.add_argument(
        "--engine",
        choices=get_args(EngineName),
        help="what is to answer queries: that of the index; postings for a new one",
    )
    build.add_argument("--ocr", choices=("auto", "off", "force"), default="auto")
    build.add_argument("--workers", type=whole_number(1, 64), default=os.cpu_count() or 1, metavar="N")
    build.add_argument("--retry-failed", action="store_true", help="read again what failed before")
    build.set_defaults(run=_build)

    search = commands.add_parser("search", help="search an index")
    search.add_argument("index", metavar="INDEX")
    # An empty query is answered like any other that says nothing.
    search.add_argument("query", metavar="QUERY", type=str)
    search.add_argument("-k", type=whole_number(1, _MAX_K), default=5, metavar="K", help="number of hits")
    search.set_defaults(run=_search)

    render = commands.add_parser("render", help="draw a page")
    reread = commands.add_parser(
        "reread", help="read a page again with OCR; the next build takes the new text"
    )
    for command in (render, reread):
        command.add_argument("index", metavar="INDEX")
        command.add_argument("document", metavar="DOCUMENT")
        command.add_argument("page", metavar="PAGE", type=whole_number(1, 10**6))
    render.add_argument("--out", required=True, metavar="page.png", help=".png, .jpg or .jpeg")
    render.add_argument("--dpi", type=whole_number(10, 600), default=144, metavar="DPI")
    render.set_defaults(run=_render)
    reread.set_defaults(run=_reread)

    check = commands.add_parser("check", help="compare an index with its folder")
    check.add_argument("index", metavar="INDEX")
    check.add_argument("folder", metavar="FOLDER")
    check.set_defaults(run=_check)

    for command in (build, search, render, reread, check):
        command.add_argument("--json", action="store_true", help="print JSON on standard output")
    return parser


if __name__ == "__main__":
    sys.exit(main())
