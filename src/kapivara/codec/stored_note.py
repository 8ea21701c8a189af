"""The note behind a stored object: it tells that its bytes are what reading it shows, and what stands where in them.

Reading an object prunes it and fills in defaults, by the schema of today. Where that changed nothing when it was
written, the note says so: it has the stamp of whoever would read it (`Codec.stamp`: a digest of the schema and of this
version of kapivara), and places in its JSON. Who has the same stamp may show the bytes, with a resourceVersion put in,
and look at the labels, without decoding the rest; for all others, and for what other programs have written, the object
is read as ever.

The note is written in blanks, two bits each: all readers of JSON pass over them, so that a stored value stays the JSON
of an object. It has a length of its own, and holds that of the JSON: a value that somebody has edited has no note.
"""

from __future__ import annotations

from collections.abc import Mapping

from kapivara.codec.encoding import may_differ
from kapivara.values import JsonObject
from kapivara.values.record import record
from kapivara.version import VERSION

_BLANKS = b" \t\n\r"
_DIGITS = bytes.maketrans(_BLANKS, b"0123")
_OF_BYTE = tuple(bytes(_BLANKS[byte >> shift & 3] for shift in (6, 4, 2, 0)) for byte in range(256))
_STAMP_BYTES = 12
_PLACE_BYTES = 3
_PLACES = 4
_STAMP_LENGTH = 4 * _STAMP_BYTES
_LENGTH = _STAMP_LENGTH + 4 * _PLACE_BYTES * _PLACES
_BITS = 8 * _PLACE_BYTES
_MASK = (1 << _BITS) - 1


@record
class Note:
    """Where things stand in the JSON of an object, and how long that is.

    `version` is where a resourceVersion belongs; the labels stand from `labels` up to `labels_end`, which are both 0
    where there are none.
    """

    length: int
    version: int
    labels: int = 0
    labels_end: int = 0


@record
class Encoded:
    """The JSON of an object, and where things stand in it."""

    data: bytes
    note: Note


def make_stamp(*parts: bytes) -> bytes:
    """Returns the stamp of a reader that depends on these parts, and on nothing else but this version of kapivara."""
    from _blake2 import blake2b  # `hashlib` has it, and loads OpenSSL

    digest = blake2b(digest_size=_STAMP_BYTES)
    for part in (VERSION.encode(), *parts):
        digest.update(b"%d:" % len(part))
        digest.update(part)
    return _in_blanks(digest.digest())


def encode_noted(form: JsonObject) -> Encoded | None:
    """Encodes an object; None where reading that would not give the same object, or has no uid to go by.

    A resourceVersion belongs before the uid, which is the last field of metadata.
    """
    import orjson

    metadata = form["metadata"]
    uid, labels = metadata.get("uid"), metadata.get("labels")
    if type(uid) is not str or max(metadata) != "uid":
        return None
    try:
        data = orjson.dumps(form, option=orjson.OPT_SORT_KEYS)
        last = b'"uid":%b}' % orjson.dumps(uid)
        known = b'"labels":%b' % orjson.dumps(labels, option=orjson.OPT_SORT_KEYS) if labels else b""
    except TypeError:  # nested deeper than orjson goes
        return None
    version = data.find(last)
    if version != data.rfind(last) or may_differ(data) or len(data) > _MASK:  # an object may tell its own uid elsewhere
        return None
    if not known:
        return Encoded(data, Note(len(data), version))
    place = data.find(known) + len(b'"labels":')  # should the same stand before: it says the same
    return Encoded(data, Note(len(data), version, place, place + len(known) - len(b'"labels":')))


def with_note(encoded: Encoded, stamp: bytes) -> bytes:
    """Returns the bytes to store, for readers with this stamp."""
    note = encoded.note
    places = note.length << 3 * _BITS | note.version << 2 * _BITS | note.labels << _BITS | note.labels_end
    return encoded.data + stamp + _in_blanks(places.to_bytes(_PLACE_BYTES * _PLACES, "big"))


def read_note(value: bytes, stamp: bytes) -> Note | None:
    """Returns the note of stored bytes; None where they have none for a reader with this stamp."""
    length = len(value) - _LENGTH
    if length <= 0 or not value.startswith(stamp, length):
        return None
    places = int(value[length + _STAMP_LENGTH :].translate(_DIGITS), 4)
    if places >> 3 * _BITS != length:
        return None
    return Note(length, places >> 2 * _BITS & _MASK, places >> _BITS & _MASK, places & _MASK)


def without_note(value: bytes) -> bytes:
    """Returns the JSON of stored bytes, whoever wrote them."""
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


def _in_blanks(data: bytes) -> bytes:
    return b"".join(map(_OF_BYTE.__getitem__, data))
