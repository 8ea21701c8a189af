"""All markers by target, and the names that belong to other tools."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType

from kapivara.generator.crd.markers import definition, limits, merging, package, presence, rules, type_rules, values
from kapivara.generator.crd.markers.limits import PREFIX
from kapivara.generator.crd.markers.marker import Marker, Target, by_name
from kapivara.values.record import replace

ITEMS_PREFIX = f"{PREFIX}items:"
_VALIDATION = (*limits.MARKERS, *values.COMMON, rules.X_VALIDATION)


def _for_items(marker: Marker) -> Marker:
    name = ITEMS_PREFIX + marker.name.removeprefix(PREFIX)
    example = marker.example.replace(PREFIX, ITEMS_PREFIX, 1)
    return replace(marker, name=name, docs=f"Of each item of a list: {marker.docs}", example=example, for_items=True)


MARKERS = (
    *_VALIDATION,
    *values.MARKERS,
    *rules.MARKERS,
    *type_rules.MARKERS,
    *presence.MARKERS,
    *merging.MARKERS,
    *definition.MARKERS,
    *package.MARKERS,
    *map(_for_items, _VALIDATION),
)
"""All markers for CRDs."""

_BY_TARGET: Mapping[Target, Mapping[str, Marker]] = MappingProxyType(
    {target: by_name([each for each in (*MARKERS, values.REFUSED) if target in each.targets]) for target in Target}
)
_NAMES = frozenset(each.name for each in MARKERS)
_OWN = "kubebuilder:"
_FOREIGN = ("ac:", "object", "rbac", "webhook", "webhookconfiguration", "scaffold:", "docs-gen:", "printerColumn")
_CLOSE = 0.75
_WORTH_FINDING = 5  # letters of the shortest name that may be the end of another name


def split_marker(text: str) -> tuple[str, str, str]:
    """Splits `a:b:c=rest` into `a:b`, `a:b:c` and `rest`: the last part of the name may be an argument."""
    whole, equals, rest = text.partition("=")
    name = whole.rpartition(":")[0] if equals and ":" in whole else whole
    return name, whole, rest


def find_marker(text: str, target: Target) -> Marker | None:
    """Returns the marker of a line (without its `+`) for a target; None where it is no marker for this target."""
    known = _BY_TARGET[target]
    whole = text.partition("=")[0]
    if (found := known.get(whole)) is not None:
        return found
    return known.get(split_marker(text)[0]) or known.get(whole.partition("(")[0])


def is_unknown(text: str) -> bool:
    """Returns whether a line has a name like kubebuilder's markers, but is neither one nor a marker of another tool."""
    name, whole, _ = split_marker(text)
    if not whole.startswith(_OWN) or whole in _NAMES or name in _NAMES:
        return False
    return not whole.removeprefix(_OWN).startswith(_FOREIGN)


def nearest(text: str) -> str:
    """Returns the marker whose name is most similar to that of a line; empty where none is similar.

    Names are compared by their last parts, because the other parts are mostly equal.
    """
    name, whole, _ = split_marker(text)
    by_case = {each.lower(): each for each in sorted(_NAMES)}
    if whole.lower() in by_case:
        return by_case[whole.lower()]
    lasts: dict[str, list[str]] = {}
    for each in by_case:
        lasts.setdefault(each.rpartition(":")[2], []).append(each)
    asked = whole.lower().rpartition(":")[2]
    if longer := [each for each in sorted(lasts, key=len) if len(asked) >= _WORTH_FINDING and each.endswith(asked)]:
        return by_case[lasts[longer[0]][-1]]
    for asked in (whole.lower(), name.lower()) if f"{name}:" != PREFIX else (whole.lower(),):
        for last in get_close_matches(asked.rpartition(":")[2], lasts, 1, _CLOSE):
            return by_case[get_close_matches(asked, lasts[last], 1, 0.0)[0]]
    return ""
