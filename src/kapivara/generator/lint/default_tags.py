"""The defaults of fields in comments: `+default=<json>`, or `+k8s:default=<json>` in KEP-5073."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from kapivara.codec import DecodeError, decode_json
from kapivara.generator.grammar import tag_reading as grammar
from kapivara.generator.model.symbol_reference import constant_named, read_reference
from kapivara.generator.model.types import CommentLine, Comments, Package, TypeName, Universe
from kapivara.generator.tags.fields.presence import DEFAULT_TAGS


class DefaultError(Exception):
    """A malformed default."""


def default_lines(comments: Comments) -> list[tuple[str, CommentLine]]:
    """Returns the lines that set a default, each with the name of its tag."""
    return [(name, line) for name, line in grammar.tag_lines(comments) if name in DEFAULT_TAGS]


class UnknownConstant(DefaultError):  # noqa: N818  a finding, not a failure
    """A constant with an unknown value; `is_sure` means that its package was read and has no such constant."""

    def __init__(self, name: TypeName, package: Package | None):
        super().__init__(f"undefined: {name}")
        names = [] if package is None else [each.name.name for each in package.constants]
        near = get_close_matches(name.name, names, 1)
        self.hint = f"did you mean {near[0]}?" if near else "name a constant of this package, or path/of/package.Name"
        self.is_sure = bool(names)


def value_of_default(text: str, package: str, universe: Universe) -> Any:
    """Returns the value of a default, JSON or the name of a constant; raises DefaultError and UnknownConstant."""
    name = read_reference(text.strip(), package)
    if name is None:
        return decode_default(text)
    constant = constant_named(text.strip(), package, universe)
    if constant is None:
        raise UnknownConstant(name, universe.packages.get(name.package))
    return constant.value


def read_default(line: CommentLine) -> str:
    """Returns the text of a default; raises DefaultError."""
    try:
        return grammar.parse(line.text, raw=True).value
    except grammar.GrammarError as error:
        raise DefaultError(str(error)) from None


def decode_default(text: str) -> Any:
    """Decodes a default; raises DefaultError."""
    try:
        return decode_json(text.encode("utf-8", "surrogatepass")).value
    except DecodeError as error:
        raise DefaultError(f"no JSON: {error.message}") from None
