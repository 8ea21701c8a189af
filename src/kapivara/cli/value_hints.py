"""What users see beside the server's words about a value: which one was meant, what YAML 1.1 made of it, and templates.

YAML 1.1 takes `yes`, `on` and `n` for booleans and `0777` for an octal number, as keys, too: who wrote a text does not
find it in the error. Told only where that explains an error; JSON has no such values. What stands in quotes is a text,
whatever it looks like.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.cli.excerpts import find_mark
from kapivara.codec.yaml_keys import plain_key_text
from kapivara.codec.yaml_scalars import resolve
from kapivara.content.nearest import nearest
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.rendering import to_json_text

if TYPE_CHECKING:
    from kapivara.cli.findings import Finding
    from kapivara.cli.manifests import Manifest

LOOKS_LIKE_TEMPLATE = "this looks like a template: render it first, as by helm template"
_TEMPLATE = lazy_pattern(r"\{\{.*\}\}")
_NOT_SUPPORTED = lazy_pattern(r'Unsupported value: "((?:[^"\\]|\\.)*)": supported values: (.*)\Z')
_INVALID_WORD = lazy_pattern(r'Invalid value: "(\w+)": (.*)\Z')
_WORD = lazy_pattern(r"\w+")
_DECIMAL_MODE = lazy_pattern(r"Invalid value: ([0-7]{3,4}): .*\(octal\)")
_QUOTED = lazy_pattern(r'"((?:[^"\\]|\\.)*)"')
_WRONG_TYPE = lazy_pattern(r'cannot unmarshal (?:bool|number)|must be of type \w+: "(?:boolean|integer|number)"')
_TEXT_GIVEN = lazy_pattern(
    r"cannot unmarshal string into .* of type (?:u?(int)[0-9]*|float[0-9]*|(bool))\Z"
    r'|must be of type (?:(integer)|number|(boolean)): "string"\Z'
)
_TEXT_WANTED = lazy_pattern(
    r"cannot unmarshal (?:bool|number) into .* of type string\Z"
    r'|must be of type string: "(?:boolean|integer|number)"\Z'
)
_IN_QUOTES = lazy_pattern(r"""(["'])(?:(true|false)|-?(?:0|[1-9][0-9]*)(\.[0-9]+)?)\1""")
_NUMBER_TOLD = lazy_pattern(r"(?:Invalid|Unsupported) value: (-?[0-9.e+]+)(?::|\Z)")
_SAME_EVERYWHERE = lazy_pattern(r"true|false|True|False|TRUE|FALSE|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")
_LAST_STEP = lazy_pattern(r"([^.\[\]]+)\]?$")
_QUANTITY = lazy_pattern(r"([0-9]+(?:\.[0-9]+)?) ?([A-Za-z]+)")
_NO_QUANTITY = ("([eEinumkKMGTP]*[-+]?[0-9]*)$'", "unable to parse quantity's suffix")
_CORES = {"core": "", "cores": "", "cpu": "", "cpus": "", "millicores": "m", "mcpu": "m"}
_SIZES = "KMGTPE"
_OCTAL = lazy_pattern(r"[-+]?0[oO]?[0-7_]+")


def meant_value(message: str) -> str:
    """Says which value of an enum was meant, or which octal number; nothing where none looks like it."""
    if mode := _DECIMAL_MODE.match(message):
        return f"{mode[1]} is decimal: did you mean 0{mode[1]}, which is {int(mode[1], 8)}?"
    if told := _NOT_SUPPORTED.match(message):
        near = nearest(told[1], _QUOTED.findall(told[2]))
    else:
        near = _in_other_case(message)
    return f"did you mean {near}?" if near else ""


def _in_other_case(message: str) -> str:
    """Returns the word of an error that is a refused word but for its case: some name what they take in a sentence."""
    told = _INVALID_WORD.match(message)
    words = _WORD.findall(told[2]) if told else ()
    return next((each for each in words if told and each != told[1] and each.lower() == told[1].lower()), "")


def yaml_hint(error: Finding, manifest: Manifest) -> str:
    """Says what YAML made of the key or the value that an error is about, where that is why it is one."""
    line = manifest.document.positions.line(error.place.line)
    start = error.place.column - 1
    if line is None or not error.field or not 0 <= start < len(line):
        return ""
    begin, end = find_mark(line, start, "", of_key=True)
    key = line[begin:end]
    begin, end = find_mark(line, start, key, of_key=False)
    value = line[begin:end]
    if _TEMPLATE.search(value):
        return LOOKS_LIKE_TEMPLATE
    if hint := _told_of_quotes(value, error.message) or meant_quantity(value, error.message):
        return hint
    number = _NUMBER_TOLD.match(error.message)
    is_why = _WRONG_TYPE.search(error.message) or (number and number[1] == plain_key_text(value))
    return (_told(value) if is_why else "") or _told_of_key(key, error.field)


def _told_of_quotes(value: str, message: str) -> str:
    """Says that a number or a boolean is in quotes, or is not, where that is why there is an error."""
    if _TEXT_WANTED.search(message) and _SAME_EVERYWHERE.fullmatch(value):
        return f"{value} is a {'number' if value[-1].isdigit() else 'boolean'}: put it in quotes"
    wanted, given = _TEXT_GIVEN.search(message), _IN_QUOTES.fullmatch(value)
    if wanted is None or given is None:
        return ""
    wants_integer, wants_boolean = bool(wanted[1] or wanted[3]), bool(wanted[2] or wanted[4])
    if wants_boolean != bool(given[2]) or (wants_integer and given[3]):
        return ""
    return f"{value} is a text: leave the quotes out"


def meant_quantity(value: str, message: str) -> str:
    """Says how a quantity is written whose unit is that of another notation: `512MB`, `10 Gi`, `2 cores`."""
    given = _QUANTITY.fullmatch(value.strip("\"'")) if message.endswith(_NO_QUANTITY) else None
    if given is None:
        return ""
    number, unit = given[1], given[2].lower()
    if unit in _CORES:
        return f"did you mean {number}{_CORES[unit]}?"
    size = unit.removesuffix("bytes").removesuffix("b")
    letter = size[:1].upper()
    if not letter or letter not in _SIZES or size[1:] not in ("", "i"):
        return ""
    decimal = f", or {number}{'k' if letter == 'K' else letter}" if size == letter.lower() else ""
    return f"did you mean {number}{letter}i{decimal}?"


def _told_of_key(key: str, field: str) -> str:
    """Says why a field has another name than the one that is written."""
    last = _LAST_STEP.search(field)
    return _told(key) if last is not None and last[1] == plain_key_text(key) else ""


def _told(text: str) -> str:
    """Says what a plain scalar is that looks like something else; nothing of others."""
    if not text or _SAME_EVERYWHERE.fullmatch(text):
        return ""
    kind, value = resolve(text)
    if kind not in ("bool", "int", "float") or value - value != 0:  # an infinite key is what it looks like
        return ""
    if kind == "bool":
        read = f"the boolean {to_json_text(value)} in YAML 1.1"
    elif _OCTAL.fullmatch(text):
        read = f"octal for {to_json_text(value)} in YAML 1.1"
    else:
        read = f"the number {to_json_text(value)}"
    return f"{text} is {read}, unless it is in quotes"
