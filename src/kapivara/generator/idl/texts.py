"""Prints the descriptions of a package's types and fields for `kubectl explain`; only OpenAPI documents load them."""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.generator.emission.printing import printed
from kapivara.generator.idl.facts import TypeFacts


def print_texts(types: Iterable[TypeFacts]) -> str:
    """Returns the source of the descriptions by type, then by field; that of the type itself has an empty name."""
    lines = ["TEXTS: dict[str, dict[str, str]] = {"]
    for each in types:
        texts = {"": each.text, **{field.name: field.text for field in each.fields if field.name}}
        if any(texts.values()):
            lines.append(f"    {printed(each.type.name.name)}: {{")
            lines += [f"        {printed(name)}: {printed(text)}," for name, text in texts.items() if text]
            lines.append("    },")
    return "\n".join([*lines, "}"]) + "\n"
