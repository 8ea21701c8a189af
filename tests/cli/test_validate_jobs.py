"""Tests of `kapivara validate --jobs`: several processes report the same as one, in the same order."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bench.repository.made_mistakes import BROKEN, INVALID
from bench.repository.making import make_tree
from kapivara.cli.main import run

EXAMPLES = Path(__file__).parents[2] / "examples"
Validate = Callable[..., tuple[int, str, str]]


@pytest.fixture
def validate(capsys: pytest.CaptureFixture[str]) -> Validate:
    def call(*arguments: str | Path) -> tuple[int, str, str]:
        code = run(["validate", *map(str, arguments)])
        return code, *capsys.readouterr()

    return call


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with mistakes and special cases: duplicates, an unknown kind, a link, a template."""
    folder = tmp_path_factory.mktemp("shop")
    make_tree((*INVALID, *BROKEN), 1_000).write(folder)
    account = folder / "apps/app00/base/account.yaml"
    (folder / "zz-again.yaml").write_text(account.read_text())
    (folder / "aa-unknown.yaml").write_text("apiVersion: example.org/v1\nkind: Gadget\nmetadata:\n  name: a\n")
    (folder / "template.yaml").write_text("kind: {{ .Values.kind }}\n")
    (folder / "apps/outside.yaml").symlink_to("/etc/hostname")
    (folder / "empty.yaml").write_text("# nothing\n")
    return folder


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--skip", "Service,Secret", "--exclude", "*/base/*"),
        ("--missing-schemas", "skip", "--only", "Gadget,Topic"),
        ("--field-validation", "warn", "--as", "server"),
    ],
    ids=["all", "skip", "only", "warn"],
)
def test_several_processes_say_the_same(validate: Validate, folder: Path, options: tuple[str, ...]) -> None:
    one, many = (validate(folder, "-o", "json", *options, "--jobs", jobs) for jobs in ("1", "3"))
    assert json.loads(one[1])["diagnostics"]
    assert one == many


def test_a_definition_that_is_written_otherwise_is_still_known(validate: Validate, tmp_path: Path) -> None:
    definition = (EXAMPLES / "crds/backups.yaml").read_text()
    named = definition.replace("kind: CustomResourceDefinition", 'kind: "CustomResource\\x44efinition"')
    assert named != definition
    (tmp_path / "a.yaml").write_text((EXAMPLES / "good/backups.yaml").read_text())
    (tmp_path / "b.yaml").write_text(named)
    one, many = (validate(tmp_path, "-o", "json", "--jobs", jobs) for jobs in ("1", "2"))
    assert one == many
    assert one[0] == 0


@pytest.mark.parametrize(
    "written",
    [
        "apiVersion: storage.example.com/v1",
        'apiVersion: "\\x73torage.example.com/v1"',
        "? apiVersion\n: storage.example.com/v1",
    ],
    ids=["plainly", "escaped", "as an odd key"],
)
def test_an_object_is_judged_by_its_definition_however_its_group_is_written(
    validate: Validate, tmp_path: Path, written: str
) -> None:
    (tmp_path / "crd.yaml").write_text((EXAMPLES / "crds/backups.yaml").read_text())
    backup = (EXAMPLES / "bad/backups.yaml").read_text()
    (tmp_path / "backup.yaml").write_text(re.sub("(?m)^apiVersion: .*$", lambda _: written, backup))
    for number in range(20):
        named = f"apiVersion: v1\nkind: Namespace\nmetadata:\n  name: n{number}\n"
        (tmp_path / f"namespace{number}.yaml").write_text(named + "# " + "x" * 40_000)
    one, many = (validate(tmp_path, "-o", "json", "--jobs", jobs) for jobs in ("1", "2"))
    assert one == many
    assert one[0] == 1
    assert "spec.compression" in one[1]


def test_a_definition_of_a_built_in_kind_is_reckoned_with(validate: Validate, tmp_path: Path) -> None:
    definition = (EXAMPLES / "crds/backups.yaml").read_text().replace("kind: Backup", "kind: Deployment")
    (tmp_path / "crd.yaml").write_text(definition.replace("storage.example.com", "apps"))
    (tmp_path / "deployment.yaml").write_text("apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\n")
    one, many = (validate(tmp_path, "-o", "json", "--jobs", jobs) for jobs in ("1", "2"))
    assert one == many
    assert "its CRD is not served" in one[1]


@pytest.mark.parametrize("given", ["x", "-1", "65", ""])
def test_jobs_are_a_number(validate: Validate, given: str) -> None:
    code, _, said = validate(".", f"--jobs={given}")
    assert code == 2
    assert "from 0 to 64" in said
