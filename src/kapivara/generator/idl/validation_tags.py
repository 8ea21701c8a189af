"""Prints the validation tags of a package's types and fields; only `kapivara explain` loads them."""

from __future__ import annotations

from collections.abc import Iterable

from kapivara.generator.emission.printing import printed, tuple_of
from kapivara.generator.idl.facts import TypeFacts


def print_tags(types: Iterable[TypeFacts]) -> str:
    """Returns the source of the tags by type, then by field; those of the type itself have an empty name.

    Empty where there are no tags.
    """
    lines: list[str] = []
    for each in types:
        tags = {"": each.tags, **{field.name: field.tags for field in each.fields if field.name}}
        rows = [f"        {printed(name)}: {tuple_of(map(printed, said))}," for name, said in tags.items() if said]
        if rows:
            lines.append(f"    {printed(each.type.name.name)}: {{")
            lines += rows
            lines.append("    },")
    return "\n".join(["TAGS: dict[str, dict[str, tuple[str, ...]]] = {", *lines, "}"]) + "\n" if lines else ""
