"""A parsed tag. Upstream: gengo/v2/codetags/types.go."""

from __future__ import annotations

from enum import StrEnum

from kapivara.generator.model.types import Position
from kapivara.values.record import record
from kapivara.values.rendering import quote


class ValueType(StrEnum):
    """The kinds of payloads; arguments have only the first three. Words are identifiers separated by commas."""

    STRING = "string"
    INT = "int"
    BOOL = "bool"
    TAG = "tag"
    RAW = "raw"
    WORDS = "words"
    NONE = ""


@record
class Arg:
    """One argument; a positional one has an empty name. The value is the written one, without quotes."""

    name: str
    value: str
    type: ValueType

    def __str__(self) -> str:
        value = quote(self.value) if self.type is ValueType.STRING else self.value
        return f"{self.name}: {value}" if self.name else value


@record
class Tag:
    """One tag: `name(args)=value`, where the value may be another tag."""

    name: str
    args: tuple[Arg, ...] = ()
    value: str = ""
    value_type: ValueType = ValueType.NONE
    value_tag: Tag | None = None
    place: Position | None = None

    def positional(self) -> Arg | None:
        """Returns the positional argument, or None."""
        return self.args[0] if self.args and not self.args[0].name else None

    def named(self, name: str) -> Arg | None:
        """Returns a named argument, or None."""
        return next((each for each in self.args if each.name == name), None) if name else None

    def __str__(self) -> str:
        text = f"{self.name}({', '.join(map(str, self.args))})" if self.args else self.name
        if self.value_type is ValueType.TAG:
            return f"{text}=+{self.value_tag}"
        if self.value_type is ValueType.NONE:
            return text
        return f"{text}={quote(self.value) if self.value_type is ValueType.STRING else self.value}"
