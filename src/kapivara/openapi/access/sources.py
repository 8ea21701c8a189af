"""Sources of documents: files, folders, URLs, and the index of a server's documents.

`/openapi/v3` of a server lists a document for each group and version; only the documents of validated objects are
downloaded.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final
from urllib.parse import urljoin, urlsplit

from kapivara.codec import DecodeError, decode_json, decode_yaml
from kapivara.codec.errors import CannotError
from kapivara.files.reading import read_named
from kapivara.openapi.access.connection import OPEN, DocumentAccess
from kapivara.openapi.access.fetching import MOST_BYTES, fetch, is_url
from kapivara.openapi.document import Document
from kapivara.openapi.errors import DocumentError
from kapivara.openapi.validator import REQUEST_SECONDS, Validator
from kapivara.values import JsonObject

_INDEX: Final = "/openapi/v3"
_SUFFIXES: Final = (".json", ".yaml", ".yml")
_MOST_FILES: Final = 1_000


class DocumentSources:
    """The validators of documents from several sources; an indexed document is read with its first object, others at
    once.

    `access` has the credentials for the named servers.
    """

    def __init__(
        self, sources: Iterable[str], *, access: DocumentAccess = OPEN, request_timeout: float = REQUEST_SECONDS
    ):
        self._access = access
        self._seconds = request_timeout
        self._validators: list[Validator] = []
        self._indexed: dict[str, Callable[[], Validator]] = {}
        self._found: dict[tuple[str, str], Validator | None] = {}
        for source in sources:
            self._add(source)

    def find(self, api_version: str, kind: str) -> Validator | None:
        """Returns the validator of the first document with a kind; raises DocumentError."""
        key = api_version, kind
        if key not in self._found:
            self._found[key] = self._look_up(api_version, kind)
        return self._found[key]

    def _look_up(self, api_version: str, kind: str) -> Validator | None:
        for validator in self._validators:
            if validator.knows(api_version, kind):
                return validator
        ask = self._indexed.pop(api_version, None)
        if ask is None:
            return None
        self._validators.append(ask())
        return self._look_up(api_version, kind)

    def _add(self, source: str) -> None:
        if is_url(source) and urlsplit(source).path in ("", "/"):
            source = urljoin(source, _INDEX)
        elif not is_url(source) and os.path.isdir(source):
            self._add_folder(source)
            return
        self._add_document(decode_document(read_source(source, self._access), source), source)

    def _add_folder(self, folder: str) -> None:
        """Adds all documents of a folder, those of OpenAPI v2 last, because they have no defaults."""
        names = [name for name in sorted(os.listdir(folder))[:_MOST_FILES] if name.endswith(_SUFFIXES)]
        files = [file for name in names if not os.path.isdir(file := os.path.join(folder, name))]
        found = [(file, decode_document(read_source(file), file)) for file in files]
        for file, raw in sorted(found, key=lambda each: "swagger" in each[1]):
            self._add_document(raw, file)

    def _add_document(self, raw: JsonObject, source: str) -> None:
        paths = _index_of(raw)
        if paths is None:
            document = Document(raw, source)
            document.kinds  # noqa: B018  raises where there are no definitions
            self._validators.append(self._validator(document))
            return
        for path, place in paths.items():
            address = urljoin(source, place)
            self._indexed.setdefault(path, partial(self._ask, address, source))

    def _ask(self, address: str, index: str) -> Validator:
        """Reads a document that an index names."""
        data = read_source(address, self._access, named=index)
        return self._validator(Document(decode_document(data, address), address))

    def _validator(self, document: Document) -> Validator:
        return Validator(document, request_timeout=self._seconds)


def _index_of(raw: JsonObject) -> Mapping[str, str] | None:
    """Returns the URLs of a server's documents by apiVersion; None if this is no index."""
    paths = raw.get("paths")
    if "components" in raw or "definitions" in raw or not isinstance(paths, dict):
        return None
    found = {}
    for path, each in paths.items():
        place = each.get("serverRelativeURL") if isinstance(each, dict) else None
        if isinstance(place, str):
            found[path.removeprefix("apis/").removeprefix("api/")] = place
    return found or None


def read_source(source: str, access: DocumentAccess = OPEN, *, named: str = "") -> bytes:
    """Reads a file or a URL; raises DocumentError. `access` is for the server of the URL that the user `named`."""
    if is_url(source):
        return fetch(source, access, named=named)
    try:
        return read_named(source, MOST_BYTES)
    except (OSError, ValueError) as error:
        told = getattr(error, "strerror", None) or str(error)
        raise DocumentError(told[:1].lower() + told[1:], source=source) from None


def decode_document(data: bytes, source: str) -> JsonObject:
    """Decodes the JSON or YAML of a document; raises DocumentError."""
    try:
        starts = data.lstrip()[:1]
        value = (decode_json(data) if starts == b"{" else decode_yaml(data)).value
    except (DecodeError, CannotError) as error:
        at = f"line {error.line}: " if error.line else ""
        raise DocumentError(f"{at}{error.message}", source=source) from None
    if not isinstance(value, dict):
        raise DocumentError("a document must be an object", source=source)
    return value
