"""Prints the rules of built-in types' tags for published OpenAPI documents, which load them on demand.

Only types that belong to a kind with declarative validation have rules: tags of other types have no effect. A type with
rules may also be used in a field that is not validated by them, such as the metadata of a template; such fields are
marked.
"""

from __future__ import annotations

from collections.abc import Mapping
from pprint import pformat
from typing import Any

from kapivara.generator.emission.printing import printed
from kapivara.generator.idl.unruled_fields import unruled_fields
from kapivara.generator.model.types import TypeKind
from kapivara.generator.planning.plan_sources import discover_selected
from kapivara.generator.schema_keywords.dialect import BUILT_IN
from kapivara.generator.schema_keywords.type_schemas import TypeSchemas
from kapivara.generator.sources.loading import Sources
from kapivara.generator.sources.selection import is_generated
from kapivara.schema.structural.combining import UNRULED
from kapivara.values.record import replace

_WIDTH = 112


def print_rules(sources: Sources, options: Mapping[str, bool]) -> dict[str, str]:
    """Returns the source of the rules of each package that has any, by import path.

    `options` are the settings of the options on which tags depend.
    """
    asking = tuple(path for path in sources.packages if is_generated(sources.universe.packages[path]))
    found = discover_selected(replace(sources, packages=asking))
    schemas = TypeSchemas(found.discovery, found.session, replace(BUILT_IN, options=options))
    packages: dict[str, dict[str, dict[str, Any]]] = {}
    for node in found.discovery.nodes:
        if node.type.kind is not TypeKind.STRUCT or not node.type.name.package:
            continue
        said = schemas.of(node.type)
        rules = {**({"": said.own} if said.own else {}), **said.fields}
        if rules:
            packages.setdefault(node.type.name.package, {})[node.type.name.name] = rules
    ruled = {sources.universe.packages[path].types[name] for path, types in packages.items() for name in types}
    for kind, field in unruled_fields(sources.universe, found.discovery, ruled):
        rules = packages.setdefault(kind.name.package, {}).setdefault(kind.name.name, {})
        rules[field] = {**rules.get(field, {}), UNRULED: True}
    return {path: _printed(types) for path, types in packages.items()}


def _printed(types: Mapping[str, Mapping[str, Any]]) -> str:
    lines = ["from typing import Any", "", "RULES: dict[str, dict[str, Any]] = {"]
    for name in sorted(types):
        lines.append(f"    {printed(name)}: {{")
        for field, schema in types[name].items():
            text = pformat(schema, width=_WIDTH, sort_dicts=False).replace("\n", "\n        ")
            lines.append(f"        {printed(field)}: {text},")
        lines.append("    },")
    return "\n".join([*lines, "}"]) + "\n"
