"""Hints for errors about values: the value that was probably meant, surprises of YAML 1.1, and templates.

YAML 1.1 reads `yes`, `on` and `n` as booleans and `0777` as an octal number, also as keys, so the error does not show
the text that was written. A hint is given only if this explains the error; JSON and quoted texts have no such values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.cli.inputs.broken_documents import LOOKS_LIKE_TEMPLATE
from kapivara.cli.inputs.excerpts import find_mark
from kapivara.codec.yaml.exact.keys import plain_key_text
from kapivara.codec.yaml.exact.scalars import resolve
from kapivara.content.nearest import nearest
from kapivara.values.lazy_pattern import lazy_pattern
from kapivara.values.rendering import to_json_text

if TYPE_CHECKING:
    from kapivara.cli.findings import Finding
    from kapivara.cli.inputs.manifests import Manifest

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
    """Returns a hint for a misspelt enum value or a decimal file mode; "" if no known value is similar."""
    if mode := _DECIMAL_MODE.match(message):
        return f"{mode[1]} is decimal: did you mean 0{mode[1]}, which is {int(mode[1], 8)}?"
    if found := _NOT_SUPPORTED.match(message):
        near = nearest(found[1], _QUOTED.findall(found[2]))
    else:
        near = _in_other_case(message)
    return f"did you mean {near}?" if near else ""


def _in_other_case(message: str) -> str:
    """Returns the accepted word in an error that equals the rejected one except for its case; "" if there is none."""
    found = _INVALID_WORD.match(message)
    words = _WORD.findall(found[2]) if found else ()
    return next((each for each in words if found and each != found[1] and each.lower() == found[1].lower()), "")


def yaml_hint(error: Finding, manifest: Manifest) -> str:
    """Returns a hint how YAML read the key or the value of an error, if that explains the error; otherwise ""."""
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
    if hint := _quote_hint(value, error.message) or meant_quantity(value, error.message):
        return hint
    number = _NUMBER_TOLD.match(error.message)
    is_why = _WRONG_TYPE.search(error.message) or (number and number[1] == plain_key_text(value))
    return (_scalar_hint(value) if is_why else "") or _key_hint(key, error.field)


def _quote_hint(value: str, message: str) -> str:
    """Returns a hint to add or remove quotes if a number or boolean has the wrong type; otherwise ""."""
    if _TEXT_WANTED.search(message) and _SAME_EVERYWHERE.fullmatch(value):
        return f"{value} is a {'number' if value[-1].isdigit() else 'boolean'}: put it in quotes"
    wanted, given = _TEXT_GIVEN.search(message), _IN_QUOTES.fullmatch(value)
    if wanted is None or given is None:
        return ""
    wants_integer, wants_boolean = bool(wanted[1] or wanted[3]), bool(wanted[2] or wanted[4])
    if wants_boolean != bool(given[2]) or (wants_integer and given[3]):
        return ""
    return f"{value} is a string: remove the quotes"


def meant_quantity(value: str, message: str) -> str:
    """Returns a hint for a quantity with a unit of another notation: `512MB`, `10 Gi`, `2 cores`."""
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


def _key_hint(key: str, field: str) -> str:
    """Returns a hint why a field has another name than the written one; otherwise ""."""
    last = _LAST_STEP.search(field)
    return _scalar_hint(key) if last is not None and last[1] == plain_key_text(key) else ""


def _scalar_hint(text: str) -> str:
    """Returns the value that YAML reads from a plain scalar if that is surprising; otherwise ""."""
    if not text or _SAME_EVERYWHERE.fullmatch(text):
        return ""
    kind, value = resolve(text)
    if kind not in ("bool", "int", "float") or value - value != 0:  # infinite and NaN keys are not surprising
        return ""
    if kind == "bool":
        read = f"the boolean {to_json_text(value)} in YAML 1.1"
    elif _OCTAL.fullmatch(text):
        read = f"octal for {to_json_text(value)} in YAML 1.1"
    else:
        read = f"the number {to_json_text(value)}"
    return f"{text} is {read}, unless it is in quotes"
