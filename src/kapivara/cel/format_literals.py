"""Checks `'…'.format([…])` where both are literals: each clause against the static type of its argument.

Upstream: cel-go ext/formatting.go stringFormatValidator, ext/formatting_v2.go stringFormatValidatorV2 (0.29).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kapivara.cel.ast import Call, Const, Expr, ListExpr, MapExpr
from kapivara.cel.checked import CheckedAst
from kapivara.cel.errors import Issue
from kapivara.cel.types import DYN, Kind, Type
from kapivara.cel.validators import Nodes, Validator, issue_at
from kapivara.values.record import record
from kapivara.values.rendering import quote

_INTS = frozenset({Kind.INT, Kind.UINT})
_NUMBERS = _INTS | {Kind.DOUBLE}
_FLOATS = frozenset({Kind.DOUBLE, Kind.STRING})
_TEXTUAL = frozenset(
    {
        Kind.LIST,
        Kind.MAP,
        Kind.INT,
        Kind.UINT,
        Kind.DOUBLE,
        Kind.BOOL,
        Kind.STRING,
        Kind.TIMESTAMP,
        Kind.BYTES,
        Kind.DURATION,
        Kind.TYPE,
        Kind.NULL,
    }
)
_INT64_MAX = 2**63 - 1


@record(eq=False)
class _Clause:
    """The types that a clause takes, and what is said of others."""

    kinds: frozenset[Kind]
    complaint: str


_STRING_CLAUSE = _Clause(
    _TEXTUAL,
    "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and "
    "timestamps",
)
_HEX_KINDS = _INTS | {Kind.STRING, Kind.BYTES}
_HEX_CLAUSE = _Clause(_HEX_KINDS, "only integers, byte buffers, and strings can be formatted as hex")
_HEX_CLAUSE_4 = _Clause(_HEX_KINDS, "only ints, uints, bytes, and strings can be formatted as hex")
_BINARY_KINDS = _INTS | {Kind.BOOL}

_CLAUSES: Mapping[str, _Clause] = {
    "s": _STRING_CLAUSE,
    "d": _Clause(_INTS, "decimal clause can only be used on integers"),
    "f": _Clause(_FLOATS, "fixed-point clause can only be used on doubles"),
    "e": _Clause(_FLOATS, "scientific clause can only be used on doubles"),
    "b": _Clause(_BINARY_KINDS, "only integers and bools can be formatted as binary"),
    "x": _HEX_CLAUSE,
    "X": _HEX_CLAUSE,
    "o": _Clause(_INTS, "octal clause can only be used on integers"),
}
_CLAUSES_4: Mapping[str, _Clause] = {
    "s": _STRING_CLAUSE,
    "d": _Clause(_NUMBERS, "decimal clause can only be used on ints, uints, and doubles"),
    "f": _Clause(_NUMBERS, "fixed-point clause can only be used on ints, uints, and doubles"),
    "e": _Clause(_NUMBERS, "scientific clause can only be used on ints, uints, and doubles"),
    "b": _Clause(_BINARY_KINDS, "only ints, uints, and bools can be formatted as binary"),
    "x": _HEX_CLAUSE_4,
    "X": _HEX_CLAUSE_4,
    "o": _Clause(_INTS, "octal clause can only be used on ints and uints"),
}


def format_literals(version: int) -> Validator:
    """The validator of a version of the strings library; from 4 on clauses take more types, from 5 on 100 digits."""
    clauses = _CLAUSES_4 if version >= 4 else _CLAUSES
    max_precision = 100 if version >= 5 else _INT64_MAX

    def check(checked: CheckedAst, nodes: Nodes) -> Iterator[Issue]:
        for call in nodes.calls.get("format", ()):
            if (found := _literal_call(checked, call)) is not None:
                text, args = found
                yield from _Format(checked, clauses, max_precision).check(call, text, args)

    return check


def _literal_call(checked: CheckedAst, call: Call) -> tuple[str, Sequence[Expr]] | None:
    target = call.target
    if not isinstance(target, Const) or not isinstance(target.value, str) or len(call.args) != 1:
        return None
    if all(overload.id != "string_format" for overload in checked.overloads_of(call)):
        return None
    return (target.value, call.args[0].elements) if isinstance(call.args[0], ListExpr) else None


class _Format:
    """The check of one call."""

    def __init__(self, checked: CheckedAst, clauses: Mapping[str, _Clause], max_precision: int):
        self._checked = checked
        self._clauses = clauses
        self._max_precision = max_precision

    def check(self, call: Call, text: str, args: Sequence[Expr]) -> Iterator[Issue]:
        """What is wrong first, if anything is."""
        data = text.encode("utf-8", "surrogatepass")  # kept: upstream reads bytes, a clause is one of them
        at = used = 0
        while (at := data.find(b"%", at)) >= 0:
            if data[at + 1 : at + 2] == b"%":
                at += 2
                continue
            if at + 1 >= len(data):
                yield issue_at(self._checked, call, "unexpected end of string")
                return
            if used >= len(args):
                yield issue_at(self._checked, call, f"index {used} out of range")
                return
            at, problem = self._read_clause(data, at + 1)
            if not problem:
                bad = self._misfit(data[at : at + 1].decode("latin-1"), args[used])
                if bad is not None:
                    yield bad
                    return
            else:
                yield issue_at(self._checked, call, f"could not parse formatting clause: {problem}")
                return
            at += 1
            used += 1
        if len(args) > used:
            counts = f"(expected {used}, got {len(args)})"
            yield issue_at(self._checked, call, f"too many arguments supplied to string.format {counts}")

    def _read_clause(self, data: bytes, at: int) -> tuple[int, str]:
        """The place of a clause's letter, behind its precision; and what is wrong with it."""
        if data[at] == ord("."):
            start = at = at + 1
            while data[at : at + 1].isdigit():
                at += 1
            problem = self._bad_precision(data[start:at].decode()) if at < len(data) else _NO_END
            if problem:
                return at, f"error while parsing precision: {problem}"
        letter = chr(data[at])
        return at, "" if letter in self._clauses else f'unrecognized formatting clause "{letter}"'

    def _bad_precision(self, digits: str) -> str:
        number = digits.lstrip("0")
        if not digits or len(number) > 19 or int(number or 0) > _INT64_MAX:
            reason = "value out of range" if digits else "invalid syntax"
            return f"error while converting precision to integer: strconv.Atoi: parsing {quote(digits)}: {reason}"
        if int(number or 0) > self._max_precision:
            return f"precision {int(number)} exceeds maximum allowed precision {self._max_precision}"
        return ""

    def _misfit(self, letter: str, arg: Expr) -> Issue | None:
        clause = self._clauses[letter]
        bad = self._bad_part(arg) if letter == "s" else self._unless(arg, clause)
        if bad is None:
            return None
        given = _runtime_name(self._checked.types[bad.id])
        return issue_at(self._checked, bad, f"error during formatting: {clause.complaint}, was given {given}")

    def _unless(self, arg: Expr, clause: _Clause) -> Expr | None:
        found = self._checked.types[arg.id]
        return None if found == DYN or _kind(found) in clause.kinds else arg

    def _bad_part(self, arg: Expr) -> Expr | None:
        """The first part of an argument, literals within it included, that has no text."""
        waiting = [arg]
        while waiting:
            part = waiting.pop()
            if self._unless(part, _STRING_CLAUSE) is not None:
                return part
            if isinstance(part, ListExpr):
                waiting.extend(reversed(part.elements))
            elif isinstance(part, MapExpr):
                waiting.extend(reversed([each for entry in part.entries for each in (entry.key, entry.value)]))
        return None


_NO_END = "could not find end of precision specifier"


def _kind(of: Type) -> Kind:
    return of.params[0].kind if of.kind is Kind.WRAPPER else of.kind


def _runtime_name(of: Type) -> str:
    from kapivara.cel.values.typing import runtime_name

    return runtime_name(of.params[0] if of.kind is Kind.WRAPPER else of)
