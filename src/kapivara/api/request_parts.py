"""What calls of the façade make requests of: manifests that are decoded, options, and refusals before any request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from kapivara.codec import Decoded, DecodeError
from kapivara.codec.errors import TOO_DEEP, CannotError
from kapivara.meta import Status, bad_request_status, cannot_status
from kapivara.meta.identity import Identity
from kapivara.registry.body import decode_numbers
from kapivara.registry.outcome import Outcome
from kapivara.values import copy_json
from kapivara.values.rendering import quote
from kapivara.values.stack import deep_stack, is_too_deep

Manifest: TypeAlias = Mapping[str, Any] | bytes | str | Decoded
"""An object: as a dict, as JSON or YAML text, or decoded already by `kapivara.codec` (duplicate fields noted).

A dict that holds what JSON cannot say (NaN, a set, a key that is no text) is answered with 400, and the place; so is a
text of several documents.
"""

Query: TypeAlias = dict[str, list[str]]


def decode_manifest(manifest: Manifest, *, as_yaml: bool) -> Decoded:
    """Returns a manifest decoded, sharing nothing with what was given; raises DecodeError and CannotError.

    Text that looks like JSON is read as YAML all the same where the server does so, which takes less: no surrogates.
    """
    if isinstance(manifest, Decoded):
        if manifest.unshared:
            return manifest
        if is_too_deep(manifest.value):
            raise DecodeError(TOO_DEEP)
        with deep_stack():
            return Decoded(copy_json(manifest.value), manifest.duplicates, manifest.yaml_errors)
    if isinstance(manifest, (bytes, str)):
        data = manifest.encode("utf-8", "surrogatepass") if isinstance(manifest, str) else manifest
        if not as_yaml and data.lstrip()[:1] in (b"{", b"["):
            decoded, beyond = decode_numbers(data)
            return Decoded(decoded.value, decoded.duplicates, source=data, beyond=beyond)
        return _decode_yaml(data)
    from kapivara.codec.python_values import decode_value  # commands have texts

    return decode_value(manifest)


def _decode_yaml(data: bytes) -> Decoded:
    """Returns the one document of a text. The server would take the first of several, and say nothing."""
    from kapivara.codec import decode_yaml, read_documents

    if b"\n---" in data:
        count = sum(1 for _ in read_documents(data, ""))
        if count > 1:
            raise DecodeError(f"the text holds {count} documents: give one object at a time, or a file to `load`")
    return decode_yaml(data)


def query_of(**options: str) -> Query:
    """Returns options as a URL has them, without those that are empty."""
    return {name: [value] for name, value in options.items() if value}


def write_query(dry_run: bool, field_validation: str, field_manager: str) -> Query:
    """Returns the options that all writes share."""
    return query_of(dryRun="All" if dry_run else "", fieldValidation=field_validation, fieldManager=field_manager)


def undecodable(error: DecodeError | CannotError) -> Outcome:
    """Refuses what cannot be read."""
    is_ours = isinstance(error, CannotError)
    status = cannot_status(error.message) if is_ours else bad_request_status(error.message)
    return Outcome(status.code, status=status)


def unserved(api_version: str, kind: str) -> Outcome:
    """Says that a kind is not served, in the words of clients that look it up before they ask a server."""
    message = f"no matches for kind {quote(kind)} in version {quote(api_version)}"
    status = Status(404, "NotFound", message)
    return Outcome(status.code, status=status)


def unserved_object(given: Identity) -> Outcome:
    """Does the same for an object, which may not say at all what it is."""
    if not given.kind or not given.api_version:
        missing = "apiVersion" if given.kind else "kind"
        status = Status(404, "NotFound", f"the object does not say what it is: it has no {missing}")
        return Outcome(status.code, status=status)
    return unserved(given.api_version, given.kind)
