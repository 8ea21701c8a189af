"""Rules about the modules of kinds: groups do not import each other, and share only the common modules."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import kapivara
from kapivara.apis.catalog.rows import CATALOG
from kapivara.apis.machinery.kinds.kind import Kind

APIS = Path(kapivara.__file__).parent / "apis"
FOLDER = APIS / "groups"
GROUPS = sorted({file.parent.parent for file in FOLDER.glob("*/*/types.go")})
NAMES = {f"kapivara.apis.groups.{group.name}" for group in GROUPS}


def imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{each.name}" for each in node.names)
        elif isinstance(node, ast.Import):
            yield from (each.name for each in node.names)


def groups_imported(files: list[Path]) -> set[str]:
    """Returns the groups that files import, except through generated types, which refer to each other across groups."""
    modules = {each for file in files if not file.name.startswith("zz_generated_") for each in imported(file)}
    return {".".join(each.split(".")[:4]) for each in modules if "zz_generated_" not in each} & NAMES


def test_every_kind_has_its_module_in_its_group() -> None:
    """A kind without a module in its group has nothing of its own, or shares a module with kinds of other groups."""
    for row in CATALOG:
        home = f"kapivara.apis.groups.{row.group.partition('.')[0] or 'core'}."
        assert not row.module or row.module.startswith(home) or row.module.startswith("kapivara.apis.shared."), row.kind


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.name)
def test_a_group_imports_no_other(group: Path) -> None:
    assert groups_imported(list(group.rglob("*.py"))) <= {f"kapivara.apis.groups.{group.name}"}


def test_what_kinds_share_imports_no_group() -> None:
    shared = [file for file in APIS.rglob("*.py") if not any(group in file.parents for group in GROUPS)]
    assert groups_imported(shared) == set()


@pytest.mark.parametrize("step", ["validate", "warnings"])
def test_all_kinds_judge_by_one_fingerprint(step: str) -> None:
    """All kinds take the operation, the new object and the old one, so that callers need not know the kind."""
    modules = sorted({row.module for row in CATALOG if row.module})
    for kind in (import_module(module).KIND for module in modules):
        assert list(inspect.signature(getattr(kind, step)).parameters) == ["self", "operation", "new", "old"], kind
    assert inspect.signature(getattr(Kind, step)).parameters.keys() >= {"operation", "new", "old"}
