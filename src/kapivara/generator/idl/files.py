"""Generates all files beside each `types.go`: table, texts, tags, rules, TypedDicts and validators.

Only types that belong to a kind with declarative validation have rules: tags of other types have no effect. A type with
rules may also be used in a field that is not validated by them, such as the metadata of a template; such fields are
marked.

The rules of a type apply where a kind with declarative validation refers to it, through fields that are not opaque.

The text of a struct has a line for each field: its protobuf number, its JSON name (`-`: its own fields belong to this
struct), its type and its properties. Types with their own JSON encoding have lines for their protobuf fields. Text
costs the least at start-up: one constant per type, and no calls.

They describe decoded objects: fields that Go prints even when empty are required, all others are optional. Only type
checkers load them.
"""

from __future__ import annotations

import keyword
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from pprint import pformat
from typing import Any

from kapivara.apis.machinery.validation.declared_rules import OPTIONS
from kapivara.codec.shapes import Bytes, Custom, Field, ListOf, MapOf, Scalar, Shape, Struct
from kapivara.codec.typed.described import DescribedTypes, Table
from kapivara.generator.emission.printing import printed, tuple_of
from kapivara.generator.idl.facts import FactReader, FieldFacts, TypeFacts, number_of
from kapivara.generator.idl.validators import References, print_validators
from kapivara.generator.model.author_error import AuthorError, AuthorErrors
from kapivara.generator.model.natives import value_type
from kapivara.generator.model.types import Member, Package, Type, TypeKind, Universe
from kapivara.generator.plan.nodes import all_below
from kapivara.generator.planning.discovery import Discovery
from kapivara.generator.planning.plan_sources import discover_selected
from kapivara.generator.schema_keywords.dialect import BUILT_IN
from kapivara.generator.schema_keywords.type_schemas import TypeSchemas
from kapivara.generator.sources.go.import_paths import Root
from kapivara.generator.sources.loading import SourceOptions, Sources, read_sources
from kapivara.generator.sources.selection import is_generated
from kapivara.generator.well_known import PACKAGE, described_files, import_path
from kapivara.schema.structural.combining import UNRULED
from kapivara.values.record import replace


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


_SCALARS = {"string": "str", "bool": "bool", "int": "int", "float": "float"}
_MODULE = "zz_generated_types"


class TypedDictPrinter:
    """Prints the types of one package."""

    def __init__(self, types: DescribedTypes):
        self._types = types
        self._imported: set[str] = set()

    def print(self) -> str:
        """Returns the source of all structs; empty where there are none."""
        shapes = [self._types.shape(name) for name in self._types.names]
        structs = [self._struct(each) for each in shapes if isinstance(each, Struct)]
        if not structs:
            return ""
        body = "\n\n\n".join(structs)
        words = [word for word in ("Any", "Required", "TypedDict") if word in body]
        imports = [f"from kapivara.{each} import {_MODULE} as {_alias(each)}" for each in sorted(self._imported)]
        parts = ("from __future__ import annotations", f"from typing import {', '.join(words)}", "\n".join(imports))
        return "\n\n".join(filter(None, parts)) + f"\n\n\n{body}\n"

    def _struct(self, struct: Struct) -> str:
        fields = {each.name: self._field(each) for each in struct.tables.by_name.values()}
        if not fields:
            return f"class {struct.name}(TypedDict):\n    pass"
        if all(each.isidentifier() and not keyword.iskeyword(each) for each in fields):
            lines = [f"    {name}: {kind}" for name, kind in fields.items()]
            return "\n".join((f"class {struct.name}(TypedDict, total=False):", *lines))
        lines = [f"        {printed(name)}: {printed(kind)}," for name, kind in fields.items()]
        name = printed(struct.name)
        return "\n".join(
            (f"{struct.name} = TypedDict(", f"    {name},", "    {", *lines, "    },", "    total=False,", ")")
        )

    def _field(self, field: Field) -> str:
        kind = self._annotation(field.shape)
        if field.omit_empty:
            return kind
        return f"Required[{kind} | None]" if field.empty() is None and kind != "Any" else f"Required[{kind}]"

    def _annotation(self, shape: Shape) -> str:
        match shape:
            case Scalar():
                return _SCALARS[shape.kind]
            case Bytes():
                return "str"
            case ListOf():
                return f"list[{self._annotation(shape.item)}]"
            case MapOf():
                return f"dict[str, {self._annotation(shape.item)}]"
            case Custom():
                return "str" if shape.schema.get("type") == "string" else "Any"
            case Struct():
                return self._reference(shape)

    def _reference(self, struct: Struct) -> str:
        if struct.folder == self._types.folder:
            return struct.name
        self._imported.add(struct.folder)
        return f"{_alias(struct.folder)}.{struct.name}"


def _alias(folder: str) -> str:
    return "_".join(folder.split(".")[-2:])


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


def describe_types(types: Iterable[TypeFacts], references: References) -> dict[str, str]:
    """Returns the texts of all types of a package by name."""
    return {each.type.name.name: _describe_of_tables(each, references) for each in types}


