"""Rules about kinds: no code outside `apis` tests for a single kind, and no kind is imported before its first use."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kapivara.apis.catalog import rows as catalog
from kapivara.apis.catalog.rows import CATALOG, Row
from kapivara.apis.catalog.scale_paths import SCALE

NAMES = {name for row in CATALOG for name in (row.kind, row.list_kind, row.plural)} | {SCALE.kind}
GROUPS = {row.group for row in CATALOG if row.group} | {SCALE.group}
CLASSES = {row.load().__name__ for row in CATALOG} | {"CustomResource", "Scale"}
HOMES = {row.module.rpartition(".")[0] for row in CATALOG if row.module.count(".") > 2}
ROWS = {name for name, value in vars(catalog).items() if isinstance(value, Row)}
ALLOWED = {
    "server/routing/target.py: 'namespaces'",  # the form of URLs
    "server/routing/target.py: NAMESPACES",
    "server/documents/paths.py: 'apiregistration.k8s.io'",  # the group whose URL only the aggregator serves
    "storage/__init__.py: 'Event'",  # a change in a storage, and no object
    "storage/etcd/messages.py: 'Event'",  # the same in etcd
    "storage/etcd/history.py: 'events'",
    "storage/etcd/stream.py: 'events'",
    "meta/owners.py: 'Event'",  # cannot own an object
    "patch/managers/scale_managers.py: 'autoscaling/v1'",  # clients manage replicas through a Scale
    # the audit log: its events, how it writes them, the names in its policies, its annotations of decisions
    "cli/commands/serve/options.py: 'batch'",
    "server/audit/writing.py: 'batch'",
    "server/audit/event.py: 'Event'",
    "server/audit/options.py: 'namespaces'",
    "server/audit/trail.py: 'authorization.k8s.io/decision'",
    "server/audit/trail.py: 'authorization.k8s.io/reason'",
    # users that a client may impersonate
    "server/auth/impersonation.py: 'nodes'",
    "server/auth/impersonation.py: 'serviceaccounts'",
    "server/auth/impersonation.py: 'authentication.k8s.io'",
    # commands about CRDs, and the table of their kinds
    "cli/inputs/manifests.py: DEFINITIONS",
    "cli/commands/crd/check/command.py: DEFINITIONS",
    "cli/inputs/git/changes.py: DEFINITIONS",
    "registry/crds/definitions.py: DEFINITIONS",
    "generator/crd/definitions.py: DEFINITIONS",  # it creates them
}


ABOUT_KINDS = ("apis", "admission", "controllers", "authorization")
DEFINED_BY = "kapivara.apis.groups.apiextensions"
"""The group whose objects define kinds: commands and the registry use its names."""


def identities(tree: ast.Module) -> Iterator[str]:
    """Names of built-in kinds in code: strings, except in documentation, catalog rows, module names and type tests."""
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in documentation:
                yield from (repr(each) for each in (text.split() if "\n" in text else [text]) if is_identity(each))
            case ast.Constant(value=bytes(data)) if is_identity(data.decode("latin-1")):
                yield repr(data)
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, kinds]):
                yield from classes_in(kinds)
            case ast.MatchClass(cls=kind):
                yield from classes_in(kind)
            case ast.Compare(left=left, comparators=others):
                yield from (name for each in (left, *others) for name in classes_in(each))
            case ast.ImportFrom(module="kapivara.apis.catalog.rows", names=names):
                yield from (each.name for each in names if each.name in ROWS)
            case ast.Attribute(value=ast.Name(id="catalog"), attr=name) if name in ROWS:
                yield name
            case ast.ImportFrom(module=str(module)) if is_of_kinds(module):
                yield module


def classes_in(node: ast.expr) -> list[str]:
    return [each.id for each in ast.walk(node) if isinstance(each, ast.Name) and each.id in CLASSES]


def is_of_kinds(module: str) -> bool:
    """Returns whether a module belongs to the kinds of one group."""
    return not module.startswith(DEFINED_BY) and any(module == each or module.startswith(f"{each}.") for each in HOMES)


def is_identity(text: str) -> bool:
    return text in NAMES or text.partition("/")[0] in GROUPS


def test_no_code_outside_apis_asks_which_kind_it_has(root: Path) -> None:
    package = root / "src" / "kapivara"
    found = {
        f"{file.relative_to(package)}: {identity}"
        for file in sorted(package.rglob("*.py"))
        if file.relative_to(package).parts[0] not in ABOUT_KINDS
        if not file.name.startswith("zz_generated_")
        for identity in identities(ast.parse(file.read_text()))
    }
    assert sorted(found - ALLOWED) == []


@pytest.mark.parametrize(
    "code",
    [
        "name == 'Pod'",
        "b'Pod' in data",
        "isinstance(kind, (NamespaceKind, int))",
        "type(kind) is NamespaceKind",
        "match kind:\n    case CustomResource(): pass",
        "from kapivara.apis.catalog.rows import NAMESPACES",
        "catalog.NAMESPACES",
        "from kapivara.apis.groups.core.configuration.namespace import NAME_LABEL",
        "group == 'apps'",
    ],
)
def test_such_code_would_be_found(code: str) -> None:
    assert list(identities(ast.parse(code)))


def loaded_kinds(code: str) -> set[str]:
    """Returns the kind modules that a new interpreter has loaded after it ran the code."""
    modules = {row.module for row in CATALOG}
    program = f"import sys, json\n{code}\nprint(json.dumps(sorted(sys.modules)))"
    finished = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
    return modules & set(json.loads(finished.stdout.splitlines()[-1]))


START = """
from kapivara.registry.registry import Registry
from kapivara.storage.memory import MemoryStorage
registry = Registry(MemoryStorage(), assume_namespaces=True)
"""


def test_a_registry_starts_without_any_kind() -> None:
    assert loaded_kinds(START) == set()


def test_discovery_and_the_index_of_documents_import_no_kind() -> None:
    asked = "registry.discovery().groups(); registry.discovery().resources('', 'v1'); registry.openapi().index()"
    assert loaded_kinds(START + asked) == set()


def test_validating_custom_resources_imports_the_kind_of_definitions_only(root: Path) -> None:
    folder = root / "examples" / "upgrade"
    arguments = ["validate", str(folder / "stored.yaml"), "--crds", str(folder / "before.yaml")]
    assert loaded_kinds(f"from kapivara.cli.main import run\nrun({arguments!r})") == {
        "kapivara.apis.groups.apiextensions.kind"
    }
