"""Writes the request metrics by labels in Prometheus's text format.

CRDs that come and go leave thousands of label sets with two dozen lines each, for which Prometheus's library would need
three seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from kapivara.server.metrics.metrics import REQUEST_BUCKETS, Labels, Metrics

_SECONDS: Final = "apiserver_request_duration_seconds"
_TOTAL: Final = "apiserver_request_total"
_HELP: Final = {
    _SECONDS: "[STABLE] Response latency distribution in seconds for each verb, dry run value, group, version,"
    " resource, subresource, scope and component.",
    _TOTAL: "[STABLE] Counter of apiserver requests broken out for each verb, dry run value, group, version, resource,"
    " scope, component, and HTTP response code.",
}
_BOUNDS: Final = (*(f"{bound:g}" for bound in REQUEST_BUCKETS), "+Inf")


def request_lines(metrics: Metrics) -> str:
    """Returns the lines of both families, each with its help."""
    series = [(_label_texts(labels), each) for labels, each in sorted(metrics.requests.items())]
    lines = [*_heading(_SECONDS, "histogram")]
    for labels, each in series:
        lines += _histogram(labels, each.seconds.counts, each.seconds.sum)
    lines += _heading(_TOTAL, "counter")
    for labels, each in series:
        for code, count in sorted(each.codes.items()):
            lines.append(f"{_TOTAL}{{{_joined(labels, 'code', str(code))}}} {count}")
    return "\n".join([*lines, ""])


def _heading(name: str, kind: str) -> Iterator[str]:
    yield f"# HELP {name} {_HELP[name]}"
    yield f"# TYPE {name} {kind}"


def _histogram(labels: dict[str, str], counts: list[int], total: float) -> Iterator[str]:
    before, after = _joined(labels, "le", "\n").split("\n")
    for bound, count in zip(_BOUNDS, accumulate(counts), strict=True):
        yield f"{_SECONDS}_bucket{{{before}{bound}{after}}} {count}"
    plain = _joined(labels)
    yield f"{_SECONDS}_count{{{plain}}} {sum(counts)}"
    yield f"{_SECONDS}_sum{{{plain}}} {repr(total).removesuffix('.0')}"


def _label_texts(labels: Labels) -> dict[str, str]:
    """Returns the escaped label values by name."""
    escapes = (("\\", r"\\"), ("\n", r"\n"), ('"', r"\""))
    texts = labels._asdict()
    for name, text in texts.items():
        for sign, escape in escapes:
            if sign in text:
                texts[name] = texts[name].replace(sign, escape)
    return texts


def _joined(labels: dict[str, str], name: str = "", text: str = "") -> str:
    """Returns labels, and perhaps one more, sorted by name."""
    every = {**labels, name: text} if name else labels
    return ",".join([f'{each}="{every[each]}"' for each in sorted(every)])
