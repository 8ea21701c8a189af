"""Generates the reference of tags (docs/tags.md) as Markdown and as JSON.

All content comes from the tag handlers: scopes, arguments, payloads, stability.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from kapivara.generator.grammar.tag import ValueType
from kapivara.generator.tags.all_tags import HANDLERS
from kapivara.generator.tags.contract.handler import ArgDoc, Scope, TagHandler
from kapivara.values import JsonObject

_SCOPES = tuple(Scope)
_PAYLOADS = {
    ValueType.STRING: "<string>",
    ValueType.INT: "<integer>",
    ValueType.BOOL: "<bool>",
    ValueType.TAG: "+<tag>",
    ValueType.RAW: "<value>",
    ValueType.NONE: "",
}


class UnknownTagError(Exception):
    """A tag that is not in the catalog; `near` holds similar names."""

    def __init__(self, name: str, near: tuple[str, ...]):
        super().__init__(name)
        self.name = name
        self.near = near


def find_handlers(names: Iterable[str], catalog: Mapping[str, TagHandler] = HANDLERS) -> list[TagHandler]:
    """Finds tags by name, with or without `+` and `k8s:`; all tags, sorted, where no name is given.

    Raises UnknownTagError.
    """
    wanted = list(dict.fromkeys(names))
    if not wanted:
        return [catalog[name] for name in sorted(catalog)]
    return [_find(name, catalog) for name in wanted]


def _find(name: str, catalog: Mapping[str, TagHandler]) -> TagHandler:
    bare = name.removeprefix("+").removeprefix("k8s:")
    found = catalog.get(f"k8s:{bare}") or catalog.get(bare)
    if found is None:
        by_case = {each.removeprefix("k8s:").lower(): each for each in catalog}
        near = get_close_matches(bare.lower(), by_case, 3)
        raise UnknownTagError(name, tuple(by_case[each] for each in near))
    return found


def to_json(handler: TagHandler) -> JsonObject:
    """Returns the documentation of a handler as JSON."""
    return {
        "tag": handler.name,
        "description": handler.description,
        "docs": handler.docs,
        "warning": handler.warning,
        "usage": usage_of(handler),
        "scopes": sorted(handler.scopes),
        "stability": str(handler.stability),
        "args": [_arg(each) for each in handler.args],
        "acceptsUnknownArgs": handler.accepts_unknown_args,
        "payloadsType": str(handler.payload),
        "payloadsRequired": handler.payload_required,
        "payloads": [{"description": each.description, "docs": each.docs} for each in handler.payloads],
        "examples": list(handler.examples),
        "schema": handler.schema_docs,
        "upstream": handler.upstream,
        "upstreamName": _upstream_name(handler),
        "renamedFrom": _renamed_from(handler),
    }


def _arg(arg: ArgDoc) -> JsonObject:
    return {
        "name": arg.name,
        "type": str(arg.type),
        "required": arg.required,
        "description": arg.description,
        "docs": arg.docs,
        "default": arg.default,
    }


def _upstream_name(handler: TagHandler) -> str:
    """Returns the tag's name in v1.37; empty where v1.37 does not know the tag."""
    return handler.instead or (handler.name if handler.upstream else "")


def _renamed_from(handler: TagHandler) -> list[str]:
    """Returns the KEP's names for a tag that has another name in v1.37."""
    return sorted(each.name for each in HANDLERS.values() if each.instead == handler.name)


def usage_of(handler: TagHandler) -> str:
    """Returns the syntax of a tag, with placeholders."""
    if handler.usage:
        return handler.usage if handler.usage.startswith("+") else f"+{handler.usage}"
    args = ", ".join(_arg_usage(each) for each in handler.args)
    payload = _PAYLOADS[handler.payload]
    if handler.payloads and handler.payload is not ValueType.TAG:
        payload = "|".join(each.description for each in handler.payloads)
    given = f"={payload}" if handler.payload_required else f"[={payload}]" if payload else ""
    instead = [f"{each.name}: {each.description}" for each in handler.args if each.replaces_payload]
    if instead:
        return f"+{handler.name}{given} or +{handler.name}({', '.join(instead)})"
    return f"+{handler.name}{f'({args})' if args else ''}{given}"


