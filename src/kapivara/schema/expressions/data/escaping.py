"""Escapes field names that are not CEL identifiers: `a-b` becomes `a__dash__b`, `namespace` becomes `__namespace__`.

Upstream: apiserver/pkg/cel/escaping.go (1.37).
"""

from __future__ import annotations

import re
from typing import Final

from kapivara.values.lazy_pattern import lazy_pattern

RESERVED: Final = frozenset(
    (
        "true", "false", "null", "in", "as", "break", "const", "continue", "else", "for", "function", "if", "import",
        "let", "loop", "package", "namespace", "return", "var", "void", "while",
    )
)  # fmt: skip
"""Words that cannot be identifiers."""

_PLAIN = lazy_pattern(r"[A-Za-z0-9_./-]+")
_UNUSUAL = lazy_pattern(r"__|[./-]")
_ESCAPED = lazy_pattern(r"__([^_]+)__")
_WORDS: Final = {"__": "underscores", ".": "dot", "-": "dash", "/": "slash"}
_SIGNS: Final = {word: sign for sign, word in _WORDS.items()}


def escape(name: str) -> str | None:
    """Returns the escaped name of a field; None if it cannot be escaped."""
    if not name or "0" <= name[0] <= "9":
        return None
    if name in RESERVED:
        return f"__{name}__"
    if name.isidentifier() and name.isascii() and "__" not in name:
        return name
    if not _PLAIN.fullmatch(name):
        return None
    return _UNUSUAL.sub(lambda found: f"__{_WORDS[found[0]]}__", name)


def unescape(spelled: str) -> str | None:
    """Returns the field name of an escaped name; None if it is not valid."""
    if "__" not in spelled:
        return spelled
    failed = False

    def replacement(found: re.Match[str]) -> str:
        nonlocal failed
        word = found[1]
        if word in _SIGNS:
            return _SIGNS[word]
        failed = failed or word not in RESERVED or len(found[0]) != len(spelled)
        return word

    name = _ESCAPED.sub(replacement, spelled)
    return None if failed else name
