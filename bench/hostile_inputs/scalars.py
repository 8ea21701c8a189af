"""Scalars and small values that have broken readers before."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

TEXTS = (
    *("", "a", "x" * 64, "x" * 3000, "y", "n", "~", "null", "true", "0o7", "08", "1e3", "0x1F", "1_000", ".inf", "="),
    "<<",
    *("\x00", "\x1b[31m", "\x7f", "\x85", "\x9b", "\u2028", "\u202e", "\ufeff", "\ufffe", "\U0001f9ab", "e\u0301"),
    *("ß", "İ"),
    *(" a", "a ", "a\nb", "a\r\nb", "\ta", "- a", "a: b", "a #b", "{a", "[a", "&a", "*a", "!a", "|", ">", "%a", "@a"),
    "`a",
    *("2020-01-01", "2020-01-01T00:00:00Z", "9999-12-31T23:59:60Z", "1h", "-9223372036854775808ns", "1.2.3.4", "::1"),
    *("10.0.0.0/8", "::ffff:1.2.3.4", "http://a/b?c#d", "http://[::1%25eth0]/", "a@b.c", "aGk=", "1Ki", "1e999"),
    "1.2.3-a+b",
    *("metadata", "$patch", "__proto__", "__class__", "/", "~1", "..", "a/b/c", "k8s.io/x", "CON", "\\", "'", '"'),
    "${x}",
)
INTEGERS = (0, 1, -1, 2, 255, 2**31 - 1, 2**31, -(2**31) - 1, 2**53 + 1, 2**63 - 1, -(2**63), 2**63, 2**64, 10**40)
FLOATS = ("0.0", "-0.0", "1.0", "1.5", "1e3", "1E400", "-1e400", "1e-400", "5e-324", "0.1e1", "1.7976931348623157e308")


def text(random: Random) -> str:
    """Returns a text: one that has broken readers, two of them, or letters."""
    chance = random.random()
    if chance < 0.5:
        return random.choice(TEXTS)
    if chance < 0.6:
        return random.choice(TEXTS) + random.choice(TEXTS)
    return "".join(random.choices("abcXYZ019-._ é", k=random.randrange(12)))


def scalar(random: Random) -> Any:
    """Returns a scalar; `FLOATS` has the texts of numbers that Python cannot represent."""
    chance = random.randrange(7)
    if chance < 3:
        return text(random)
    if chance < 5:
        return random.choice(INTEGERS) if random.random() < 0.5 else random.randrange(-5, 20)
    return random.choice((True, False, None, 0.5, 1.0, -0.0, 1e22, 1e-7))


def value(random: Random, depth: int = 3) -> Any:
    """Returns any value, rarely a large one."""
    chance = random.random()
    if depth == 0 or chance < 0.6:
        return scalar(random)
    if chance < 0.8:
        return [value(random, depth - 1) for _ in range(random.randrange(4))]
    return {text(random): value(random, depth - 1) for _ in range(random.randrange(4))}


def nested(random: Random) -> Any:
    """Returns a nested value, sometimes deeper than Python's recursion limit."""
    depth = random.choice((10, 100, 250, 260, 300, 330, 500, 1_000, 3_000))
    inner: Any = random.choice((1, "x", [], {}, None))
    for _ in range(depth):
        inner = [inner] if random.random() < 0.5 else {"a": inner}
    return inner


def json_text(
    value: Any,
    *,
    keep: Callable[[dict[str, Any], str], bool] | None = None,
    scalar: Callable[[Any], str] = json.dumps,
) -> str:
    """Returns a value of any depth as JSON; escapes non-ASCII characters, lone surrogates included.

    `keep` selects the members to write, which are then sorted by name; `scalar` formats all values except objects and
    lists.
    """
    parts: list[str] = []
    todo: list[Any] = [(value,)]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        (each,) = item
        pieces: list[Any]
        if isinstance(each, dict):
            names = each if keep is None else sorted(name for name in each if keep(each, name))
            pieces = [piece for name in names for piece in (",", json.dumps(name) + ":", (each[name],))]
            todo.extend(reversed(["{", *pieces[1:], "}"]))
        elif isinstance(each, list):
            pieces = [piece for child in each for piece in (",", (child,))]
            todo.extend(reversed(["[", *pieces[1:], "]"]))
        else:
            parts.append(scalar(each))
    return "".join(parts)
