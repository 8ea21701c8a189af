"""Large selectors of watches in a compact form, of about as many bytes as their text.

A parsed selector of 1 MB takes 10 MB or more, because each requirement and each value is an object. The compact form
merges the requirements for one label or field into one term and keeps all terms in one sorted byte string, in which a
binary search finds a term. It selects the same objects.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kapivara.meta.field_selectors import FieldSelector
from kapivara.meta.label_selectors import LabelRequirement, LabelSelector, int64
from kapivara.values.json_value import INT64_MAX, INT64_MIN
from kapivara.values.record import record

_NEXT = b"\xff"
_PART = b"\xfe"
_VALUE = b"\xfd"
"""Separators of terms, of the parts of a term, and of its values. UTF-8 uses none of these bytes."""


_NO_PARTS = _PART * 4
"""A stored term omits empty parts at its end."""
_SHORT = {"exists": _PART + b"e", "!": _PART + b"a"}
_POSITIVE = frozenset("egil")


@record
class CompactLabelSelector:
    """A label selector with one term per key, sorted by key.

    A term contains the key, letters, two limits and two sets of values. The letters require that the label exists (`e`)
    or does not (`a`), and that its value is in the first set (`i`), not in the second (`n`), greater (`g`) or less
    (`l`) than a limit. `present` counts the terms that need the label.
    """

    terms: bytes
    present: int

    @staticmethod
    def of(selector: LabelSelector) -> CompactLabelSelector:
        """Returns the compact form of a selector."""
        terms = list[bytes]()
        present, at, requirements = 0, 0, selector.requirements  # sorted by key
        while at < len(requirements):
            start, key = at, requirements[at].key
            while at < len(requirements) and requirements[at].key == key:
                at += 1
            operator = requirements[start].operator
            if at == start + 1 and operator in _SHORT:  # the most frequent form in selectors with many terms
                terms.append(key.encode() + _SHORT[operator])
                present += operator == "exists"
                continue
            letters, parts = _merge(requirements[start:at])
            terms.append(_PART.join((key.encode(), letters.encode(), *parts)).rstrip(_PART))
            present += not _POSITIVE.isdisjoint(letters)
        return CompactLabelSelector(_NEXT.join(terms), present)

    def matches(self, labels: Mapping[str, str]) -> bool:
        """Returns whether the selector matches a set of labels."""
        if self.present > len(labels):
            return False
        present = 0
        for key, value in labels.items():
            term = _find(self.terms, _NEXT, _bytes(key))
            if term is None:
                continue
            letters, *parts = (term + _NO_PARTS).split(_PART)[1:6]
            if not _meets(value, letters.decode(), *parts):
                return False
            present += letters != b"n"
        return present == self.present


def _merge(requirements: Iterable[LabelRequirement]) -> tuple[str, tuple[bytes, ...]]:
    """Returns the letters and the other parts of the term for all requirements of one label."""
    letters, included, excluded = set[str](), set[str](), set[str]()
    limits: dict[str, int] = {}
    for each in requirements:
        match each.operator:
            case "in" | "=" | "==":
                included = included.intersection(each.values) if "i" in letters else set(each.values)
                letters.update("i" if included else "ai")  # no value is in an empty set
            case "notin" | "!=":
                excluded.update(each.values)
                letters.add("n")
            case "gt":
                limits["g"] = max(int(each.values[0]), limits.get("g", INT64_MIN))
            case "lt":
                limits["l"] = min(int(each.values[0]), limits.get("l", INT64_MAX))
            case "!":
                letters.add("a")
            case _:
                letters.add("e")
    shown = tuple(b"%d" % limits[each] if each in limits else b"" for each in "gl")
    return "".join(sorted(letters | limits.keys())), (*shown, _pack(included), _pack(excluded))


def _meets(value: str, letters: str, greater: bytes, less: bytes, included: bytes, excluded: bytes) -> bool:
    """Returns whether the value of an existing label matches a term."""
    if "a" in letters:
        return False
    if "i" in letters and _find(included, _VALUE, _bytes(value)) is None:
        return False
    if "n" in letters and _find(excluded, _VALUE, _bytes(value)) is not None:
        return False
    if not greater and not less:
        return True
    number = int64(value)
    if number is None:
        return False
    return not (greater and number <= int(greater)) and not (less and number >= int(less))


@record
class CompactFieldSelector:
    """A field selector with one term per field: the required value, if any, and the excluded values."""

    terms: tuple[tuple[str, str | None, bytes | None], ...]
    is_met: bool
    """False if no object can match, because one field needs two values."""

    @staticmethod
    def of(selector: FieldSelector) -> CompactFieldSelector:
        """Returns the compact form of a selector."""
        wanted: dict[str, set[str]] = {}
        excluded: dict[str, set[str]] = {}
        for each in selector.requirements:
            (excluded if each.negated else wanted).setdefault(each.field, set()).add(each.value)
        is_met = all(len(values) == 1 for values in wanted.values())
        terms = tuple(
            (
                field,
                next(iter(wanted[field])) if field in wanted else None,
                _pack(excluded[field]) if field in excluded else None,
            )
            for field in sorted(wanted.keys() | excluded.keys())
        )
        return CompactFieldSelector(terms if is_met else (), is_met)

    @property
    def fields(self) -> set[str]:
        """Returns the names of the fields in the selector."""
        return {field for field, _, _ in self.terms}

    def matches(self, fields: Mapping[str, str]) -> bool:
        """Returns whether the selector matches a set of fields; a missing field counts as empty."""
        for field, wanted, excluded in self.terms:
            value = fields.get(field, "")
            if wanted is not None and value != wanted:
                return False
            if excluded is not None and _find(excluded, _VALUE, _bytes(value)) is not None:
                return False
        return self.is_met


def _pack(texts: Iterable[str]) -> bytes:
    return _VALUE.join(sorted(map(_bytes, texts)))


def _bytes(text: str) -> bytes:
    return text.encode(errors="surrogatepass")


def _find(data: bytes, separator: bytes, name: bytes) -> bytes | None:
    """Returns the item of sorted data whose first part is `name`; None if there is none."""
    low, high = 0, len(data)  # the start of an item, and the end of an item
    while low <= high:
        middle = (low + high) // 2
        start = data.rfind(separator, low, middle) + 1 or low
        end = data.find(separator, middle, high)
        end = high if end < 0 else end
        piece = data[start:end]
        found = piece.partition(_PART)[0]
        if found == name:
            return piece
        if found < name:
            low = end + 1
        else:
            high = start - 1
    return None
