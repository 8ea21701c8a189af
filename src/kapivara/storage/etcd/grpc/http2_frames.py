"""The HTTP/2 frames that a gRPC client sends and reads, and its header blocks.

Only the parts that such a client needs: no priorities, no server push, and no dynamic header table, so that equal
header blocks always have equal bytes. Upstream: RFC 9113, RFC 7541.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final, NamedTuple

DATA: Final = 0
HEADERS: Final = 1
RST_STREAM: Final = 3
SETTINGS: Final = 4
PING: Final = 6
GOAWAY: Final = 7
WINDOW_UPDATE: Final = 8
CONTINUATION: Final = 9

ACK: Final = 0x1
END_STREAM: Final = 0x1
END_HEADERS: Final = 0x4
_PADDED: Final = 0x8
_PRIORITY: Final = 0x20

INITIAL_WINDOW_SIZE: Final = 4
"""The setting of the initial send window of each stream."""
REFUSED_STREAM: Final = 7
CANCEL: Final = 8
"""Error codes that end a stream."""
MOST_FRAME_BYTES: Final = 16_384
DEFAULT_WINDOW: Final = 65_535

_HEADER_TABLE_SIZE: Final = 1
_ENABLE_PUSH: Final = 2
_HEAD = struct.Struct(">HBBBI")
_SETTING = struct.Struct(">HI")
_NUMBER = struct.Struct(">I")
_NAMED = {":method": 3, ":scheme": 6, ":path": 4, ":authority": 1, "content-type": 31, "user-agent": 58}
"""Header names with an index in HPACK's static table."""


class Frame(NamedTuple):
    """A received frame."""

    kind: int
    flags: int
    stream: int
    payload: bytes


class FrameError(Exception):
    """The received data violates HTTP/2."""


def frame(kind: int, flags: int, stream: int, payload: bytes | memoryview) -> bytes:
    """Encodes a frame."""
    length = len(payload)
    return _HEAD.pack(length >> 8, length & 0xFF, kind, flags, stream) + payload


def opening(stream_window: int, connection_window: int) -> bytes:
    """Encodes the client's preface: the receive windows of a stream and of the connection."""
    settings = ((_HEADER_TABLE_SIZE, 0), (_ENABLE_PUSH, 0), (INITIAL_WINDOW_SIZE, stream_window))
    return (
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
        + frame(SETTINGS, 0, 0, b"".join(_SETTING.pack(*each) for each in settings))
        + window_update(0, connection_window - DEFAULT_WINDOW)
    )


def window_update(stream: int, size: int) -> bytes:
    """Encodes a window update by `size` bytes for a stream, or for the connection (0)."""
    return frame(WINDOW_UPDATE, 0, stream, _NUMBER.pack(size))


def reset(stream: int, code: int) -> bytes:
    """Encodes the reset of a stream."""
    return frame(RST_STREAM, 0, stream, _NUMBER.pack(code))


def read_frames(data: bytes) -> tuple[list[Frame], bytes]:
    """Returns the complete frames in the data, and the remaining bytes. Raises FrameError."""
    frames: list[Frame] = []
    at, end = 0, len(data)
    while end - at >= _HEAD.size:
        high, low, kind, flags, stream = _HEAD.unpack_from(data, at)
        length = high << 8 | low
        if length > MOST_FRAME_BYTES:
            raise FrameError("a frame is larger than was agreed")
        start = at + _HEAD.size
        if start + length > end:
            break
        at = start + length
        frames.append(Frame(kind, flags, stream & 0x7FFFFFFF, data[start:at]))
    return frames, data[at:]


def number_of(payload: bytes, at: int = 0) -> int:
    """Reads a number of 31 bits; raises FrameError."""
    try:
        (number,) = _NUMBER.unpack_from(payload, at)
    except struct.error:
        raise FrameError("a frame is cut short") from None
    return int(number) & 0x7FFFFFFF


def settings_of(payload: bytes) -> Iterator[tuple[int, int]]:
    """Yields settings as (identifier, value); raises FrameError."""
    if len(payload) % _SETTING.size:
        raise FrameError("settings are cut short")
    return _SETTING.iter_unpack(payload)


def content_of(frame: Frame) -> bytes:
    """Returns the content of a DATA or HEADERS frame without padding; raises FrameError."""
    payload, flags = frame.payload, frame.flags
    if not flags & (_PADDED | _PRIORITY) or (frame.kind == DATA and not flags & _PADDED):
        return payload
    start = 1 if flags & _PADDED else 0
    end = len(payload) - (payload[0] if start and payload else 0)
    if frame.kind == HEADERS and flags & _PRIORITY:
        start += 5
    if start > end:
        raise FrameError("a frame is padded with more than it holds")
    return payload[start:end]


def header_block(headers: tuple[tuple[str, str], ...]) -> bytes:
    """Encodes headers as literals without indexing."""
    return b"".join(_literal(*each) for each in headers)


def _literal(name: str, value: str) -> bytes:
    number = _NAMED.get(name, 0)
    start = _integer(number, 4) if number else b"\0" + _text(name)
    return start + _text(value)


def _text(text: str) -> bytes:
    data = text.encode()
    return _integer(len(data), 7) + data


def _integer(value: int, bits: int) -> bytes:
    """Encodes an integer with a prefix of so many bits.

    Upstream: RFC 7541 section 5.1.
    """
    most = (1 << bits) - 1
    if value < most:
        return bytes((value,))
    rest, parts = value - most, [most]
    while rest >= 0x80:
        parts.append(rest & 0x7F | 0x80)
        rest >>= 7
    return bytes((*parts, rest))
