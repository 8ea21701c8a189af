"""Tests of frames and header blocks: the header blocks held against the library hpack."""

from __future__ import annotations

import pytest

pytest.importorskip("hpack")

from hpack import Decoder
from hypothesis import given
from hypothesis import strategies as st

from kapivara.storage.etcd.grpc.http2_frames import Frame, FrameError, frame, header_block, number_of, read_frames

NAMES = st.one_of(
    st.sampled_from([":method", ":scheme", ":path", ":authority", "content-type", "user-agent", "te"]),
    st.text("abcdefghijklmnopqrstuvwxyz0123456789-_.", min_size=1, max_size=300),
)
VALUES = st.text(st.characters(codec="utf-8"), max_size=400)
FRAMES = st.builds(
    Frame,
    kind=st.integers(0, 255),
    flags=st.integers(0, 255),
    stream=st.integers(0, 2**31 - 1),
    payload=st.one_of(st.binary(max_size=20), st.integers(0, 16_384).map(bytes)),
)


@given(st.lists(st.tuples(NAMES, VALUES), max_size=6))
def test_the_library_reads_the_same_headers(headers: list[tuple[str, str]]) -> None:
    decoder = Decoder()
    decoder.max_header_list_size = 2**24
    assert decoder.decode(header_block(tuple(headers))) == headers
    assert decoder.header_table.dynamic_entries == type(decoder.header_table.dynamic_entries)()  # equal bytes each time


@given(st.lists(FRAMES, max_size=4), st.integers(0, 30))
def test_frames_are_read_as_they_were_written(frames: list[Frame], cut: int) -> None:
    data = b"".join(frame(*each) for each in frames)
    incomplete = frame(0, 0, 1, bytes(30))[:cut]
    assert read_frames(data + incomplete) == (frames, incomplete)


def test_frames_beyond_the_agreed_size_are_rejected() -> None:
    with pytest.raises(FrameError):
        read_frames(frame(0, 0, 1, bytes(16_385)))


def test_a_number_that_is_cut_short_is_rejected() -> None:
    with pytest.raises(FrameError):
        number_of(b"\0\0\0")