def print_table(path: str, table: Mapping[str, str], validated: Iterable[str]) -> str:
    """Returns the source of a table, with the package's import path and the types whose tags have validators."""
    lines = [f"PACKAGE = {printed(path)}", f"VALIDATED = {tuple_of(map(printed, validated))}", "", "TYPES = {"]
    for name, text in table.items():
        if "\n" in text:
            escaped = text.replace("\\", "\\\\")
            lines.append(f'    {printed(name)}: """\\\n{escaped}\n""",')
        else:
            lines.append(f"    {printed(name)}: {printed(text)},")
    return "\n".join([*lines, "}"]) + "\n"


def _describe_of_tables(facts: TypeFacts, references: References) -> str:
    if facts.own_json:
        return "\n".join((f"={facts.own_json}", *(_describe_field(each, references) for each in facts.fields)))
    if facts.type.kind is not TypeKind.STRUCT:
        return " ".join((references.underlying(facts.type), *facts.words))
    fields = [_describe_field(each, references) for each in facts.fields]
    return "\n".join((" ".join(("struct", *facts.words)), *fields))


def _describe_field(field: FieldFacts, references: References) -> str:
    kind = references.name(field.member.type)
    return " ".join((number_of(field.member), field.name or "-", kind, *field.words))


_LIST_META, _TYPE_META, _OBJECT_META = "ListMeta", "TypeMeta", "ObjectMeta"


def unruled_fields(universe: Universe, discovery: Discovery, ruled: set[Type]) -> Iterator[tuple[Type, str]]:
    """Yields the fields, each with its struct, that refer to types with rules that are not applied there.

    Lists contain objects that were validated by themselves, and hand-written code validates the metadata of every kind.
    """
    leading: dict[Type, bool] = {}
    for package in universe.packages.values():
        for kind in package.types.values():
            embedded = {each.type.name.name for each in kind.members if each.embedded}
            if kind.kind is not TypeKind.STRUCT or _LIST_META in embedded:
                continue
            for member in kind.members:
                if _TYPE_META in embedded and member.type.name.name == _OBJECT_META:
                    continue
                if _leads_to(member, ruled, leading) and not _is_validated(kind, member, discovery):
                    yield kind, member.json.name


def _is_validated(kind: Type, member: Member, discovery: Discovery) -> bool:
    node = discovery.node(kind)
    if node is None or node.rules.opaque_type:
        return False
    rules = next((each.rules for each in node.fields if each.member is member), None)
    return rules is not None and not (rules.opaque_type or rules.opaque_value)


def _leads_to(member: Member, ruled: set[Type], leading: dict[Type, bool]) -> bool:
    """Returns whether a field refers to a struct with rules, its own or those of a type below."""
    kind = value_type(member.type)
    while kind.kind in (TypeKind.SLICE, TypeKind.MAP) and kind.elem is not None:
        kind = value_type(kind.elem)
    if kind.kind is not TypeKind.STRUCT:
        return False
    if kind not in leading:
        leading[kind] = any(each in ruled for each in all_below(kind))
    return leading[kind]


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


_TITLE = "# Code generated by scripts/regen from types.go beside it. DO NOT EDIT."


def generated_files(top: Path = PACKAGE) -> dict[Path, str]:
    """Returns the text of every generated file below a folder, by its path.

    Raises AuthorErrors for invalid declarations.
    """
    packages = {import_path(file): file.parent for file in described_files(top)}
    folders = {path: ".".join(folder.relative_to(top).parts) for path, folder in packages.items()}
    roots = tuple(Root(path, folder) for path, folder in packages.items())
    sources = read_sources(list(packages.values()), SourceOptions(roots))
    try:
        facts = {path: _read_facts(sources.universe.packages[path]) for path in packages}
        tables = {path: describe_types(types, References(path, folders)) for path, types in facts.items()}
    except AuthorError as error:
        raise AuthorErrors([error]) from None
    described = _describe(tables, folders)
    validators = print_validators(sources, folders)
    rules = print_rules(sources, OPTIONS)
    files: dict[Path, str] = {}
    for path, folder in packages.items():
        printed = {
            "table": print_table(path, tables[path], validators[path].kinds if path in validators else ()),
            "texts": print_texts(facts[path]),
            "tags": print_tags(facts[path]),
            "rules": rules.get(path, ""),
            "types": TypedDictPrinter(described[path]).print(),
        }
        files |= {folder / f"zz_generated_{what}.py": f"{_TITLE}\n\n{text}" for what, text in printed.items() if text}
        if path in validators:
            files[folder / "zz_generated_validations.py"] = validators[path].source
    return files


def _read_facts(package: Package) -> list[TypeFacts]:
    """Reads the properties of a package's types."""
    reader = FactReader(package)
    return [reader.read(kind) for kind in package.types.values() if not kind.name.name[:1].islower()]


def _describe(tables: Mapping[str, Mapping[str, str]], folders: Mapping[str, str]) -> dict[str, DescribedTypes]:
    """Returns the types of all packages, made from their tables as at run time."""
    by_folder: dict[str, DescribedTypes] = {}
    for path, types in tables.items():
        by_folder[folders[path]] = DescribedTypes(folders[path], partial(Table, path, types), by_folder.__getitem__)
    return {path: by_folder[folder] for path, folder in folders.items()}
