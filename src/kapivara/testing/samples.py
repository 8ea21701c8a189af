"""Sample texts for formats, valid and invalid, and sample values of types with a JSON form of their own."""

from __future__ import annotations

from typing import Any

_LABEL = "a" * 63
_NAMES_GOOD = ("a", "web", "a-1", _LABEL)
_NAMES_BAD = ("", "A", "-a", "a-", "a_b", "a b", "é", _LABEL + "a")
_DOMAINS_GOOD = ("a.b", "example.com", ".".join((_LABEL, _LABEL, _LABEL, "a" * 61)))
_DOMAINS_BAD = (".a", "a..b", "a." + "b" * 252)
_UUID = "123e4567-e89b-12d3-a456-426614174000"

FORMATS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "short_name": (_NAMES_GOOD, (*_NAMES_BAD, "a.b")),
    "long_name": ((*_NAMES_GOOD, *_DOMAINS_GOOD), (*_NAMES_BAD[:-1], *_DOMAINS_BAD)),
    "long_name_caseless": ((*_NAMES_GOOD, *_DOMAINS_GOOD, "A.b"), ("", "-a", "a_b", *_DOMAINS_BAD)),
    "label_key": (("a", "A_b.c", "example.com/key"), ("", "/", "a/", "/a", "a/b/c", "-a", _LABEL + "a")),
    "prefixed_label_key": (("example.com/key", "a/b"), ("", "key", "/a", "a/b/c", "A/b")),
    "label_value": (("", "a", "A_b.c-d", _LABEL), ("-a", "a b", "a/b", _LABEL + "a")),
    "path_segment_name": (("", "a", "a.b", "..."), (".", "..", "a/b", "a%b")),
    "uuid": ((_UUID,), ("", _UUID.upper(), _UUID[:-1], _UUID.replace("-", ""))),
    "resource_pool_name": (("a", "a/b", "example.com/pool"), ("", "/a", "a//b", "A", "a/" + "b" * 253)),
    "extended_resource_name": (("example.com/gpu",), ("", "gpu", "kubernetes.io/gpu", "requests.a/b", "a/b/c")),
    "resource_fully_qualified_name": (("example.com/Name",), ("", "Name", "/Name", "example.com/", "A/b", "a/-b")),
}
"""Valid and invalid texts for each format, by the name of the rule's function."""

_TIMES = ("2024-01-02T03:04:05Z", "2024-01-02T03:04:06Z")
OWN_JSON: dict[str, tuple[Any, ...]] = {
    "GO_TIME": _TIMES,
    "TIME": (*_TIMES, "2024-01-02T03:04:05.5Z", "2024-01-02T04:04:05+01:00", None),
    "MICRO_TIME": ("2024-01-02T03:04:05.000001Z", "2024-01-02T04:04:05.000001+01:00", None),
    "DURATION": ("0s", "1m30s", "90s"),
    "FIELDS_V1": ({}, {"f:a": {}, "f:b": {}}, {"f:b": {}, "f:a": {}}),
    "QUANTITY": ("0", 0, "1", "1000m", "1Gi", "-1"),
    "INT_OR_STRING": (0, 1, -1, "50%", "a", ""),
    "RAW_EXTENSION": ({}, {"a": 1, "b": 2}, {"b": 2, "a": 1}, None),
}
"""Values of types with a JSON form of their own, by their names in `codec.known_shapes`."""
TEXTS_GOOD = ("a", "b", "abc", "web-1")
TEXTS_EDGE = ("", " ", "A", "é", "a.b", "a/b", "0", "true", "a" * 64, "a" * 254)