def _arg_usage(arg: ArgDoc) -> str:
    value = arg.description or f"<{arg.type}>"
    text = f"{arg.name}: {value}" if arg.name else value
    return text if arg.required else f"[{text}]"


def render_markdown(handlers: Iterable[TagHandler]) -> str:
    """Renders the reference: a table of all tags, then a section on each; for a single tag, only its section."""
    shown = list(handlers)
    lines: list[str] = []
    if len(shown) > 1:
        lines += ["| tag | effect | stability |", "|---|---|---|"]
        lines += [
            f"| [`{each.name}`](#{_anchor(each)}) | {_cell(_prose(each.description))} | {each.stability} |"
            for each in shown
        ]
        lines.append("")
    for each in shown:
        lines += _section(each)
    return "\n".join(lines).rstrip("\n") + "\n"


def _section(handler: TagHandler) -> Iterator[str]:
    yield from (f"### {handler.name}", "", _prose(handler.description), "")
    if handler.docs:
        yield from (_prose(handler.docs), "")
    if handler.warning:
        yield from (f"> **Mind:** {_prose(handler.warning)}", "")
    yield from ("| | |", "|---|---|", f"| usage | `{_cell(usage_of(handler))}` |")
    yield f"| where | {', '.join(str(each) for each in _SCOPES if each in handler.scopes)} |"
    yield f"| stability | {handler.stability} |"
    yield f"| payload | {_payload(handler)} |"
    yield f"| in schemas | {_cell(_prose(handler.schema_docs)) or 'nothing'} |"
    yield from (f"| v1.37 | {_upstream(handler)} |", "")
    yield from _arguments(handler)
    yield from _payload_rows(handler)
    yield from ("```", *handler.examples, "```", "")


def _payload(handler: TagHandler) -> str:
    if handler.payload is ValueType.NONE:
        return "none"
    kind = "any value" if handler.payload is ValueType.RAW else str(handler.payload)
    instead = " or ".join(f"`{each.name}`" for each in handler.args if each.replaces_payload)
    needed = f"required unless {instead} is given" if instead else "required"
    return f"{kind}, {'may be left out' if '[=' in usage_of(handler) else needed}"


def _upstream(handler: TagHandler) -> str:
    if handler.instead:
        return f"calls it `{handler.instead}`"
    if not handler.upstream:
        return f"does not know it: it comes from {handler.kep}"
    renamed = ", ".join(f"`{each}`" for each in _renamed_from(handler))
    return f"knows it (KEP-5073 calls it {renamed})" if renamed else "knows it"


def _arguments(handler: TagHandler) -> Iterator[str]:
    if handler.accepts_unknown_args:
        yield from ("Takes arguments of any name.", "")
    if not handler.args:
        return
    yield from ("| argument | type | required | meaning |", "|---|---|---|---|")
    for arg in handler.args:
        name = f"`{arg.name}`" if arg.name else "(positional)"
        default = arg.default and f"Default: `{_cell(arg.default)}`."
        unknown = "" if arg.upstream or not handler.upstream else "v1.37 does not know it."
        meaning = " ".join(filter(None, (_cell(_prose(arg.docs)), default, unknown)))
        value = f"{arg.type} `{_cell(arg.description)}`" if arg.description else str(arg.type)
        yield f"| {name} | {value} | {'yes' if arg.required else 'no'} | {meaning} |"
    yield ""


def _payload_rows(handler: TagHandler) -> Iterator[str]:
    if not handler.payloads:
        return
    yield from ("| payload | meaning |", "|---|---|")
    for each in handler.payloads:
        yield f"| `{_cell(each.description)}` | {_cell(_prose(each.docs))} |"
    yield ""


def _anchor(handler: TagHandler) -> str:
    return handler.name.replace(":", "").lower()


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _prose(text: str) -> str:
    """Escapes angle brackets outside of code, so that they are not rendered as HTML."""
    parts = text.split("`")
    return "`".join(part if index % 2 else part.replace("<", "\\<") for index, part in enumerate(parts))
