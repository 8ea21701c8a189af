"""Content negotiation: the media type of a response, and its conversion to another kind.

Errors are negotiated separately: unconverted, in any media type.

Upstream: apiserver/pkg/endpoints/handlers/negotiation/negotiate.go, handlers/rest.go AllowsMediaTypeTransform (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from kapivara.meta import Status, generic_status
from kapivara.meta.media_types import JSON, PROTOBUF, YAML
from kapivara.registry.requests.body import ACCEPTED
from kapivara.registry.requests.request import ShownAs
from kapivara.values.record import slot_record

Transform: TypeAlias = Callable[[str, dict[str, str]], ShownAs | None]
"""Returns the conversion that the parameters of a media type request; None if it is not supported."""

_STREAMED = (JSON, PROTOBUF)
STREAMS = tuple(f"{each};stream=watch" for each in _STREAMED)
"""The media types of watches."""
STREAMABLE = (*ACCEPTED, *STREAMS)
"""The media types of lists."""
TEXTS = (JSON, YAML)
"""The media types of unconverted custom resources."""
_PARTIAL = ("PartialObjectMetadata", "PartialObjectMetadataList")
_META_VERSIONS = ("v1", "v1beta1")
AGGREGATED = ShownAs("APIGroupDiscoveryList", "v2")
_HUMANS = ("curl", "Wget", "Mozilla/5.0")


@slot_record
class Representation:
    """The encoding of a response; `shown_as` is the kind to convert it to, or None.

    `of_errors` is the encoding of errors, if different.
    """

    media_type: str = JSON
    pretty: bool = False
    shown_as: ShownAs | None = None
    of_errors: Representation | None = None

    @property
    def for_errors(self) -> Representation:
        """The encoding of errors."""
        return self.of_errors or self


_PLAIN = Representation()
_PRETTY = Representation(pretty=True)


def as_it_is(written: str, parameters: dict[str, str]) -> ShownAs | None:  # noqa: ARG001  nothing that they could ask
    """Supports no conversion."""
    return None


def as_metadata(written: str, parameters: dict[str, str]) -> ShownAs | None:  # noqa: ARG001  they have a form in all
    """Supports objects reduced to their metadata."""
    return _as_one_of(_PARTIAL, parameters)


def as_table_too(written: str, parameters: dict[str, str]) -> ShownAs | None:
    """Supports objects reduced to their metadata, and Tables in text formats."""
    return _as_one_of((*_PARTIAL, "Table") if written in TEXTS else _PARTIAL, parameters)


def _as_one_of(kinds: Sequence[str], parameters: dict[str, str]) -> ShownAs | None:
    kind, version = parameters.get("as", ""), parameters.get("v", "")
    if kind in kinds and parameters.get("g") == "meta.k8s.io" and version in _META_VERSIONS:
        return ShownAs(kind, version)
    return None


def as_aggregated(written: str, parameters: dict[str, str]) -> ShownAs | None:  # noqa: ARG001  it has a form in all
    """Supports aggregated discovery.

    Upstream: apiserver/pkg/endpoints/discovery/aggregated/negotiation.go IsAggregatedDiscoveryGVK.
    """
    asked = parameters.get("g"), parameters.get("v"), parameters.get("as")
    return AGGREGATED if asked == ("apidiscovery.k8s.io", AGGREGATED.version, AGGREGATED.kind) else None


def negotiate(
    accept: str, *, pretty: bool = False, transform: Transform = as_it_is, plain: Sequence[str] = ACCEPTED
) -> Representation | None:
    """Returns the representation that a client prefers among the supported ones; None if it accepts none.

    `transform` returns a supported conversion; `plain` are the media types without conversion.
    """
    if accept in ("", JSON, "*/*"):
        return _PRETTY if pretty else _PLAIN
    versions = ("", _META_VERSIONS[0]) if transform in (as_metadata, as_table_too) else ("",)
    for media_type, parameters in _clauses(accept):
        for written in ACCEPTED:
            if not _covers(media_type, written):
                continue
            if not _streams(parameters, written) or parameters.get("sv", "") not in versions:
                continue
            shown_as = transform(written, parameters)
            if shown_as is not None or (written in plain and not _converts(parameters)):
                is_error = transform is as_it_is and plain is ACCEPTED
                of_errors = None if is_error else negotiate_error(accept, pretty=pretty)
                return Representation(written, pretty or parameters.get("pretty") == "1", shown_as, of_errors)
    return None


def choose(accept: str, offered: Sequence[str]) -> str | None:
    """Returns the offered media type that a client prefers; None if it accepts none."""
    for wanted, _ in _clauses(accept or "*/*"):
        found = next((each for each in offered if _covers(wanted, each)), None)
        if found is not None:
            return found
    return None


def accepts_gzip(accept_encoding: str) -> bool:
    """Returns True if a client accepts gzip by its header Accept-Encoding.

    Upstream: github.com/NYTimes/gziphandler acceptsGzip.
    """
    return any(name == "gzip" and _weight(parameters) > 0 for name, parameters in _clauses(accept_encoding))


def negotiate_error(accept: str, *, pretty: bool = False) -> Representation:
    """Returns the representation of an error: JSON if the client accepts no supported one.

    Upstream: apiserver/pkg/endpoints/handlers/responsewriters/writers.go ErrorNegotiated.
    """
    return negotiate(accept, pretty=pretty) or _PLAIN


def _clauses(accept: str) -> list[tuple[str, dict[str, str]]]:
    """Splits an Accept header into its clauses, preferred ones first."""
    clauses = []
    for part in accept.split(","):
        media_type, *written = [each.strip() for each in part.split(";")]
        parameters = dict(each.partition("=")[::2] for each in written)
        clauses.append((media_type, parameters))
    clauses.sort(key=lambda clause: (-_weight(clause[1]), clause[0].count("*")))
    return clauses


def _weight(parameters: dict[str, str]) -> float:
    try:
        return float(parameters.get("q", "1"))
    except ValueError:
        return 1.0


def _covers(media_type: str, written: str) -> bool:
    return media_type in (written, "application/*", "*/*")


def _converts(parameters: dict[str, str]) -> bool:
    return any(name in parameters for name in ("as", "g", "v"))


def _streams(parameters: dict[str, str], written: str) -> bool:
    stream = parameters.get("stream", "")
    return not stream or (stream == "watch" and written in _STREAMED)


def passes_framework(accept: str, offered: Sequence[str] = ACCEPTED) -> bool:
    """Returns True if an Accept header passes go-restful, which serves built-in kinds and checks only media types."""
    return accept == "" or names_one(accept, ("*/*", *offered))


def names_one(header: str, types: Sequence[str]) -> bool:
    """Returns True if a header names one of some media types, as go-restful reads it: a list without parameters.

    Upstream: go-restful's route.go matchesAccept, matchesContentType.
    """
    return any(part.partition(";")[0].strip() in types for part in header.split(","))


def framework_refusal(offered: Sequence[str] = ACCEPTED) -> Status:
    """Returns go-restful's Status for an unacceptable Accept header."""
    return generic_status(406, f"406: Not Acceptable\n\nAvailable representations: {', '.join(offered)}")


def wants_pretty(query: dict[str, list[str]], user_agent: str) -> bool:
    """Returns True if a response should be indented for people."""
    pretty = query.get("pretty")
    if pretty and pretty[0]:
        return pretty[0] in ("1", "t", "T", "true", "TRUE", "True")
    return user_agent.startswith(_HUMANS)
