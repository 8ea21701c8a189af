"""Which representation an answer gets: JSON, YAML or protocol buffers, as it is or shown as another kind.

Errors are negotiated on their own: as they are, and in each of the three, whatever they are about.

Upstream: apiserver/pkg/endpoints/handlers/negotiation/negotiate.go, handlers/rest.go AllowsMediaTypeTransform (1.37).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from kapivara.meta import Status, generic_status
from kapivara.meta.media_types import JSON, PROTOBUF, YAML
from kapivara.registry.body import ACCEPTED
from kapivara.registry.request import ShownAs
from kapivara.values.record import slot_record

Transform: TypeAlias = Callable[[str, dict[str, str]], ShownAs | None]
"""Tells what the parameters of a media type ask to be shown in it; None where they ask nothing that can be had."""

_STREAMED = (JSON, PROTOBUF)
STREAMS = tuple(f"{each};stream=watch" for each in _STREAMED)
"""What watches are offered in."""
STREAMABLE = (*ACCEPTED, *STREAMS)
"""What lists are offered in."""
TEXTS = (JSON, YAML)
"""What custom resources are written in, as they are."""
_PARTIAL = ("PartialObjectMetadata", "PartialObjectMetadataList")
_META_VERSIONS = ("v1", "v1beta1")
AGGREGATED = ShownAs("APIGroupDiscoveryList", "v2")
_HUMANS = ("curl", "Wget", "Mozilla/5.0")


@slot_record
class Representation:
    """How to write an answer; `shown_as` is the kind that the client wants it as, where that is not its own.

    `of_errors` is how an error is written, where that is different.
    """

    media_type: str = JSON
    pretty: bool = False
    shown_as: ShownAs | None = None
    of_errors: Representation | None = None

    @property
    def for_errors(self) -> Representation:
        """How an error is written."""
        return self.of_errors or self


_PLAIN = Representation()
_PRETTY = Representation(pretty=True)


def as_it_is(written: str, parameters: dict[str, str]) -> ShownAs | None:  # noqa: ARG001  nothing that they could ask
    """Shows what there is as nothing else."""
    return None


def as_metadata(written: str, parameters: dict[str, str]) -> ShownAs | None:  # noqa: ARG001  they have a form in all
    """Shows objects by their metadata alone."""
    return _as_one_of(_PARTIAL, parameters)


def as_table_too(written: str, parameters: dict[str, str]) -> ShownAs | None:
    """Shows objects by their metadata alone, or as rows of a Table, which is text."""
    return _as_one_of((*_PARTIAL, "Table") if written in TEXTS else _PARTIAL, parameters)


def _as_one_of(kinds: Sequence[str], parameters: dict[str, str]) -> ShownAs | None:
    kind, version = parameters.get("as", ""), parameters.get("v", "")
    if kind in kinds and parameters.get("g") == "meta.k8s.io" and version in _META_VERSIONS:
        return ShownAs(kind, version)
    return None


def as_aggregated(written: str, parameters: dict[str, str]) -> ShownAs | None:  # noqa: ARG001  it has a form in all
    """Shows discovery in one document.

    Upstream: apiserver/pkg/endpoints/discovery/aggregated/negotiation.go IsAggregatedDiscoveryGVK.
    """
    asked = parameters.get("g"), parameters.get("v"), parameters.get("as")
    return AGGREGATED if asked == ("apidiscovery.k8s.io", AGGREGATED.version, AGGREGATED.kind) else None


def negotiate(
    accept: str, *, pretty: bool = False, transform: Transform = as_it_is, plain: Sequence[str] = ACCEPTED
) -> Representation | None:
    """Returns the representation that a client prefers among those there are; None where it takes none of them.

    `transform` tells what an answer may be shown as; `plain` is what it can be written in as it is.
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
    """Returns the first of some media types that a client takes, by its own preference; None where it takes none."""
    for wanted, _ in _clauses(accept or "*/*"):
        found = next((each for each in offered if _covers(wanted, each)), None)
        if found is not None:
            return found
    return None


def accepts_gzip(accept_encoding: str) -> bool:
    """Tells whether a client reads what is compressed by gzip, as its header Accept-Encoding says.

    Upstream: github.com/NYTimes/gziphandler acceptsGzip.
    """
    return any(name == "gzip" and _weight(parameters) > 0 for name, parameters in _clauses(accept_encoding))


def negotiate_error(accept: str, *, pretty: bool = False) -> Representation:
    """Returns the representation that an error gets: JSON, where the client takes none that errors have.

    Upstream: apiserver/pkg/endpoints/handlers/responsewriters/writers.go ErrorNegotiated.
    """
    return negotiate(accept, pretty=pretty) or _PLAIN


def _clauses(accept: str) -> list[tuple[str, dict[str, str]]]:
    """Splits an Accept header into its clauses, the preferred ones first."""
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
    """Tells whether an Accept header passes the framework that guards built-in kinds, which looks at types only."""
    return accept == "" or names_one(accept, ("*/*", *offered))


def names_one(header: str, types: Sequence[str]) -> bool:
    """Tells whether a header names one of some media types, as that framework reads it: a list, parameters aside.

    Upstream: go-restful's route.go matchesAccept, matchesContentType.
    """
    return any(part.partition(";")[0].strip() in types for part in header.split(","))


def framework_refusal(offered: Sequence[str] = ACCEPTED) -> Status:
    """Says in the framework's words that no representation suits the client."""
    return generic_status(406, f"406: Not Acceptable\n\nAvailable representations: {', '.join(offered)}")


def wants_pretty(query: dict[str, list[str]], user_agent: str) -> bool:
    """Tells whether an answer is for human eyes."""
    pretty = query.get("pretty")
    if pretty and pretty[0]:
        return pretty[0] in ("1", "t", "T", "true", "TRUE", "True")
    return user_agent.startswith(_HUMANS)
