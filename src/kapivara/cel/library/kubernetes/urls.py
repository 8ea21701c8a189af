"""URLs: parsing, and their parts.

Upstream: k8s.io/apiserver/pkg/cel/library/urls.go (1.37).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kapivara.cel.budget import STEP, Budget
from kapivara.cel.cost.library_table import TRANSFORM
from kapivara.cel.errors import CelError
from kapivara.cel.functions import Function, Overload
from kapivara.cel.library.declare import Example, function, library
from kapivara.cel.types import BOOL, STRING, list_of, map_of, object_type

URL_TYPE = object_type("kubernetes.URL")
_CHARACTER = 8
"""The charge for each character of a parsed URL."""


class UrlValue:
    """A URL as a value; URLs with equal texts are equal."""

    __slots__ = ("_text", "parts")
    cel_type = URL_TYPE
    go_class = "cel.URL"

    def __init__(self, parts: Any):
        self.parts = parts
        self._text = ""

    def __eq__(self, other: object) -> bool:
        if type(other) is not UrlValue:
            raise CelError("no such overload")
        return str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __str__(self) -> str:
        if not self._text:
            from kapivara.languages.go.urls import text_of

            self._text = text_of(str(self.parts))
        return self._text

    @property
    def cel_weight(self) -> int:
        """The charge of a comparison to the budget."""
        return len(str(self))

    def __repr__(self) -> str:
        return f"url('{self}')"


def to_url(budget: Budget, text: str) -> UrlValue:
    """Parses an absolute URL or an absolute path; raises CelError."""
    from kapivara.languages.go.urls import UrlError, parse_request_uri, parse_url

    budget.take(2 * _CHARACTER * len(text))
    try:
        parse_request_uri(text)
        return UrlValue(parse_url(text))
    except UrlError as problem:
        raise CelError(f"URL parse error during conversion from string: {problem}") from None


def is_url(budget: Budget, text: str) -> bool:
    """Returns whether a text is an absolute URL or an absolute path."""
    from kapivara.languages.go.urls import is_uri

    budget.take(_CHARACTER * len(text))
    return is_uri(text)


def url_complaint(text: str) -> str | None:
    """Returns Go's error for a text that is not an absolute URL; None for a valid one."""
    from kapivara.languages.go.urls import UrlError, parse_request_uri

    try:
        parse_request_uri(text)
    except UrlError as problem:
        return str(problem)
    return None


def _part(pick: Callable[[Any], str]) -> Callable[[Budget, UrlValue], str]:
    def getter(budget: Budget, url: UrlValue) -> str:
        from kapivara.languages.go.urls import text_of

        part = pick(url.parts)
        budget.take(len(part))
        return text_of(part)

    return getter


def _hostname(parts: Any) -> str:
    from kapivara.languages.go.urls import split_host

    return split_host(parts.host)[0]


def _port(parts: Any) -> str:
    from kapivara.languages.go.urls import split_host

    return split_host(parts.host)[1]


def _query(budget: Budget, url: UrlValue) -> dict[str, list[str]]:
    from kapivara.languages.go.urls import parse_query

    budget.take(len(url.parts.query) + (url.parts.query.count("&") + 1) * STEP)
    return parse_query(url.parts.query)


def _getter(name: str, overload: str, pick: Callable[[Any], str], doc: str, *examples: Example) -> Function:
    made = Overload(overload, (URL_TYPE,), STRING, _part(pick), member=True, fails=False, budgeted=True)
    return function(name, made, doc=doc, examples=examples)


URLS = library(
    function(
        "url",
        Overload("string_to_url", (STRING,), URL_TYPE, to_url, cost=TRANSFORM, budgeted=True),
        doc="Reads an absolute URL or an absolute path.",
        examples=(("url('https://example.com:80/').getHost()", "'example.com:80'"),),
    ),
    _getter(
        "getScheme",
        "url_get_scheme",
        lambda parts: str(parts.scheme),
        "The scheme of a URL; empty where there is none.",
        ("url('https://example.com/').getScheme()", "'https'"),
    ),
    _getter(
        "getHost",
        "url_get_host",
        lambda parts: str(parts.host),
        "The host of a URL with its port; IPv6 addresses stand in brackets.",
        ("url('https://[::1]:80/').getHost()", "'[::1]:80'"),
    ),
    _getter(
        "getHostname",
        "url_get_hostname",
        _hostname,
        "The host of a URL without its port, and without brackets.",
        ("url('https://[::1]:80/').getHostname()", "'::1'"),
    ),
    _getter(
        "getPort",
        "url_get_port",
        _port,
        "The port of a URL; empty where there is none.",
        ("url('https://example.com:80/').getPort()", "'80'"),
    ),
    _getter(
        "getEscapedPath",
        "url_get_escaped_path",
        lambda parts: str(parts.escaped_path),
        "The path of a URL, escaped.",
        ("url('https://example.com/path with spaces/').getEscapedPath()", "'/path%20with%20spaces/'"),
    ),
    function(
        "getQuery",
        Overload(
            "url_get_query",
            (URL_TYPE,),
            map_of(STRING, list_of(STRING)),
            _query,
            member=True,
            fails=False,
            budgeted=True,
        ),
        doc="The parameters of a URL's query, each with the list of its values.",
        examples=(("url('https://e.com/p?k1=a&k2=b&k2=c').getQuery()", "{'k1': ['a'], 'k2': ['b', 'c']}"),),
    ),
    function(
        "isURL",
        Overload("is_url_string", (STRING,), BOOL, is_url, fails=False, budgeted=True),
        doc="Whether a string is an absolute URL or an absolute path.",
        examples=(("isURL('https://a:b:c/')", "false"), ("isURL('/absolute-path')", "true")),
    ),
)
