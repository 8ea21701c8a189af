"""Packages that only some commands need: the extra that installs each, and the message about a missing one."""

from __future__ import annotations

from typing import Final

EXTRAS: Final = {
    "cryptography": "server",
    "greenlet": "etcd",
    "hpack": "etcd",
    "prometheus_client": "server",
    "tree_sitter": "gen",
    "tree_sitter_go": "gen",
}
"""The extra that installs a package, by its import name."""


def how_to_install(error: ModuleNotFoundError) -> str:
    """Returns a message about a missing package and its extra; empty if no extra installs it."""
    package = (error.name or "").partition(".")[0]
    if package not in EXTRAS:
        return ""
    return f"the package {package}, which `pip install 'kapivara[{EXTRAS[package]}]'` brings"


def require_extra(extra: str) -> None:
    """Raises ModuleNotFoundError if a package of an extra is missing."""
    from importlib.util import find_spec

    for package, name in EXTRAS.items():
        if name == extra and find_spec(package) is None:
            raise ModuleNotFoundError(f"No module named {package!r}", name=package)
