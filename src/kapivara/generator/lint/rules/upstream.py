"""Lint: tags that validation-gen of Kubernetes v1.37 rejects, ignores, or turns into Go that does not compile.

kapivara accepts more: the tags that KEP-5073 and KEP-4153 describe beyond v1.37, and both spellings of renamed tags.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from kapivara.generator.grammar import tag_reading as grammar
from kapivara.generator.grammar.tag import Tag
from kapivara.generator.lint.declarations import Declaration, chain_of
from kapivara.generator.lint.finding import Finding, Severity
from kapivara.generator.lint.rule import Rule
from kapivara.generator.lint.survey import Survey
from kapivara.generator.model.natives import member_by_json, value_type
from kapivara.generator.model.types import TypeKind
from kapivara.generator.tags.all_tags import HANDLERS
from kapivara.generator.tags.contract.handler import Scope, child_path
from kapivara.values.rendering import quote

TARGET = "v1.37"
_NESTED = "nested +k8s:subfield tags are unsupported; apply validations directly to the nested type instead"
_Lines: TypeAlias = dict[str, dict[int, str]]
"""The texts of tags, by name and line."""
_LIMITS = frozenset(f"k8s:{name}" for name in ("minimum", "maximum"))
_SET_OR_NOT = frozenset(("k8s:unionMember", "k8s:zeroOrOneOfMember", "k8s:dependentRequired", "k8s:dependentForbidden"))


def _check_upstream(survey: Survey) -> Iterator[Finding]:
    severity = Severity.ERROR if survey.options.target else None
    for declaration in survey.declarations:
        if declaration.place is not None and declaration.place.file.endswith(".py"):
            continue  # validation-gen reads no Python
        lines: _Lines = {}
        for name, line in grammar.tag_lines(declaration.comments) if declaration.tags else ():
            lines.setdefault(name, {})[line.place.line] = line.text
        for tag in declaration.tags:
            for link, message, hint in _objections(declaration, tag, lines.get(tag.name, {})):
                yield declaration.finding(message, tag=link, hint=hint, severity=severity)


def _objections(declaration: Declaration, tag: Tag, lines: Mapping[int, str]) -> Iterator[tuple[Tag, str, str]]:
    """Yields v1.37's objections to a tag: the tag at fault, the message, and a hint.

    `lines` are the texts of all tags with this name.
    """
    links = list(chain_of(tag))
    outermost = HANDLERS.get(tag.name)
    if outermost is not None and outermost.upstream and (unread := _unreadable(tag, lines)):
        yield tag, _words(declaration, [], unread), "write it as that version reads it: one word, text in double quotes"
        return
    subfields = [index for index, link in enumerate(links) if link.name == "k8s:subfield"]
    for index, link in enumerate(links):
        handler = HANDLERS.get(link.name)
        if handler is None:
            return
        if not handler.upstream or handler.instead:
            yield _unknown(link, tag, handler.instead)
            return
        if len(subfields) > 1 and index == subfields[0]:
            words = _words(declaration, links[: index + 1], _NESTED)
            yield links[subfields[1]], words, "tag the fields of the nested type"
        if (refused := _refused_form(link) or _refused_of_items(declaration, links[:index], link)) is not None:
            message, hint = refused
            yield link, _words(declaration, links[: index + 1], message), hint
    yield from _does_not_compile(declaration, tag)


def _words(declaration: Declaration, links: list[Tag], message: str) -> str:
    """Returns an objection in the words of v1.37."""
    member, path = declaration.member, str(declaration.type)
    place = path if member is None else f"field {child_path(path, member.json.name or member.name)}"
    inside = "".join(f'tag "{link.name}": ' for link in links)
    return f"{TARGET} refuses this: failed to generate validations: {place}: {inside}{message}"


def _unknown(link: Tag, tag: Tag, instead: str) -> tuple[Tag, str, str]:
    effect = "ignores it silently" if link is tag else "crashes on it inside another tag"
    if instead:
        return link, f'{TARGET} does not know the tag "{link.name}" and {effect}', f"there it is called +{instead}"
    kep = HANDLERS[link.name].kep
    message = f'{TARGET} does not know the tag "{link.name}" and {effect}: {kep} describes it'
    return link, message, "validate this by hand there, or do without"


def _refused_form(link: Tag) -> tuple[str, str] | None:
    if link.name == "k8s:update" and link.value == "NoClear":
        return "unknown +k8s:update constraint: NoClear", "write +k8s:update=NoUnset, which means the same"
    if link.name in _LIMITS and link.args:
        return f"unrecognized named argument {quote(str(link.args[0]))}", "compare the fields by hand there"
    return None


def _unreadable(tag: Tag, lines: Mapping[int, str]) -> str:
    """Returns why v1.37 cannot parse a tag; empty where it can."""
    text = None if tag.place is None else lines.get(tag.place.line)
    if text is not None:
        try:
            grammar.parse(text, raw=HANDLERS[tag.name].raw)
        except grammar.GrammarError as error:
            return f"failed to parse tags: {error}: {grammar.listed(lines.values())}"
    return ""


def _refused_of_items(declaration: Declaration, around: list[Tag], link: Tag) -> tuple[str, str] | None:
    """Returns v1.37's objection to update constraints of items: it supports only one of them there."""
    scope = _scope(declaration, around)
    if link.name != "k8s:update" or link.value == "NoModify" or scope is Scope.FIELD:
        return None
    hint = "write +k8s:update=NoAddItem or +k8s:update=NoRemoveItem on the list or map"
    return f"+k8s:update={link.value} does not apply to {scope}, attach it to the enclosing field", hint


