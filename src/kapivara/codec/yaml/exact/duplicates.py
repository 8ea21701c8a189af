"""Collects the strict YAML errors for duplicate keys of a mapping.

Upstream: go.yaml.in/yaml/v2 decode.go setMap (1.37).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from kapivara.codec.decoded import MAX_BODY_BYTES, MAX_STRICT_ERRORS, Decoded
from kapivara.codec.yaml.exact.keys import Key, go_syntax
from kapivara.values.json_value import JsonValue

MAX_TEXT = 4 * MAX_BODY_BYTES
"""The maximum number of characters that aliases and errors of a document may repeat."""

Told: TypeAlias = dict[tuple[Key, bool], str]
"""The printed form of the keys of one mapping that are recorded already; True marks keys from a merge key."""


class DuplicateKeys:
    """The errors of one document, with `lines_before` lines of the text before it.

    Duplicates are keys written twice, and keys that a merge key adds to a written one. `text` counts the repeated
    characters.
    """

    def __init__(self, lines_before: int):
        self._lines_before = lines_before
        self._errors: list[str] = []
        self._paths: dict[str, None] = {}
        self._written: dict[str, None] = {}
        self._merged: dict[str, None] = {}
        self.text = 0

    def note(self, key: Key, line: int, path: Sequence[str], told: Told, *, merged: bool = False) -> None:
        """Records a key with the line of its value, from 0, and the steps to it.

        Joins a path once per mapping; the total size of all texts is limited.
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
        """Returns the value of the document with the recorded duplicates."""
        overridden = tuple(path for path in self._merged if path not in self._written)
        return Decoded(value, tuple(self._paths), tuple(self._errors), overridden)
