"""Tests of continue tokens: round trips, and malformed ones."""

import pytest

from kapivara.meta import ApiError
from kapivara.registry.read.listing import NOW, Continuation, decode_continue, encode_continue

PREFIX = "/registry/example.com/widgets/"


def test_there_and_back():
    token = encode_continue(PREFIX + "default/one", PREFIX, 42)
    assert decode_continue(token, PREFIX) == Continuation(PREFIX + "default/one", 42, start="default/one\0")


def test_what_is_left_goes_with_the_token_and_is_not_believed_where_it_makes_no_sense():
    token = encode_continue(PREFIX + "default/one", PREFIX, 42, 7)
    assert decode_continue(token, PREFIX).left == 7
    assert decode_continue(encode_continue(PREFIX + "a", PREFIX, 42, -7), PREFIX).left == 0


def test_the_same_place_as_of_now():
    token = decode_continue(encode_continue(PREFIX + "default/one", PREFIX, 42, 7), PREFIX).as_of_now()
    assert decode_continue(token, PREFIX) == Continuation(PREFIX + "default/one", NOW, start="default/one\0")


def test_a_start_without_its_mark_is_included():
    token = "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6NSwic3RhcnQiOiJ4In0"
    found = decode_continue(token, PREFIX)
    assert PREFIX + "w" < found.after < PREFIX + "x"


@pytest.mark.parametrize(
    ("token", "problem"),
    [
        ("nonsense!", "illegal base64 data at input byte 8"),
        ("a", "illegal base64 data at input byte 0"),
        ("bm90IGpzb24", "invalid character 'o' in literal null (expecting 'u')"),
        ("eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MCwic3RhcnQiOiJ4In0", "incorrect encoded start resourceVersion"),
        ("eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6NSwic3RhcnQiOiIifQ", "encoded start key empty"),
        (
            "eyJ2IjoibWV0YS5rOHMuaW8vdjkiLCJydiI6NSwic3RhcnQiOiJ4In0",
            "does not recognize this encoded version meta.k8s.io/v9",
        ),
        ("eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6NSwic3RhcnQiOiIuLi8uLi9zZWNyZXRzIn0", "../../secrets"),
    ],
)
def test_refused(token, problem):
    with pytest.raises(ApiError) as caught:
        decode_continue(token, PREFIX)
    assert caught.value.status.message.startswith("invalid continue token: continue key is not valid: ")
    assert problem in caught.value.status.message
