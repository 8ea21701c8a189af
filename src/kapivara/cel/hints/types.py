"""Mistakes with types: wrong operands of comparisons, additions, membership tests and selections."""

from __future__ import annotations

from kapivara.cel.hints.mistake import Complaint, Mistake

_NUMBERS = ("int", "uint", "double")
_ARITHMETIC = ("_+_", "_-_", "_*_", "_/_", "_<_", "_<=_", "_>_", "_>=_", "_==_", "_!=_")
_NO_SELECTION = "does not support field selection"


def _operands(complaint: Complaint, *functions: str) -> list[str]:
    """Returns the types of the two operands of an operator; empty for other issues."""
    for function in functions:
        told = complaint.applied(function)
        if told is not None:
            depth, cut = 0, -1
            for place, char in enumerate(told):
                depth += (char == "(") - (char == ")")
                if char == "," and depth == 1 and cut < 0:
                    cut = place
            return [told[1:cut].strip(), told[cut + 1 : -1].strip()] if cut > 0 else [told[1:-1]]
    return []


def _null(complaint: Complaint) -> str:
    if "null" not in _operands(complaint, "_==_", "_!=_"):
        return ""
    return "a field that is left out is not null: ask has(self.field), or !has(self.field)"


def _numbers(complaint: Complaint) -> str:
    types = _operands(complaint, *_ARITHMETIC)
    if len(types) == 2 and types[0] != types[1] and all(each in _NUMBERS for each in types):
        wanted, one = ("double", "1.0") if "double" in types else ("int", "1u")
        return f"{types[0]} and {types[1]} do not mix: convert one, {wanted}(…), or write {one} for 1"
    return ""


def _text_and_number(complaint: Complaint) -> str:
    types = _operands(complaint, *_ARITHMETIC)
    if len(types) != 2 or "string" not in types or not {*types} & {*_NUMBERS}:
        return ""
    if complaint.applied("_+_") is not None:
        return "a text is only added to a text: string(…)"
    return "a text is no number: leave the quotes out, or convert with int(…) or string(…)"


def _membership(complaint: Complaint) -> str:
    types = _operands(complaint, "@in")
    if len(types) != 2:
        return ""
    if types == ["string", "string"]:
        return "in looks into lists and keys of maps; of a text, ask text.contains('part')"
    if types[0].startswith(("list", "map")) and not types[1].startswith(("list", "map")):
        return "the item comes first: 'a' in self.list"
    return ""


def _contains(complaint: Complaint) -> str:
    told = complaint.applied("contains") or ""
    return (
        "contains() is for texts; of lists and maps, write 'a' in self.list" if told.startswith(("list", "map")) else ""
    )


def _negation(complaint: Complaint) -> str:
    told = complaint.applied("!_")
    if told is None or told == "(bool)":
        return ""
    return "only booleans can be negated: compare, as with '' or 0, or ask !has(self.field)"


def _length(complaint: Complaint) -> str:
    field = complaint.here[1:].lstrip()
    if _NO_SELECTION in complaint.message and field.startswith(("length", "size", "len", "count")):
        return "write size(): it is a function"
    return ""


def _has(complaint: Complaint) -> str:
    if complaint.message != "invalid argument to has() macro":
        return ""
    name = complaint.here.partition(")")[0].strip(" '\"")
    owner = complaint.fields.get(name)
    meant = f"has({owner}.{name})" if owner is not None else "has(self.field)"
    return f"has() takes a selection: {meant}; of a key or an item, write 'a' in self.labels"


MISTAKES = (
    Mistake("null", "A field is compared with null.", "self.count == null", "!has(self.count)", _null),
    Mistake(
        "mixed-numbers",
        "Integers and floating-point numbers are mixed.",
        "1.5 + self.count > 1.0",
        "1.5 + double(self.count) > 1.0",
        _numbers,
    ),
    Mistake(
        "text-and-number", "A text and a number are mixed.", "self.count == '1'", "self.count == 1", _text_and_number
    ),
    Mistake(
        "in-a-text",
        "`in` is asked about a text, or the wrong way round.",
        "'a' in self.name",
        "self.name.contains('a')",
        _membership,
    ),
    Mistake(
        "contains-of-a-list",
        "`contains` is asked of a list or map.",
        "self.tags.contains('a')",
        "'a' in self.tags",
        _contains,
    ),
    Mistake("negated-text", "Something that is no boolean is negated.", "!self.name", "self.name == ''", _negation),
    Mistake(
        "length-without-parentheses",
        "A size is read as if it were a field.",
        "self.name.length > 1",
        "self.name.size() > 1",
        _length,
    ),
    Mistake("has-of-a-name", "`has()` is given a name instead of a selection.", "has(name)", "has(self.name)", _has),
)
