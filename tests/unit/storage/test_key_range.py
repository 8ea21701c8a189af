from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kapivara.storage.key_range import key_bytes, key_text, range_end, range_start

ANY_TEXT = st.text(st.characters() | st.sampled_from("a\0\ud7ff\ud800\udfff\ue000\uffff\U00010000\U0010ffff"))


@given(ANY_TEXT, ANY_TEXT)
def test_a_range_holds_exactly_what_starts_with_its_prefix(prefix: str, text: str) -> None:
    for key in (text, prefix + text):
        end = range_end(prefix)
        assert (prefix <= key and (end is None or key < end)) == key.startswith(prefix)


@given(ANY_TEXT, ANY_TEXT, ANY_TEXT)
def test_a_start_lies_behind_what_was_seen(prefix: str, after: str, text: str) -> None:
    for key in (text, prefix + text, after, after + text):
        assert (key >= range_start(prefix, after)) == (key >= prefix and (not after or key > after))


@given(ANY_TEXT, ANY_TEXT)
def test_bytes_sort_as_text_and_come_back(first: str, second: str) -> None:
    assert (key_bytes(first) < key_bytes(second)) == (first < second)
    assert key_text(key_bytes(first)) == first
