"""The defaults of fields, as comments give them: `+default=<json>`, or `+k8s:default=<json>` as KEP-5073 writes it."""

from __future__ import annotations

from typing import Any

from kapivara.codec import DecodeError, decode_json
from kapivara.generator.model import CommentLine, Comments
from kapivara.generator.tags import grammar
from kapivara.generator.tags.presence import DEFAULT_TAGS


class DefaultError(Exception):
    """A default that cannot be understood."""


def default_lines(comments: Comments) -> list[tuple[str, CommentLine]]:
    """Finds the lines that set a default, each with the name of its tag."""
    return [(name, line) for name, line in grammar.tag_lines(comments) if name in DEFAULT_TAGS]


def is_reference(text: str) -> bool:
    """Tells whether a default names a constant instead of a value."""
    return text.startswith("ref(")


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
