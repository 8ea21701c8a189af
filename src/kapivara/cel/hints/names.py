"""Mistakes with names: functions of other languages, missing variables, misspelled fields."""

from __future__ import annotations

from typing import Final

from kapivara.cel.hints.mistake import Complaint, Mistake
from kapivara.content.nearest import nearest

_FUNCTIONS: Final = {
    **dict.fromkeys(("toLower", "toLowerCase", "lower", "lowercase", "downcase"), "lowerAscii()"),
    **dict.fromkeys(("toUpper", "toUpperCase", "upper", "uppercase", "upcase"), "upperAscii()"),
    **dict.fromkeys(("length", "len", "count", "strlen"), "size()"),
    **dict.fromkeys(("hasPrefix", "beginsWith", "startswith"), "startsWith()"),
    **dict.fromkeys(("hasSuffix", "endswith"), "endsWith()"),
    **dict.fromkeys(("match", "test", "regex", "regexMatch", "isMatch"), "matches()"),
    **dict.fromkeys(("substr", "slice"), "substring()"),
    **dict.fromkeys(("strip", "trimSpace"), "trim()"),
    **dict.fromkeys(("unique", "uniq"), "distinct()"),
    **dict.fromkeys(("parseInt", "toInt", "Number", "Integer"), "int()"),
    **dict.fromkeys(("toString", "str", "String"), "string()"),
    **dict.fromkeys(("isEmpty", "empty"), "size() == 0"),
    **dict.fromkeys(("keys", "getKeys"), "map(key, key)"),
    **dict.fromkeys(("includes", "has_key", "hasKey", "containsKey"), "the operator in: 'a' in self.labels"),
}
_MACROS: Final = {
    **dict.fromkeys(("any", "some", "anyMatch", "exist"), "exists(x, …)"),
    **dict.fromkeys(("every", "forAll", "allMatch"), "all(x, …)"),
    **dict.fromkeys(("where", "select"), "filter(x, …)"),
    **dict.fromkeys(("forEach", "collect"), "map(x, …)"),
}
_CLOCKS: Final = ("now", "today", "currentTime", "time")
_CONSTANTS: Final = {"True": "true", "False": "false", "None": "null", "nil": "null", "undefined": "null"}


def _function(complaint: Complaint) -> str:
    name = complaint.undeclared
    if name in _FUNCTIONS and complaint.is_call:
        return f"there is no {name}(): write {_FUNCTIONS[name]}"
    return ""


def _macro(complaint: Complaint) -> str:
    name = complaint.undeclared
    return f"there is no {name}(): write {_MACROS[name]}" if name in _MACROS and complaint.is_call else ""


def _clock(complaint: Complaint) -> str:
    if complaint.undeclared in _CLOCKS and complaint.is_call:
        return "a rule cannot ask what time it is: compare fields, or write timestamp('2030-01-01T00:00:00Z')"
    return ""


def _has_of_an_object(complaint: Complaint) -> str:
    if complaint.undeclared != "has" or not complaint.is_call:
        return ""
    argument = complaint.here[1:].partition(")")[0].strip(" '\"")
    return f"has() stands before all of the selection: has(self.{argument if argument.isidentifier() else 'field'})"


def _constant(complaint: Complaint) -> str:
    name = complaint.undeclared
    return f"write {_CONSTANTS[name]}, not {name}" if name in _CONSTANTS else ""


def _self(complaint: Complaint) -> str:
    name = complaint.undeclared
    owner = complaint.fields.get(name) if not complaint.is_call else None
    return f"{name} is a field of {owner}: write {owner}.{name}" if owner is not None else ""


def _dash(complaint: Complaint) -> str:
    if not complaint.message.startswith("undefined field '"):
        return ""
    start = complaint.message.split("'")[1]
    for name in complaint.fields:
        spelled = name.replace("__dash__", "-").replace("__dot__", ".").replace("__slash__", "/")
        if name != spelled and spelled.startswith(start) and complaint.here[1:].startswith(spelled):
            return f"a field called {spelled} is spelled {name} in expressions"
    return ""


def _field(complaint: Complaint) -> str:
    if not complaint.message.startswith("undefined field '") or _dash(complaint):
        return ""
    name = complaint.message.split("'")[1]
    near = nearest(name, complaint.fields, 0.7)
    return f"did you mean {near}?" if near else ""


def _near_function(complaint: Complaint) -> str:
    name = complaint.undeclared
    if not name or name in _CONSTANTS:
        return ""
    if not complaint.is_call:
        near = nearest(name, complaint.env.variables, 0.7)
        return f"did you mean {near}?" if near else ""
    known = [each for each in complaint.env.functions if each.isidentifier()]
    known += [macro.name for macro in complaint.env.macros.values()]
    near = nearest(name, known, 0.7)
    return f"did you mean {near}()?" if near else ""


MISTAKES = (
    Mistake(
        "function-of-another-language",
        "A function is called as another language calls it.",
        "self.name.toLower() == 'a'",
        "self.name.lowerAscii() == 'a'",
        _function,
    ),
    Mistake(
        "macro-of-another-language",
        "A macro over a list is called as another language calls it.",
        "self.items.any(x, x.size > 1)",
        "self.items.exists(x, x.size > 1)",
        _macro,
    ),
    Mistake(
        "clock",
        "A rule asks what time it is.",
        "timestamp(self.name) > now()",
        "timestamp(self.name) > timestamp('2030-01-01T00:00:00Z')",
        _clock,
    ),
    Mistake(
        "has-of-an-object", "`has()` is called on an object.", "self.has('name')", "has(self.name)", _has_of_an_object
    ),
    Mistake(
        "constant-of-another-language",
        "A constant is written as another language writes it.",
        "self.on == True",
        "self.on == true",
        _constant,
    ),
    Mistake("self-forgotten", "A field is named without `self`.", "name == 'a'", "self.name == 'a'", _self),
    Mistake(
        "name-with-a-dash",
        "A field name with a dash is not escaped, so the expression subtracts.",
        "self.my-field == 'a'",
        "self.my__dash__field == 'a'",
        _dash,
    ),
    Mistake("misspelt-field", "A field is misspelt.", "self.nmae == 'a'", "self.name == 'a'", _field),
    Mistake(
        "misspelt-function",
        "A function is misspelt.",
        "self.name.startWith('a')",
        "self.name.startsWith('a')",
        _near_function,
    ),
)
