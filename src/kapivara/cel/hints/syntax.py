"""Mistakes with operators and punctuation: those of other languages, and incomplete operators."""

from __future__ import annotations

from kapivara.cel.hints.mistake import Complaint, Mistake
from kapivara.values.lazy_pattern import lazy_pattern

_SYNTAX = "Syntax error: "
_WORDS = {"and": "&&", "or": "||", "AND": "&&", "OR": "||"}
_WORD = lazy_pattern(r"(and|or|AND|OR)\b")
_NOT = lazy_pattern(r"(?:^|[\s(&|])not\s*\Z")
_QUESTION = lazy_pattern(r"(\w+)\?\.([A-Za-z_]\w*)")
_QUOTES = "\u201c\u201d\u2018\u2019\u201e\u00ab\u00bb"


def _is_syntax(complaint: Complaint, sign: str) -> bool:
    return complaint.message.startswith(_SYNTAX) and complaint.here.startswith(sign)


def _before(complaint: Complaint) -> str:
    return complaint.text[: max(complaint.offset, 0)]


def _equals(complaint: Complaint) -> str:
    if not _is_syntax(complaint, "=") or complaint.here.startswith(("==", "=>", "=~")):
        return ""
    if _before(complaint).endswith(("==", "!=")):
        return "write == or !=: there are no three signs"
    return "one = does nothing here: compare with =="


def _pattern(complaint: Complaint) -> str:
    return "there is no =~: write text.matches('pattern')" if _is_syntax(complaint, "=~") else ""


def _optional(complaint: Complaint) -> str:
    found = _QUESTION.search(complaint.text) if complaint.message.startswith(_SYNTAX) else None
    return f"the question mark stands behind the dot: {found[1]}.?{found[2]}.orValue(…)" if found else ""


def _half(complaint: Complaint) -> str:
    for sign in ("&", "|"):
        if _is_syntax(complaint, sign) and not complaint.here.startswith(sign * 2):
            return f"write {sign * 2}: there is no single {sign}"
    return ""


def _word(complaint: Complaint) -> str:
    found = _WORD.match(complaint.here) if complaint.message.startswith(_SYNTAX) else None
    return f"write {_WORDS[found[1]]}, not {found[1]}" if found else ""


def _not(complaint: Complaint) -> str:
    is_blamed = complaint.message.startswith(_SYNTAX) and _NOT.search(_before(complaint))
    return "write !, not the word not" if is_blamed else ""


def _arrow(complaint: Complaint) -> str:
    if _is_syntax(complaint, "=>") or _is_syntax(complaint, "->"):
        return "there are no arrows: a macro takes a variable and an expression, all(x, x > 0)"
    return ""


def _colon(complaint: Complaint) -> str:
    is_in_call = complaint.here.startswith(":") and "expecting ')'" in complaint.message
    return "a comma follows the variable of a macro: all(x, x > 0)" if is_in_call else ""


def _quote(complaint: Complaint) -> str:
    if complaint.message.startswith(_SYNTAX) and complaint.here[:1] in tuple(_QUOTES):
        return "texts stand in ' or \", not in typographic quotes"
    return ""


def _if(complaint: Complaint) -> str:
    return "there is no if: write condition ? one : other" if complaint.message == "reserved identifier: if" else ""


def _stray(complaint: Complaint) -> str:
    if _is_syntax(complaint, "$") or _is_syntax(complaint, ";"):
        return f"leave {complaint.here[0]} out: an expression is a single value"
    return ""


MISTAKES = (
    Mistake("single-equals", "`=` stands for `==`.", "self.name = 'a'", "self.name == 'a'", _equals),
    Mistake(
        "pattern-operator",
        "A pattern is matched with `=~`.",
        "self.name =~ '^a'",
        "self.name.matches('^a')",
        _pattern,
    ),
    Mistake(
        "question-before-the-dot",
        "A field that may be missing is read as another language does.",
        "self?.name == 'a'",
        "self.?name.orValue('') == 'a'",
        _optional,
    ),
    Mistake("half-operator", "`&` or `|` stands for `&&` or `||`.", "self.on & self.on", "self.on && self.on", _half),
    Mistake("and-or", "`and` or `or` stands for `&&` or `||`.", "self.on and self.on", "self.on && self.on", _word),
    Mistake("not", "`not` stands for `!`.", "not self.on", "!self.on", _not),
    Mistake(
        "arrow",
        "A macro is given a function.",
        "self.items.all(x => x.size > 1)",
        "self.items.all(x, x.size > 1)",
        _arrow,
    ),
    Mistake(
        "colon-in-a-macro",
        "A colon stands behind the variable of a macro.",
        "self.items.all(x: x.size > 1)",
        "self.items.all(x, x.size > 1)",
        _colon,
    ),
    Mistake(
        "typographic-quotes",
        "A text is in typographic quotes.",
        "self.name == \u201ca\u201d",
        "self.name == 'a'",
        _quote,
    ),
    Mistake("if", "`if` stands for `?:`.", "if (self.on) true", "self.on ? true : false", _if),
    Mistake("stray-sign", "A sign of another language stands in the expression.", "self.on;", "self.on", _stray),
)
