"""Patches as request bodies, applied either by their values or by their spelling.

Values suffice for nearly all. The spelling matters for `test` operations, for duplicate fields, and for rejected
results, which the server quotes completely. Upstream: apiserver/pkg/endpoints/handlers/patch.go applyJSPatch (1.37).
"""

from __future__ import annotations

from typing import Protocol

from kapivara.codec import Decoded
from kapivara.codec.json.plain.source import lazy_source, read_source
from kapivara.patch.errors import PatchDecodeError
from kapivara.patch.json.json_patch import apply_json_patch
from kapivara.patch.json.json_patch_document import JsonPatch, read_json_patch
from kapivara.patch.json.merge_patch import apply_merge_patch, check_merge_patch
from kapivara.values import JsonObject, JsonValue
from kapivara.values.record import record


@record(eq=False)
class PatchText:
    """The text of a patch. `strict` is False if field validation is Ignore.

    `approximate` is True if a number is out of the range of floats: its value is infinite, and only the text has it. If
    the server reads that number, `fault` is its error, which is raised once there is an object to patch.
    """

    decoded: Decoded
    text: bytes
    strict: bool
    approximate: bool = False
    fault: str = ""


class ReadPatch(Protocol):
    """A decoded patch that can be applied several times; both ways raise PatchError."""

    @property
    def strict_errors(self) -> tuple[str, ...]:
        """The strict errors of the patch itself."""
        ...

    @property
    def needs_spelling(self) -> bool:
        """Whether the values alone do not determine the result."""
        ...

    def apply(self, target: JsonObject) -> JsonValue:
        """Returns the patched document, by values."""
        ...

    def apply_spelled(self, target: JsonObject) -> JsonValue:
        """Returns the patched document, by spelling."""
        ...


class JsonPatchBody:
    """A JSON patch."""

    def __init__(self, sent: PatchText):
        self._sent = sent
        self._patch: JsonPatch | None = None

    @property
    def strict_errors(self) -> tuple[str, ...]:
        """The strict errors of the patch itself."""
        return self._read().strict_errors

    @property
    def needs_spelling(self) -> bool:
        """Whether an operation compares values, or a value has a duplicate field."""
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
        """Returns the patched document, by values."""
        return apply_json_patch(target, self._read().operations)

    def apply_spelled(self, target: JsonObject) -> JsonValue:
        """Returns the patched document, by spelling."""
        text = self._sent.text
        source = read_source(text) if self._sent.decoded.duplicates else lazy_source(text)  # else it is not plain
        return apply_json_patch(target, self._read().spelled(source))


class MergePatchBody:
    """A JSON merge patch."""

    def __init__(self, sent: PatchText):
        self._sent = sent

    @property
    def strict_errors(self) -> tuple[str, ...]:
        """The strict errors of the patch itself."""
        return tuple(self._sent.decoded.strict_errors) if self._sent.strict else ()

    @property
    def needs_spelling(self) -> bool:
        """Whether a field is a duplicate."""
        return self._sent.approximate or bool(self._sent.decoded.duplicates)

    def apply(self, target: JsonObject) -> JsonValue:
        """Returns the patched document, by values."""
        self._check()
        return apply_merge_patch(target, self._sent.decoded.value)

    def apply_spelled(self, target: JsonObject) -> JsonValue:
        """Returns the patched document, by spelling."""
        self._check()
        return apply_merge_patch(target, read_source(self._sent.text))

    def _check(self) -> None:
        try:
            check_merge_patch(self._sent.decoded.value, strict=self._sent.strict)
        except PatchDecodeError as error:
            raise _prefixed(error, self._sent.strict) from None


def _prefixed(error: PatchDecodeError, strict: bool) -> PatchDecodeError:
    """Returns an error with the server's prefix; kept: only the strict decoder adds one."""
    prefix = "error decoding patch: " if strict and error.message.startswith("json:") else ""
    return PatchDecodeError(prefix + error.message)
