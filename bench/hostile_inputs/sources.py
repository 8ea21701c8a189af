"""Types with tags, in Go and in Python, for `gen` and `lint`."""

from __future__ import annotations

from random import Random

from bench.hostile_inputs.scalars import text

TAGS = (
    *("required", "optional", "minLength=1", "maxLength=5", "maxItems=3", "minimum=1", "enum", "immutable"),
    *("format=k8s-ip", "neq=1"),
    *("listType=map", "listMapKey=a", "listType=set", "unique=map", "eachVal=+k8s:minimum=1"),
    *("eachKey=+k8s:maxLength=5", "opaqueType"),
    *('subfield("a")=+k8s:required', 'ifEnabled("X")=+k8s:forbidden', "unionMember", "unionDiscriminator"),
    'item(a: "b")=+k8s:immutable',
    *("default=1", "validateFalse", "validateTrue", 'validateFalse(flags: "A")=x', "update=NoModify", "customUnique"),
    *("minItems=-1", "dependentRequired"),
    *("maxLength=99999999999999999999", "maxLength=x", "unheardOf", "eachVal=" * 60 + "+k8s:required", "("),
    *('subfield("', "alpha(since:", ""),
    *("zeroOrOneOfMember", "isSubresource=/status", "supportsSubresource", "memberOf(g)", "opaqueType=x"),
    'beta(since: "1.34")=+k8s:required',
)
GO_TYPES = (
    *("string", "int", "*string", "[]string", "map[string]string", "T0", "*T1", "[]T2", "map[string]T0"),
    *("[][]string", "interface{}"),
    *("struct{}", "func()", "chan int", "[3]int", "bool", "float64", "metav1.Time", "T999", "*" * 30 + "string"),
    *("[]" * 40 + "T0", "uint8"),
)
PYTHON_TYPES = (
    *("str", "int", "str | None", "list[str]", "dict[str, str]", "T0", "T1 | None", "list[T2]", "dict[str, T0]"),
    *("Any", "object"),
    *("Annotated[str, 'x']", "list[" * 40 + "int" + "]" * 40, "'T0'", "T999", "1", "f()", "lambda: 0", "float"),
    *("bool", "bytes", "NotRequired[str]"),
)


def go_source(random: Random) -> str:
    """Returns a file of Go types."""
    lines = ["// +k8s:validation-gen=*", "package v1", ""]
    for number in range(random.randrange(1, 5)):
        lines += _tags(random, "")
        if random.random() < 0.2:
            lines += [f"type T{number} {random.choice(GO_TYPES)}", ""]
            continue
        lines.append(f"type T{number} struct {{")
        for field in range(random.randrange(5)):
            lines += _tags(random, "\t")
            name = random.choice("abcf") + random.choice(("", ",omitempty", ",inline"))
            lines.append(f'\tF{field} {random.choice(GO_TYPES)} `json:"{name}"`')
        lines += ["}", ""]
    return _spoiled(random, "\n".join(lines))


def python_source(random: Random) -> str:
    """Returns a file of Python types."""
    lines = ["from dataclasses import dataclass", "from typing import Annotated, Any", ""]
    for number in range(random.randrange(1, 5)):
        lines += [*(line.replace("//", "#") for line in _tags(random, "")), "@dataclass", f"class T{number}:"]
        for field in range(random.randrange(5)):
            lines += [line.replace("//", "#") for line in _tags(random, "    ")]
            lines.append(f"    f{field}: {random.choice(PYTHON_TYPES)}")
        lines += ["    pass", ""]
    return _spoiled(random, "\n".join(lines))


def _tags(random: Random, indent: str) -> list[str]:
    made = [f"{indent}// +k8s:{random.choice(TAGS)}" for _ in range(random.choice((0, 1, 1, 2, 4)))]
    if random.random() < 0.05:
        made.append(f"{indent}// {text(random)}".replace("\n", " ").replace("\r", " "))
    return made


def _spoiled(random: Random, source: str) -> str:
    if random.random() > 0.25:
        return source
    at = random.randrange(len(source))
    junk = random.choice(
        ("{", "}", "(", "`", '"', "\x00", "/*", "\n", "\t", "\\", ";", "\ufeff", "🦫", "'''", "+,+,+,+,")
    )
    return source[:at] + junk + source[at + random.randrange(3) :]
