"""Commands on full exports, and files changed as an editor would."""

from __future__ import annotations

import json

from annotation import authoring


def rewritten(path, change):
    """Change the rows of a file, as an editor would."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    change(rows)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def item_ids(database):
    return [one.item.item_id for one in authoring.items_in(database, "pilot")]
