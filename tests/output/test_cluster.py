"""Tests of a tree with the layout of Kubernetes: markers in pkg/apis, types in staging, functions beside the markers.

It has the features of real sources: two packages for one input, packages that opt out, modules of a workspace, a
vendored project, files for other systems, functions that the parser does not know, types with JSON of their own.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from kapivara.cli.main import run
from kapivara.emit.loader import load_module
from kapivara.field import Operation
from kapivara.testing import error, load_types

HERE = Path(__file__).parent
MACHINERY = "k8s.io/apimachinery/pkg"
READONLY = (
    f"{MACHINERY}/api/resource",
    f"{MACHINERY}/runtime",
    f"{MACHINERY}/types",
    f"{MACHINERY}/util/intstr",
    "time",
    "example.org/units",
)
STAGING = "staging/src/k8s.io"
MARKED = (
    *("pkg/apis/core/v1", "pkg/apis/device/v1", "pkg/apis/fleet/v1", "pkg/apis/fleet/v1beta1", "pkg/apis/review/v1"),
    *(f"{STAGING}/api/device/v1", f"{STAGING}/apimachinery/pkg/apis/meta/v1/validation"),
    f"{STAGING}/device-metadata/api/v1",
)
NAME = "zz_generated_validations.py"
Kapivara = Callable[..., tuple[int, str]]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return Path(shutil.copytree(HERE / "cluster", tmp_path / "cluster"))


@pytest.fixture
def kapivara(capsys: pytest.CaptureFixture[str]) -> Kapivara:
    """Runs a command with the readonly packages; returns exit code and output."""

    def call(command: str, *arguments: str | Path, readonly: tuple[str, ...] = READONLY) -> tuple[int, str]:
        options = [part for each in readonly for part in ("--readonly-pkg", each)]
        code = run([command, *map(str, arguments), *options])
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return call


def test_all_marked_packages_are_written(kapivara: Kapivara, tree: Path) -> None:
    code, out = kapivara("gen", tree / "...")
    assert code == 0, out
    assert out.endswith("8 packages: 8 written\n")
    written = sorted(str(each.parent.relative_to(tree)) for each in tree.rglob(NAME))
    assert written == sorted(MARKED)
    assert kapivara("gen", tree / "...", "--check") == (0, "8 packages: 8 up to date\n")


def test_what_is_written_does_not_hang_on_what_else_is_given(kapivara: Kapivara, tree: Path) -> None:
    kapivara("gen", tree / "...")
    text = (tree / "pkg/apis/fleet/v1" / NAME).read_text()
    (tree / "pkg/apis/fleet/v1" / NAME).unlink()
    others = (*READONLY, "k8s.io/kubernetes/pkg/apis/core/v1", f"{MACHINERY}/apis/meta/v1/validation")
    code, out = kapivara("gen", tree / "pkg/apis/fleet/v1", readonly=others)
    assert code == 0, out
    assert (tree / "pkg/apis/fleet/v1" / NAME).read_text() == text


def test_generated_files_hold_the_rules(kapivara: Kapivara, tree: Path) -> None:
    kapivara("gen", tree / "...")
    made = {each: load_module((tree / each / NAME).read_text(), each) for each in MARKED}
    types = {each: sorted(namespace["TYPES"]) for each, namespace in made.items()}
    assert types == {
        "pkg/apis/core/v1": ["Harbor"],
        "pkg/apis/device/v1": ["Device"],
        "pkg/apis/fleet/v1": ["Fleet"],
        "pkg/apis/fleet/v1beta1": ["Fleet"],
        "pkg/apis/review/v1": [],
        f"{STAGING}/api/device/v1": ["DeviceAttribute"],
        f"{STAGING}/apimachinery/pkg/apis/meta/v1/validation": [],
        f"{STAGING}/device-metadata/api/v1": ["Metadata"],
    }
    validate = made[f"{STAGING}/device-metadata/api/v1"]["validate"]
    assert [str(each) for each in validate("Metadata", Operation(), {"attribute": {}})] == [
        "driver: Required value",
        'attribute: Invalid value: "": must specify one of: `text`, `number`',
    ]


@pytest.mark.parametrize(
    ("package", "more"),
    [
        pytest.param("core", (), id="functions of its own and of meta"),
        pytest.param("fleet", ("k8s.io/kubernetes/pkg/apis/core/v1",), id="functions of three packages"),
    ],
)
def test_cases_pass(kapivara: Kapivara, tree: Path, package: str, more: tuple[str, ...]) -> None:
    readonly = (*READONLY, f"{MACHINERY}/apis/meta/v1/validation", *more)
    code, out = kapivara("test-types", tree / "pkg/apis" / package / "v1", readonly=readonly)
    assert code == 0, out
    assert out.endswith(" identical, 0 differ\n")


def test_lint_sees_the_types_of_markers(kapivara: Kapivara, tree: Path) -> None:
    code, out = kapivara("lint", tree / "...")
    assert code == 1
    assert out.count("[version-skew]") == 2
    assert out.endswith("2 errors\n")


def test_types_can_be_tested_from_python(tree: Path) -> None:
    types = load_types(
        tree / "pkg/apis/device/v1", readonly=(*READONLY, f"{MACHINERY}/apis/meta/v1/validation"), hand_written={}
    )
    assert types.path == "k8s.io/api/device/v1"
    types["DeviceAttribute"].value({"text": "a"}).expect_valid()
    types["Device"].value({"attributes": {"x": {}}}).expect_errors(error("invalid", "attributes[x]", origin="union"))
