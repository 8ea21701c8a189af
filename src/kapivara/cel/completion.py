"""Completes the prefix of an expression: fields and functions after a dot, otherwise variables and functions."""

from __future__ import annotations

from collections.abc import Iterator

from kapivara.cel.env import Env
from kapivara.cel.errors import CelIssuesError
from kapivara.cel.functions import Function
from kapivara.cel.types import INT, CelKind, Type
from kapivara.values.lazy_pattern import lazy_pattern

_WORD = lazy_pattern(r"[A-Za-z_][A-Za-z0-9_]*\Z|\Z")
_LOOP_START = lazy_pattern(r"\.\s*([A-Za-z_]+)\(\s*([A-Za-z_][A-Za-z0-9_]*)\s*,(?:\s*([A-Za-z_][A-Za-z0-9_]*)\s*,)?")
_OPENING, _CLOSING = "([{", ")]}"
_LONGEST = 2_000


def complete(env: Env, text: str) -> tuple[str, list[str]]:
    """Returns the word at the end of a text, and all words that may replace it, sorted."""
    text = text[-_LONGEST:]
    if _is_in_string(text):
        return "", []
    match = _WORD.search(text)
    word = match[0] if match else ""
    before = text[: len(text) - len(word)].rstrip()
    env = _with_loop_variables(env, before)
    if before.endswith(".?"):
        names = _fields(env, _type_of(env, _operand(before[:-2])))
    elif before.endswith("."):
        names = _members(env, _operand(before[:-1]))
    else:
        names = _names(env)
    return word, sorted({name for name in names if name.startswith(word)})


def _is_in_string(text: str) -> bool:
    """Returns whether a text ends inside of a string literal."""
    quote = ""
    escaped = False
    for char in text:
        if quote:
            escaped = char == "\\" and not escaped
            if char == quote and not escaped:
                quote = ""
        elif char in "'\"":
            quote = char
    return bool(quote)


def _operand(text: str) -> str:
    """Returns the operand at the end of a text: names, selections, indexes and calls."""
    depth, place = 0, len(text)
    while place > 0:
        char = text[place - 1]
        if char in _CLOSING:
            depth += 1
        elif char in _OPENING:
            depth -= 1
            if depth < 0:
                break
        elif not depth and not (char.isalnum() or char in "_.?'\""):
            break
        place -= 1
    return text[place:]


def _with_loop_variables(env: Env, text: str) -> Env:
    """Returns an environment with the variables of the macros around the end of a text."""
    for place in _open_brackets(text):
        dot = text.rfind(".", 0, place)
        loop = _LOOP_START.match(text, dot) if dot >= 0 else None
        if loop is None or loop.end(1) != place:
            continue
        source = _type_of(env, _operand(text[:dot]))
        found = _loop_types(source, two=loop[3] is not None)
        if found:
            env = env.extend(variables=dict(zip([each for each in (loop[2], loop[3]) if each], found, strict=False)))
    return env


def _open_brackets(text: str) -> list[int]:
    """Returns the offsets of unclosed brackets, outermost first."""
    found: list[int] = []
    for place, char in enumerate(text):
        if char in _OPENING:
            found.append(place)
        elif char in _CLOSING and found:
            found.pop()
    return found


def _loop_types(source: Type | None, *, two: bool) -> tuple[Type, ...]:
    """Returns the types of a macro's variables, from the type of its range."""
    if source is None:
        return ()
    if source.kind is CelKind.LIST:
        return (INT, source.params[0]) if two else (source.params[0],)
    if source.kind is CelKind.MAP:
        return source.params if two else source.params[:1]
    if source.name == "optional_type":
        return source.params[:1]
    return ()


def _type_of(env: Env, operand: str) -> Type | None:
    try:
        return env.compile(operand).result_type if operand else None
    except CelIssuesError:
        return None


def _members(env: Env, operand: str) -> Iterator[str]:
    """Yields the fields of an operand, and its member functions and macros."""
    kind = _type_of(env, operand)
    yield from _fields(env, kind)
    if kind is None:
        start = f"{operand}."  # functions in a namespace
        yield from (name.removeprefix(start) for name in env.functions if name.startswith(start) and "@" not in name)
        return
    for name, function in env.functions.items():
        if name.isidentifier() and any(each.member and _takes(each.args[0], kind) for each in function.overloads):
            yield name
    if kind.kind in (CelKind.LIST, CelKind.MAP, CelKind.DYN):
        others = _FOR_OTHERS if kind.kind is not CelKind.MAP else _FOR_OTHERS | {"sortBy"}
        yield from (macro.name for macro in env.macros.values() if macro.member and macro.name not in others)
    if kind.name == "optional_type":
        yield from ("optMap", "optFlatMap")


def _fields(env: Env, kind: Type | None) -> Iterator[str]:
    """Yields the fields of an object, or of an optional object."""
    inner = kind.params[0] if kind is not None and kind.name == "optional_type" and kind.params else kind
    if inner is not None and inner.kind is CelKind.OBJECT and env.provider is not None:
        yield from env.provider.field_names(inner.name)


_FOR_OTHERS = frozenset(("bind", "optMap", "optFlatMap", "greatest", "least", "block"))
"""Macros whose target is not a list or map."""


_NAMED = frozenset((CelKind.OPAQUE, CelKind.OBJECT))


def _takes(wanted: Type, given: Type) -> bool:
    if CelKind.DYN in (wanted.kind, given.kind) or wanted.kind is CelKind.TYPE_PARAM:
        return True
    return wanted.kind is given.kind and (wanted.kind not in _NAMED or wanted.name == given.name)


def _names(env: Env) -> Iterator[str]:
    """Yields the names with which an expression may begin."""
    yield from env.variables
    yield from ("true", "false", "null", "in")
    for name, function in env.functions.items():
        if _is_global(name, function):
            yield name
    yield from (macro.name for macro in env.macros.values() if not macro.member)


def _is_global(name: str, function: Function) -> bool:
    return name.replace(".", "").isidentifier() and any(not each.member for each in function.overloads)
