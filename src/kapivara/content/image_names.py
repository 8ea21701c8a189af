"""Parses names of container images: `busybox`, `example.com:5000/team/app:1.2@sha256:…`.

Upstream: pkg/util/parsers/parsers.go ParseImageName; github.com/distribution/reference (1.37).
"""

from __future__ import annotations

import re
from typing import Final

from kapivara.values.lazy_pattern import lazy_pattern

DEFAULT_TAG: Final = "latest"

_HUB: Final = "docker.io"
_LONGEST_PATH: Final = 255
_IDENTIFIER = lazy_pattern("[a-f0-9]{64}")
_COMPONENT = r"[a-z0-9]++(?:(?:[._]|__|-++)[a-z0-9]++)*"
_LABEL = r"[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?"
_DOMAIN = lazy_pattern(rf"(?:{_LABEL}(?:\.{_LABEL})*|\[[a-fA-F0-9:]+\])(?::[0-9]+)?")
_REST = lazy_pattern(
    rf"({_COMPONENT}(?:/{_COMPONENT})*)"
    r"(?::(\w[\w.-]{0,127}))?"
    r"(?:@([A-Za-z][A-Za-z0-9]*+(?:[-_+.][A-Za-z][A-Za-z0-9]*+)*):([0-9a-fA-F]{32,}))?",
    re.ASCII,
)
_DIGEST_DIGITS: Final = {"sha256": 64, "sha384": 96, "sha512": 128}


def image_tag(image: str) -> str:
    """Returns the tag of an image, `latest` without tag and digest.

    Returns an empty text for a digest without tag, and for an invalid name.
    """
    if _IDENTIFIER.fullmatch(image):
        return ""
    domain, rest = _split_domain(image)
    match = _REST.fullmatch(rest)
    if match is None or not _DOMAIN.fullmatch(domain) or len(match[1]) > _LONGEST_PATH:
        return ""
    tag, algorithm, digits = match[2], match[3], match[4]
    if algorithm is None:
        return tag or DEFAULT_TAG
    is_digest = len(digits) == _DIGEST_DIGITS.get(algorithm) and digits == digits.lower()
    return (tag or "") if is_digest else ""


def _split_domain(image: str) -> tuple[str, str]:
    """Splits off the registry: the text before the first slash if it looks like a host, else the public registry."""
    first, slash, rest = image.partition("/")
    if slash and first == "index.docker.io":
        first = _HUB
    elif not slash or not (first == "localhost" or "." in first or ":" in first or first != first.lower()):
        first, rest = _HUB, image
    if first == _HUB and "/" not in rest:
        rest = f"library/{rest}"
    return first, rest
