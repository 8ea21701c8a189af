"""`python -m bench.repository FOLDER [DOCUMENTS]`: writes the repository, and prints the errors in it."""

from __future__ import annotations

import sys
from pathlib import Path

from bench.repository.made_mistakes import BROKEN, INVALID
from bench.repository.making import DOCUMENTS, make_tree


def main(folder: str, documents: str = str(DOCUMENTS)) -> None:
    """Writes a repository with this many documents to a folder."""
    tree = make_tree((*INVALID, *BROKEN), int(documents))
    tree.write(Path(folder))
    for each in sorted(tree.expected, key=lambda one: (one.source, one.line)):
        print(f"{each.source}:{each.line} {each.says}")


if __name__ == "__main__":
    main(*sys.argv[1:])
