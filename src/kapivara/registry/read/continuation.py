"""Continue tokens: the start of the next chunk of a list, and its revision.

Upstream: apiserver/pkg/storage/continue.go (1.37).
"""

from __future__ import annotations

from kapivara.codec import DecodeError, decode_json, encode_json
from kapivara.codec.shapes import INT64, STRING, Struct, always
from kapivara.codec.typed.decoding import decode_typed
from kapivara.meta import ApiError, bad_request_status
from kapivara.values import JsonObject
from kapivara.values.record import record

_VERSION = "meta.k8s.io/v1"
NOW = -1
"""The revision of a list that always reads the newest state."""
_ALPHABET = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
_SHAPE = Struct(
    "storage.continueToken", (always("v", STRING), always("rv", INT64), always("start", STRING), always("left", INT64))
)


@record
class Continuation:
    """A position in a list: after the key `after`, at `revision` (below 0: the newest).

    `left` is the number of values after it, 0 if unknown; `start` is the start key as the token contains it.
    """

    after: str
    revision: int
    left: int = 0
    start: str = ""

    def as_of_now(self) -> str:
        """Returns the token for the same position at the newest revision."""
        return _encode(self.start, NOW, 0)


def encode_continue(key: str, prefix: str, revision: int, left: int = 0) -> str:
    """Returns the token for the values after a key; `left` saves counting them again."""
    return _encode(key.removeprefix(prefix) + "\0", revision, left)


def _encode(start: str, revision: int, left: int) -> str:
    import base64  # only chunked lists need it

    token: JsonObject = {"v": _VERSION, "rv": revision, "start": start}
    if left:
        token["left"] = left
    return base64.urlsafe_b64encode(encode_json(token)).decode().rstrip("=")


def decode_continue(token: str, prefix: str) -> Continuation:
    """Decodes a token; ends the request if the token is invalid."""
    start, revision, left = _read_token(token)
    if not revision:
        raise _refused(f": incorrect encoded start resourceVersion (version {_VERSION})")
    if not start:
        raise _refused(f": encoded start key empty (version {_VERSION})")
    key = start.removeprefix("/")
    if not key or any(step in ("", ".", "..") for step in key.split("/")):
        raise _refused(f": {start}")
    # the start is the first key to return: after the last one if it ends in NUL, else this key itself
    after = prefix + key.removesuffix("\0") if key.endswith("\0") else _before(prefix + key)
    return Continuation(after, revision, max(0, left), start)


def _before(key: str) -> str:
    """Returns a string that sorts right before a key, but after every possible smaller key."""
    last = ord(key[-1])
    return key[:-1] + (chr(last - 1) + "\U0010ffff" if last else "")


def _read_token(token: str) -> tuple[str, int, int]:
    import base64

    bad = next((place for place, rune in enumerate(token) if rune not in _ALPHABET), None)
    if bad is None and len(token) % 4 == 1:
        bad = len(token) - 1
    if bad is not None:
        raise _refused(f": illegal base64 data at input byte {len(token[:bad].encode())}")
    data = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
    try:
        fields = decode_typed(decode_json(data).value or {}, _SHAPE, source=data).value
    except DecodeError as error:
        raise _refused(f": {error.message}") from None
    if fields["v"] != _VERSION:
        raise _refused(f": server does not recognize this encoded version {fields['v']}")
    return fields["start"], fields["rv"], fields["left"]


def _refused(problem: str) -> ApiError:
    return ApiError(bad_request_status(f"invalid continue token: continue key is not valid{problem}"))
