"""Adds pages outside docs/ to the site: the README as its start, the changelog and CONTRIBUTING. A hook of mkdocs.

In the repository, links between docs/ and these pages lead up and down; on the site, all pages lie in one folder. Files
that are no pages (examples, the licence) are named without a link.
"""

from __future__ import annotations

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent
PAGES = {"README.md": "index.md", "CHANGELOG.md": "CHANGELOG.md", "CONTRIBUTING.md": "CONTRIBUTING.md"}
"""The pages outside docs/, with their names on the site."""

_LINK = re.compile(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?!https?:|#)([^)\s]+)\)")


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Adds the pages that lie outside docs/."""
    for source, page in PAGES.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text()))
    return files


def on_page_markdown(markdown: str, **_: object) -> str:
    """Adapts links to the site; leaves code unchanged."""
    parts = re.split(r"(^```.*?^```$|`[^`\n]+`)", markdown, flags=re.S | re.M)
    return "".join(part if part.startswith("`") else _LINK.sub(_on_site, part) for part in parts)


def _on_site(link: re.Match[str]) -> str:
    text, target = link[1], link[2]
    path, hash_, anchor = target.partition("#")
    name = path.removeprefix("../").removeprefix("docs/")
    if path.startswith(("../", "docs/")) or path in PAGES:
        name = PAGES.get(name, name)
    is_page = "/" not in name and ((ROOT / "docs" / name).exists() or name in PAGES.values())
    return f"[{text}]({name}{hash_}{anchor})" if is_page else text
