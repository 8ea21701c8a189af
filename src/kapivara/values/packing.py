"""JSON values kept small until they are asked for: as bytes, a tenth of what their lists, objects and texts take.

For whoever has thousands of values at hand, and looks at one at a time. Only memory: what is packed never leaves the
process.
"""

from __future__ import annotations

import marshal

from kapivara.values.copying import copy_json
from kapivara.values.json_value import JsonValue


class Packed:
    """A value that is made anew each time it is unpacked, so that whoever has it may change it."""

    __slots__ = ("_bytes", "_value")

    def __init__(self, value: JsonValue):
        self._value: JsonValue = None
        try:
            self._bytes = marshal.dumps(value)
        except ValueError:  # nested deeper than 2,000 levels
            self._bytes = b""
            self._value = value

    def unpack(self) -> JsonValue:
        """Returns the value, which shares nothing with what was packed."""
        return marshal.loads(self._bytes) if self._bytes else copy_json(self._value)  # noqa: S302  our own bytes
