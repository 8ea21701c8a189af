"""What strict YAML says of keys that a mapping has twice.

Upstream: go.yaml.in/yaml/v2 decode.go setMap (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from kapivara.codec.decoded import MAX_BODY_BYTES, MAX_STRICT_ERRORS, Decoded
from kapivara.codec.yaml_keys import Key, go_syntax
from kapivara.values.json_value import JsonValue

MAX_TEXT = 4 * MAX_BODY_BYTES
"""How many characters of a document may be said again, by aliases and by complaints."""

Told: TypeAlias = dict[tuple[Key, bool], str]
"""How the keys are shown that were told already of one mapping, each with whether a merge key brought it in."""


class DuplicateKeys:
    """The complaints about one document, of a text that so many lines stand before.

    The keys are those that are written twice, and those that a merge key brings in beside one that is written.
    `text` counts the characters that have been repeated.
    """

    def __init__(self, lines_before: int):
        self._lines_before = lines_before
        self._errors: list[str] = []
        self._paths: dict[str, None] = {}
        self._written: dict[str, None] = {}
        self._merged: dict[str, None] = {}
        self.text = 0

    def note(self, key: Key, line: int, path: Sequence[str], told: Told, *, merged: bool = False) -> None:
        """Notes a key, with the line of its value, from 0, and the steps to it.

        The path is joined once for each mapping, and no text may grow without end.
        """
        shown = told.get((key, merged)) or go_syntax(key if isinstance(key, str) else key[1])
        self.text += len(shown)
        if self.text > MAX_TEXT:
            return
        self._errors.append(f"line {self._lines_before + line + 1}: key {shown} already set in map")
        noted = self._merged if merged else self._written
        if (key, merged) not in told and len(noted) < MAX_STRICT_ERRORS:
            told[key, merged] = shown
            dotted = "".join(path).removeprefix(".")
            noted[dotted] = self._paths[dotted] = None

    def decoded(self, value: JsonValue) -> Decoded:
        """Returns the value of the document with what was noted."""
        overridden = tuple(path for path in self._merged if path not in self._written)
        return Decoded(value, tuple(self._paths), tuple(self._errors), overridden)
