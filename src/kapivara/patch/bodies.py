"""Patches as bodies of requests: read, and applied, either by their values or by how they are spelled.

Values are enough for nearly all. How a patch is spelled matters where a step compares, where a field is given twice,
and where what it makes is refused, for the server then quotes all of it.
Upstream: apiserver/pkg/endpoints/handlers/patch.go applyJSPatch (1.37).
"""

from __future__ import annotations

from typing import Protocol

from kapivara.codec import Decoded
from kapivara.codec.json_source import lazy_source, read_source
from kapivara.patch.errors import PatchDecodeError
from kapivara.patch.json_patch import apply_json_patch
from kapivara.patch.json_patch_document import JsonPatch, read_json_patch
from kapivara.patch.merge_patch import apply_merge_patch, check_merge_patch
from kapivara.values import JsonObject, JsonValue
from kapivara.values.record import record


@record(eq=False)
class PatchText:
    """A patch as it was sent. `strict` is off where field validation is Ignore.

    `approximate` tells that a number is beyond every float: it is infinite as a value, and only the text has it. Where
    the server reads that number, `fault` is what it says, once there is an object to patch.
    """

    decoded: Decoded
    text: bytes
    strict: bool
    approximate: bool = False
    fault: str = ""


class ReadPatch(Protocol):
    """A patch that can be applied, several times if need be; both ways raise PatchError."""

    @property
    def strict_errors(self) -> tuple[str, ...]:
        """What strict decoding has against the patch itself."""
        ...

    @property
    def needs_spelling(self) -> bool:
        """Whether its values alone do not tell what it makes."""
        ...

    def apply(self, target: JsonObject) -> JsonValue:
        """Returns the document that the patch makes, by its values."""
        ...

    def apply_spelled(self, target: JsonObject) -> JsonValue:
        """Returns the same document with everything as it is spelled."""
        ...


class JsonPatchBody:
    """A JSON patch."""

    def __init__(self, sent: PatchText):
        self._sent = sent
        self._patch: JsonPatch | None = None

    @property
    def strict_errors(self) -> tuple[str, ...]:
        """What strict decoding has against the patch itself."""
        return self._read().strict_errors

    @property
    def needs_spelling(self) -> bool:
        """Whether a step compares, or a value gives a field twice."""
        sent = self._sent
        return sent.approximate or bool(sent.decoded.duplicates) or self._read().compares

    def _read(self) -> JsonPatch:
        if self._patch is None:
            sent = self._sent
            try:
                self._patch = read_json_patch(sent.decoded, sent.text, strict=sent.strict)
            except PatchDecodeError as error:
                raise _prefixed(error, sent.strict) from None
        return self._patch

    def apply(self, target: JsonObject) -> JsonValue:
        """Returns the document that the patch makes, by its values."""
        return apply_json_patch(target, self._read().operations)

    def apply_spelled(self, target: JsonObject) -> JsonValue:
        """Returns the same document with everything as it is spelled."""
        text = self._sent.text
        source = read_source(text) if self._sent.decoded.duplicates else lazy_source(text)  # it could not be plain
        return apply_json_patch(target, self._read().spelled(source))


class MergePatchBody:
    """A JSON merge patch."""

    def __init__(self, sent: PatchText):
        self._sent = sent

    @property
    def strict_errors(self) -> tuple[str, ...]:
        """What strict decoding has against the patch itself."""
        return tuple(self._sent.decoded.strict_errors) if self._sent.strict else ()

    @property
    def needs_spelling(self) -> bool:
        """Whether a field is given twice."""
        return self._sent.approximate or bool(self._sent.decoded.duplicates)

    def apply(self, target: JsonObject) -> JsonValue:
        """Returns the document that the patch makes, by its values."""
        self._check()
        return apply_merge_patch(target, self._sent.decoded.value)

    def apply_spelled(self, target: JsonObject) -> JsonValue:
        """Returns the same document with everything as it is spelled."""
        self._check()
        return apply_merge_patch(target, read_source(self._sent.text))

    def _check(self) -> None:
        try:
            check_merge_patch(self._sent.decoded.value, strict=self._sent.strict)
        except PatchDecodeError as error:
            raise _prefixed(error, self._sent.strict) from None


def _prefixed(error: PatchDecodeError, strict: bool) -> PatchDecodeError:
    """Returns an error as the server words it; kept: only the strict reader says what it was doing."""
    prefix = "error decoding patch: " if strict and error.message.startswith("json:") else ""
    return PatchDecodeError(prefix + error.message)
