"""Merges the metrics of the worker processes of one server into one response to `GET /metrics`.

Adds the values of each series, except for feature gates (the maximum) and the start time of the process (the minimum).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from kapivara.server.http1.answer import Answer

_HELP: Final = "# HELP "
_TYPE: Final = "# TYPE "
_COUNTED: Final = frozenset(("counter", "histogram", "summary"))
_NOT_ADDED: Final[Mapping[str, Callable[[float, float], float]]] = {
    "kubernetes_feature_enabled": max,
    "process_start_time_seconds": min,
}


def merge_metrics(own: Answer, others: Iterable[bytes]) -> Answer:
    """Returns the metrics response of one process, merged with the metrics texts of the other processes."""
    families: dict[str, _Family] = {}
    for text in (own.body, *others):
        _read(text.decode(), families)
    return Answer(own.code, "".join(map(str, families.values())).encode(), own.headers)


def counts_of(text: bytes) -> bytes:
    """Returns the counters, histograms and summaries of a metrics text; adds up series that occur several times."""
    families: dict[str, _Family] = {}
    _read(text.decode(), families)
    return "".join(str(each) for each in families.values() if each.is_counted).encode()


class _Family:
    """The series of one metric, and its HELP and TYPE lines."""

    def __init__(self, name: str) -> None:
        self._add = _NOT_ADDED.get(name, float.__add__)
        self.about: dict[str, None] = {}
        self._values: dict[str, float] = {}

    def add(self, series: str, value: float) -> None:
        """Merges the value of a series from one process with the values added before."""
        known = self._values.get(series)
        self._values[series] = value if known is None else self._add(known, value)

    @property
    def is_counted(self) -> bool:
        """True for counters, histograms and summaries, whose values only grow while a process runs."""
        return any(line.startswith(_TYPE) and line.rpartition(" ")[2] in _COUNTED for line in self.about)

    def __str__(self) -> str:
        values = (f"{series} {int(value) if value.is_integer() else value}\n" for series, value in self._values.items())
        return "".join((*(f"{line}\n" for line in self.about), *values))


def _read(text: str, families: dict[str, _Family]) -> None:
    family = _Family("")
    for line in text.splitlines():
        if line.startswith(_HELP):
            name = line[len(_HELP) :].partition(" ")[0]
            family = families.setdefault(name, _Family(name))
        if line.startswith("#"):
            family.about[line] = None
        elif line:
            series, _, value = line.rpartition(" ")
            family.add(series, float(value))