def _scope(declaration: Declaration, around: list[Tag]) -> Scope:
    """Returns the scope of a tag inside of other tags."""
    scope, kind = Scope.FIELD, value_type(declaration.value_type)
    for link in around:
        if link.name in ("k8s:eachVal", "k8s:item"):
            scope = Scope.MAP_VALUE if kind.kind is TypeKind.MAP else Scope.LIST_VALUE
            kind = value_type(kind.elem) if kind.elem is not None else kind
        elif link.name == "k8s:subfield":
            arg = link.positional()
            member = member_by_json(kind, "" if arg is None else arg.value)
            scope, kind = Scope.FIELD, value_type(member.type) if member is not None else kind
    return scope


def _does_not_compile(declaration: Declaration, tag: Tag) -> Iterator[tuple[Tag, str, str]]:
    member = declaration.member
    if member is None or tag.name not in _SET_OR_NOT:
        return
    kind = member.type
    if kind.kind is TypeKind.ALIAS and kind.underlying is not None and kind.underlying.kind is TypeKind.BUILTIN:
        message = f"{TARGET} makes Go of +{tag.name} on {kind} that does not compile: it is a typedef of a builtin"
        yield tag, message, "make the field a pointer"


UPSTREAM = Rule(
    name="upstream",
    severity=Severity.WARNING,
    what="A tag, or a way to use one, that validation-gen of Kubernetes v1.37 refuses or ignores: tags that "
    "only KEP-5073 has, renamed ones, subfields in subfields, limits that name another field, "
    "`update=NoClear`, several constraints in one `update`, those of items but `NoModify`, and members of "
    "unions or dependencies whose type is a typedef of a builtin one. An error with `--target v1.37`. "
    "Types in Python are not checked, since validation-gen does not read them.",
    why="kapivara implements them as the KEP describes them. With the same sources validation-gen fails, or "
    "worse: it generates validation without the rule.",
    example='// +k8s:optional\n// +k8s:update=NoClear\nName string `json:"name"`',
    better='// +k8s:optional\n// +k8s:update=NoUnset\nName string `json:"name"`',
    check=_check_upstream,
)
