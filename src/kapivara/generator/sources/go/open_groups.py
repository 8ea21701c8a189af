"""Adds missing semicolons to groups of constants and variables that close on their last line: `const ( A = 1 )`.

Go requires no semicolon there, but tree-sitter's grammar does; such a file is parsed again with the semicolon.
"""

from __future__ import annotations

from kapivara.values.lazy_pattern import lazy_pattern

_TOKENS = lazy_pattern(
    r"(?P<aside>//[^\n]*|/\*(?:[\s\S]*?\*/|[\s\S]*+))"
    r'|"(?:\\.|[^"\\\n])*"|`[^`]*`|'
    r"'(?:\\.|[^'\\\n])*'"
    r"|\b(?:const|var)\s*(?P<group>\()|\w+|\S|\n"
)


def with_semicolons(text: str) -> str | None:
    """Returns the text of a file with the missing semicolons; None where none is missing."""
    parts: list[str] = []
    groups: list[bool] = []  # for each open parenthesis, whether it opens a group
    last, done = "\n", 0
    for found in _TOKENS.finditer(text):
        sign = found[0]
        if found["aside"]:
            last = "\n" if "\n" in sign else last
            continue
        if found["group"] or sign == "(":
            groups.append(bool(found["group"]))
            sign = "("
        elif sign == ")" and groups and groups.pop() and last not in ("\n", ";", "("):
            parts.append(text[done : found.start()])
            done = found.start()
        last = sign
    return ";".join((*parts, text[done:])) if parts else None
