"""Checks `'…'.format([…])` where both are literals: each clause against the static type of its argument.

Upstream: cel-go ext/formatting.go stringFormatValidator, ext/formatting_v2.go stringFormatValidatorV2 (0.29).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kapivara.cel.checker.validators import Nodes, Validator, issue_at
from kapivara.cel.checks.format_words import LOCALIZED, NO_END, PLAIN, precision_problem
from kapivara.cel.errors import Issue
from kapivara.cel.tree.ast import Call, Const, Expr, ListExpr, MapExpr
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.types import DYN, CelKind, Type
from kapivara.cel.values.typing import runtime_name
from kapivara.values.json_value import INT64_MAX
from kapivara.values.record import record

_INTS = frozenset({CelKind.INT, CelKind.UINT})
_NUMBERS = _INTS | {CelKind.DOUBLE}
_FLOATS = frozenset({CelKind.DOUBLE, CelKind.STRING})
_TEXTUAL = frozenset(
    {
        CelKind.LIST,
        CelKind.MAP,
        CelKind.INT,
        CelKind.UINT,
        CelKind.DOUBLE,
        CelKind.BOOL,
        CelKind.STRING,
        CelKind.TIMESTAMP,
        CelKind.BYTES,
        CelKind.DURATION,
        CelKind.TYPE,
        CelKind.NULL,
    }
)
_KINDS: Mapping[str, frozenset[CelKind]] = {
    "s": _TEXTUAL,
    "d": _INTS,
    "f": _FLOATS,
    "e": _FLOATS,
    "b": _INTS | {CelKind.BOOL},
    "x": _INTS | {CelKind.STRING, CelKind.BYTES},
    "o": _INTS,
}
_KINDS_4 = {**_KINDS, "d": _NUMBERS, "f": _NUMBERS, "e": _NUMBERS}


@record(eq=False)
class _Dialect:
    """The types that each clause accepts, the messages for others, and the highest precision."""

    kinds: Mapping[str, frozenset[CelKind]]
    words: Mapping[str, str]
    max_precision: int = INT64_MAX


def format_literals(version: int) -> Validator:
    """Returns the validator of a version of the strings library; from 4 on, clauses accept more types."""
    dialect = _Dialect(_KINDS, LOCALIZED)
    if version >= 4:
        dialect = _Dialect(_KINDS_4, PLAIN, 100 if version >= 5 else INT64_MAX)

    def check(checked: CheckedAst, nodes: Nodes) -> Iterator[Issue]:
        for call in nodes.calls.get("format", ()):
            if (found := _literal_call(checked, call)) is not None:
                text, args = found
                yield from _Format(checked, dialect).check(call, text, args)

    return Validator(check, frozenset(("format",)))


def _literal_call(checked: CheckedAst, call: Call) -> tuple[str, Sequence[Expr]] | None:
    target = call.target
    if not isinstance(target, Const) or not isinstance(target.value, str) or len(call.args) != 1:
        return None
    if all(overload.id != "string_format" for overload in checked.overloads_of(call)):
        return None
    return (target.value, call.args[0].elements) if isinstance(call.args[0], ListExpr) else None


class _Format:
    """The check of one call."""

    def __init__(self, checked: CheckedAst, dialect: _Dialect):
        self._checked = checked
        self._dialect = dialect

    def check(self, call: Call, text: str, args: Sequence[Expr]) -> Iterator[Issue]:
        """Yields the first issue, if there is one."""
        data = text.encode("utf-8", "surrogatepass")  # kept: upstream reads bytes, and a clause is a single byte
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
        """Returns the offset of a clause's letter, after its precision; and the problem with the clause, if any."""
        if data[at] == ord("."):
            start = at = at + 1
            while data[at : at + 1].isdigit():
                at += 1
            precision = data[start:at].decode()
            problem = precision_problem(precision, self._dialect.max_precision) if at < len(data) else NO_END
            if problem:
                return at, f"error while parsing precision: {problem}"
        letter = chr(data[at])
        return (
            at,
            "" if letter == "X" or letter in self._dialect.kinds else f'unrecognized formatting clause "{letter}"',
        )

    def _misfit(self, letter: str, arg: Expr) -> Issue | None:
        clause = "x" if letter == "X" else letter
        bad = self._bad_part(arg) if clause == "s" else self._unless(arg, self._dialect.kinds[clause])
        if bad is None:
            return None
        given = _runtime_name(self._checked.types[bad.id])
        return issue_at(
            self._checked, bad, f"error during formatting: {self._dialect.words[clause]}, was given {given}"
        )

    def _unless(self, arg: Expr, kinds: frozenset[CelKind]) -> Expr | None:
        found = self._checked.types[arg.id]
        return None if found == DYN or _kind(found) in kinds else arg

    def _bad_part(self, arg: Expr) -> Expr | None:
        """Returns the first part of an argument, parts of literals included, without a text form; or None."""
        waiting = [arg]
        while waiting:
            part = waiting.pop()
            if self._unless(part, _TEXTUAL) is not None:
                return part
            if isinstance(part, ListExpr):
                waiting.extend(reversed(part.elements))
            elif isinstance(part, MapExpr):
                waiting.extend(reversed([each for entry in part.entries for each in (entry.key, entry.value)]))
        return None


def _kind(of: Type) -> CelKind:
    return of.params[0].kind if of.kind is CelKind.WRAPPER else of.kind


def _runtime_name(of: Type) -> str:
    return runtime_name(of.params[0] if of.kind is CelKind.WRAPPER else of)
