"""Packages that only some commands need: which extra of kapivara brings them, and what to say where one is missing."""

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
"""The extra that brings a package, by the name that it is imported by."""


def how_to_install(error: ModuleNotFoundError) -> str:
    """Says which package is missing, and how to get it; empty where it is none that an extra brings."""
    package = (error.name or "").partition(".")[0]
    if package not in EXTRAS:
        return ""
    return f"the package {package}, which `pip install 'kapivara[{EXTRAS[package]}]'` brings"


def require_extra(extra: str) -> None:
    """Raises ModuleNotFoundError where a package is missing that an extra brings."""
    from importlib.util import find_spec

    for package, name in EXTRAS.items():
        if name == extra and find_spec(package) is None:
            raise ModuleNotFoundError(f"No module named {package!r}", name=package)
