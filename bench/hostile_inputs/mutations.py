"""Small changes of a text: tokens replaced, removed or added, or bytes that are not tokens.

Grammatical texts get furthest, so most changes replace a value by a value, or a name by a name.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from random import Random

from bench.hostile_inputs.scalars import FLOATS, INTEGERS, TEXTS

LARGEST = 4_000
"""The maximum size of a small input in bytes."""
_JSON = re.compile(rb'"(?:[^"\\]|\\.)*"|[-+.\w]+|[{}\[\]:,]|[^"\w{}\[\]:,]+|"')
_WORDS = re.compile(rb"\n *|\w+|[^\w\n]")
VALUES = (
    *(json.dumps(each).encode() for each in TEXTS if len(each) < 100),
    *(b"%d" % each for each in INTEGERS),
    *(each.encode() for each in FLOATS),
    *(
        b"true",
        b"false",
        b"null",
        b"{}",
        b"[]",
        b"[null]",
        b"[[]]",
        b'{"a":1}',
        b'{"":null}',
        b'["a","a"]',
        b'"\\ud800"',
    ),
    *(b'"0"', b'"1Gi"', b'"-1"', b'"10%"', b'"a.b/c"', b'"A"', b'"a-"', b'"\\u0000"', b'"1e3"', b'"0.1"', b'"default"'),
)
NAMES = (
    *(
        b'"metadata"',
        b'"spec"',
        b'"status"',
        b'"name"',
        b'"namespace"',
        b'"labels"',
        b'"kind"',
        b'"a"',
        b'"data"',
        b'""',
    ),
    *(
        b'"apiVersion"',
        b'"generateName"',
        b'"type"',
        b'"items"',
        b'"$patch"',
        b'"x-kubernetes-validations"',
        b'"\\u0061"',
    ),
    *(b'"Name"', b'"containers"', b'"selector"', b'"ownerReferences"', b'"finalizers"', b'"annotations"', b'"uid"'),
)
JUNK = (
    b"\x00",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\\",
    b'"',
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b" ",
    b"\n",
    b"/**/",
)
YAML_JUNK = (
    *(
        b"\t",
        b"&a ",
        b"*a",
        b"!!str ",
        b"!!binary ",
        b"? ",
        b"- ",
        b"| ",
        b">",
        b"#",
        b"\n---\n",
        b"\n...\n",
        b"%",
        b"~",
    ),
    *(b"<<: ", b"'", b"{", b"}", b"[", b",", b": ", b"\n", b"\n ", b"\r", b"0x1F", b"1_0", b".inf", b"yes", b"@", b"`"),
)


@dataclass(frozen=True, slots=True)
class Tokens:
    """A text split into tokens, with the indexes of values and of names."""

    parts: list[bytes]
    values: list[int]
    names: list[int]


def json_tokens(data: bytes) -> Tokens:
    """Splits a JSON text into tokens."""
    parts = _JSON.findall(data)
    colons = {at - 1 for at, part in enumerate(parts) if part == b":"}
    scalars = [at for at, part in enumerate(parts) if part[:1] not in b"{}[]:, \n"]
    return Tokens(parts, [at for at in scalars if at not in colons], sorted(colons))


def changed_json(random: Random, tokens: Tokens) -> bytes:
    """Returns a text with one or a few changes."""
    parts = tokens.parts.copy()
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        chance = random.random()
        if chance < 0.55 and tokens.values:
            parts[random.choice(tokens.values)] = random.choice(VALUES)
        elif chance < 0.75 and tokens.names:
            at = random.choice(tokens.names)
            parts[at] = random.choice(NAMES) if random.random() < 0.5 else parts[random.choice(tokens.names)]
        else:
            _change_grammar(random, parts)
    data = b"".join(parts)
    return changed_bytes(random, data, JUNK) if random.random() < 0.1 else data[:LARGEST]


def _change_grammar(random: Random, parts: list[bytes]) -> None:
    """Replaces tokens by others of the same text, removes or doubles them; keeps the number of tokens."""
    at, other = random.randrange(len(parts)), random.randrange(len(parts))
    match random.randrange(4):
        case 0:
            parts[at] = parts[other]
        case 1:
            parts[at] = b""
        case 2:
            parts[at] += b"".join(parts[other : other + random.randrange(1, 8)])
        case _:
            parts[at] += random.choice(VALUES)


def changed_words(random: Random, data: bytes) -> bytes:
    """Returns a YAML text, an expression or a pattern with words, lines and signs moved, or inserted."""
    parts = _WORDS.findall(data)
    for _ in range(random.choice((1, 1, 2, 3)) if parts else 0):
        at, other = random.randrange(len(parts)), random.randrange(len(parts))
        match random.randrange(4):
            case 0:
                parts[at] = parts[other]
            case 1:
                parts[at] = b""
            case 2:
                parts[at] += b"".join(parts[other : other + random.randrange(1, 8)])
            case _:
                parts[at] += random.choice(YAML_JUNK)
    return b"".join(parts)[:LARGEST]


def changed_bytes(random: Random, data: bytes, junk: tuple[bytes, ...] = JUNK) -> bytes:
    """Returns a text with bytes changed, removed or inserted at one place."""
    at = random.randrange(len(data) + 1)
    match random.randrange(5):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + random.randbytes(1) + data[at + 1 :]
        case 2:
            return data[:at] + random.choice(junk) + data[at:]
        case 3:
            return data[:at] + random.randbytes(random.randrange(1, 9)) + data[at:]
    return data[:at] + data[at + random.randrange(1, 20) :]
