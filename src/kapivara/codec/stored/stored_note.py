"""The note after a stored object: proof that its bytes equal its JSON, and the positions of some of its parts.

Decoding an object prunes it and applies defaults by today's schema. If that changed nothing when it was written, the
note records this: it has the stamp of the decoder (`Codec.stamp`: a digest of the schema and of this version of
kapivara) and positions in the JSON. A decoder with the same stamp may return the bytes with an inserted
resourceVersion, and read the labels, without decoding the rest. Other decoders, and values of other programs, take the
usual path.

The note is encoded in blanks, two bits each: all JSON decoders skip them, so a stored value stays valid JSON. The note
has a fixed length and contains the length of the JSON, so an edited value has no valid note.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from kapivara.codec.json.plain.encoding import may_differ
from kapivara.codec.json.plain.light_encoding import dumps_sorted
from kapivara.values import JsonObject
from kapivara.values.caches import cache_short_texts
from kapivara.values.record import slot_record
from kapivara.version import VERSION

if TYPE_CHECKING:
    from kapivara.codec.stored.known_json import KnownJson

_BLANKS = b" \t\n\r"
_DIGITS = bytes.maketrans(_BLANKS, b"0123")
_OF_BYTE = tuple(map(bytes, product(_BLANKS, repeat=4)))
_STAMP_BYTES = 12
_PLACE_BYTES = 3
_PLACES = 4
_STAMP_LENGTH = 4 * _STAMP_BYTES
_LENGTH = _STAMP_LENGTH + 4 * _PLACE_BYTES * _PLACES
_BITS = 8 * _PLACE_BYTES
_MASK = (1 << _BITS) - 1
_KEPT_PLACES = 1024
_METADATA = "metadata"


@slot_record
class Note:
    """The positions of parts in the JSON of an object, and its length.

    `version` is the place for the resourceVersion; the labels are between `labels` and `labels_end`, both 0 without
    labels.
    """

    length: int
    version: int
    labels: int = 0
    labels_end: int = 0


@slot_record
class Encoded:
    """The JSON of an object, and the positions of its parts.

    `around` is the JSON before and after the metadata; `splices` is True if known JSON of a part of the metadata was
    inserted.
    """

    data: bytes
    note: Note
    around: tuple[bytes, bytes]
    splices: bool = False


def make_stamp(*parts: bytes) -> bytes:
    """Returns the stamp of a decoder that depends only on these parts and this version of kapivara."""
    from _blake2 import blake2b  # without `hashlib`, which also loads OpenSSL

    digest = blake2b(digest_size=_STAMP_BYTES)
    for part in (VERSION.encode(), *parts):
        digest.update(b"%d:" % len(part))
        digest.update(part)
    return _in_blanks(digest.digest())


def encode_noted(form: JsonObject, fields: KnownJson | None = None, *, may_hold_floats: bool = True) -> Encoded | None:
    """Encodes an object; None if it would decode to another object or has no UID.

    The resourceVersion belongs before the UID, which is the last field of the metadata. `fields` are the creator's
    managed fields with their JSON, if known. Without floats, no check for differences in decoding is needed.
    """
    metadata = form["metadata"]
    uid, labels = metadata.get("uid"), metadata.get("labels")
    if type(uid) is not str or max(metadata) != "uid":
        return None
    spliced = None if fields is None else _with_known(metadata, fields)
    try:
        around = before, behind = encode_around(form)
        shown = dumps_sorted(metadata if spliced is None else spliced)
        last = b'"uid":"%b"}' % uid.encode(errors="replace")
        uid_length = len(last) if shown.endswith(last) else len(dumps_sorted(uid)) + len(b'"uid":}')
        known = b'"labels":%b' % dumps_sorted(labels) if labels else b""
    except TypeError:  # nested too deeply for orjson
        return None
    length = len(before) + len(shown) + len(behind)
    if length > _MASK:
        return None
    if may_hold_floats and (may_differ(before) or may_differ(behind) or (spliced is None and may_differ(shown))):
        return None
    place = len(before) + shown.find(known) + len(b'"labels":')  # an earlier equal text has the same labels
    places = (place, place + len(known) - len(b'"labels":')) if known else (0, 0)
    note = Note(length, len(before) + len(shown) - uid_length, *places)
    return Encoded(before + shown + behind, note, around, spliced is not None)


def encode_around(form: JsonObject) -> tuple[bytes, bytes]:
    """Returns the JSON of an object before and after its metadata; raises TypeError if it nests too deeply."""
    later = {name: item for name, item in form.items() if name > _METADATA}
    behind = b"," + dumps_sorted(later)[1:] if later else b"}"
    kind, version = form.get("kind"), form.get("apiVersion")
    if len(later) + 3 == len(form) and type(kind) is str and type(version) is str:
        return _encode_type(version, kind), behind
    return _opening({name: item for name, item in form.items() if name < _METADATA}), behind


@cache_short_texts(256, longest=256)  # nearly all objects have only these fields before the metadata
def _encode_type(version: str, kind: str) -> bytes:
    return _opening({"apiVersion": version, "kind": kind})


def _opening(fields: JsonObject) -> bytes:
    """Returns the JSON of an object up to its metadata, which follow these fields."""
    return b'%b%b"metadata":' % (dumps_sorted(fields)[:-1], b"," if fields else b"")


def _with_known(metadata: JsonObject, fields: KnownJson) -> JsonObject | None:
    """Returns metadata with the known JSON of the managed fields inserted; None if they are others."""
    import orjson

    entries = metadata.get("managedFields")
    if not entries or len(entries) > 1 or entries[0].get("fieldsV1") is not fields.value:
        return None
    return {**metadata, "managedFields": [{**entries[0], "fieldsV1": orjson.Fragment(fields.text)}]}


def with_note(encoded: Encoded, stamp: bytes) -> bytes:
    """Returns the bytes to store, for decoders with this stamp."""
    note = encoded.note
    places = map(_place_in_blanks, (note.length, note.version, note.labels, note.labels_end))
    return b"".join((encoded.data, stamp, *places))


def read_note(value: bytes, stamp: bytes) -> Note | None:
    """Returns the note of stored bytes; None if they have none with this stamp."""
    length = len(value) - _LENGTH
    if length <= 0 or not value.startswith(stamp, length):
        return None
    places = int(value[length + _STAMP_LENGTH :].translate(_DIGITS), 4)
    if places >> 3 * _BITS != length:
        return None
    return Note(length, places >> 2 * _BITS & _MASK, places >> _BITS & _MASK, places & _MASK)


def without_note(value: bytes) -> bytes:
    """Returns the JSON of stored bytes, with or without a note."""
    return value.rstrip(_BLANKS)


def labels_of(value: bytes, note: Note) -> Mapping[str, str]:
    """Returns the labels of a stored object."""
    if not note.labels:
        return {}
    import orjson

    labels: dict[str, str] = orjson.loads(value[note.labels : note.labels_end])
    return labels


def shown_at(value: bytes, note: Note, revision: int) -> list[bytes | memoryview]:
    """Returns the JSON of a stored object with its resourceVersion, in pieces."""
    view = memoryview(value)
    return [view[: note.version], b'"resourceVersion":"%d",' % revision, view[note.version : note.length]]


def shown_whole(value: bytes, note: Note, revision: int, end: bytes) -> bytes:
    """Returns the JSON of a stored object with its resourceVersion, followed by `end`.

    Hot: most objects are small, so copying is faster than views.
    """
    place = note.version
    return b'%b"resourceVersion":"%d",%b%b' % (value[:place], revision, value[place : note.length], end)


@lru_cache(_KEPT_PLACES)  # objects of a kind have similar lengths
def _place_in_blanks(place: int) -> bytes:
    return _in_blanks(place.to_bytes(_PLACE_BYTES, "big"))


def _in_blanks(data: bytes) -> bytes:
    return b"".join(map(_OF_BYTE.__getitem__, data))
