"""Tests of report formats: every command in every format, into files, several at once."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]

COMMANDS = {
    "validate": ("validate", "examples/bad", "--crds", "examples/crds"),
    "crd check": ("crd", "check", "examples/bad/definition.yaml"),
    "crd lint": ("crd", "lint", "examples/volumes/doubtful.yaml"),
    "crd test": ("crd", "test", "examples/volumes/mistaken-tests.yaml"),
    "crd upgrade": (
        *("crd", "upgrade", "examples/upgrade/before.yaml", "examples/upgrade/after.yaml"),
        *("--objects", "examples/upgrade/stored.yaml"),
    ),
    "lint": ("lint", "examples/widgets/v1", "examples/widgets/v1beta1"),
    "gen": ("gen", "--check", "examples/types/mistakes"),
}


@pytest.fixture
def run(root: Path) -> Run:
    def call(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        command, env = [root / "kapivara", *arguments], {**os.environ, **environment}
        return subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, check=False)

    return call


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_writes_every_form(run: Run, root: Path, tmp_path: Path, name: str) -> None:
    forms = ("json", "sarif", "junit", "github", "gitlab", "tap")
    outputs = [word for form in forms for word in ("-o", f"{form}={tmp_path / form}")]
    finished = run(*COMMANDS[name], *outputs, "-o", "text")
    assert finished.returncode == run(*COMMANDS[name]).returncode == 1
    assert finished.stderr == ""
    report = json.loads((tmp_path / "json").read_text())
    jsonschema.validate(report, json.loads((root / "docs" / "report.schema.json").read_text()))
    assert report["command"] == name
    found = [each for each in report["diagnostics"] if each["rule"] != "unreadable"]
    assert any(each["level"] == "error" for each in found)
    assert len(json.loads((tmp_path / "sarif").read_text())["runs"][0]["results"]) == len(found)
    assert len(json.loads((tmp_path / "gitlab").read_text())) == len(report["diagnostics"])
    assert len((tmp_path / "github").read_text().splitlines()) == len(report["diagnostics"])
    suites = ElementTree.fromstring((tmp_path / "junit").read_text())
    failed = {each["subject"] for each in report["diagnostics"] if each["level"] == "error"}
    assert {case.get("name") for case in suites.iter("testcase") if case.find("failure") is not None} == failed
    assert (tmp_path / "tap").read_text().count("\nnot ok ") == sum(int(each.get("failures", "")) for each in suites)


@pytest.mark.parametrize(
    "arguments",
    [
        *COMMANDS.values(),
        ("crd", "check", "examples/crds", "examples/volumes/crd.yaml"),
        ("crd", "test", "examples/volumes/tests"),
        ("gen", "--openapi", "--check", "examples/types/mistakes", "examples/types/backups"),
        ("test-types", "examples/types/backups"),
        ("cel", "self.size <= 5", "--var", "self={size: 3}"),
        ("cel", "1 / 0 > 1"),
        ("explain", "pods.spec"),
    ],
    ids=" ".join,
)
def test_colours_change_no_word(run: Run, root: Path, arguments: tuple[str, ...]) -> None:
    plain = run(*arguments)
    coloured = run(*arguments, FORCE_COLOR="1")
    assert (coloured.returncode, coloured.stderr) == (plain.returncode, plain.stderr)
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured.stdout) == plain.stdout


def test_regions_are_what_is_wrong(run: Run, root: Path) -> None:
    file = "examples/bad/backups.yaml"
    finished = run("validate", file, "--crds", "examples/crds", "-o", "sarif")
    lines = (root / file).read_text().splitlines()
    marked = {}
    for result in json.loads(finished.stdout)["runs"][0]["results"]:
        region = result["locations"][0]["physicalLocation"]["region"]
        if "endColumn" in region:
            marked[result["message"]["text"].partition(":")[0]] = lines[region["startLine"] - 1][
                region["startColumn"] - 1 : region["endColumn"] - 1
            ]
    assert marked["spec.compression"] == "compression: zip"
    assert marked["metadata.name"] == "name: Nightly"
    assert marked["spec.targets[0].tags[1]"] == "hot"


def test_output_file_takes_the_report_that_has_none(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "report.txt"
    finished = run("validate", "examples/good", "--crds", "examples/crds", "--output-file", str(file))
    assert (finished.returncode, finished.stdout) == (0, "")
    assert file.read_text() == "5 objects: 5 valid\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-o", "json", "-o", "text"), "json and text cannot both be printed: write one to a file, -o text=FILE"),
        (("-o", "xml"), "'xml' is not one of 'text', 'json', 'sarif', 'junit', 'github', 'gitlab', 'tap'"),
        (("-o", "json=no/such/folder/x"), "cannot write no/such/folder/x: no such file or directory"),
        (("-o", "json=/dev/null", "--output-file", "y"), "every report already has a file of its own"),
    ],
)
def test_what_cannot_be_written_is_told(run: Run, arguments: tuple[str, ...], message: str) -> None:
    finished = run("validate", "examples/good", "--crds", "examples/crds", *arguments)
    assert finished.returncode == 2
    assert message in finished.stderr


def test_regions_of_sources_are_tags_and_names(run: Run, root: Path) -> None:
    finished = run("gen", "--check", "examples/types/mistakes", "-o", "sarif")
    marked = []
    for result in json.loads(finished.stdout)["runs"][0]["results"]:
        place = result["locations"][0]["physicalLocation"]
        region = place["region"]
        line = (root / place["artifactLocation"]["uri"]).read_text().splitlines()[region["startLine"] - 1]
        marked.append(line[region["startColumn"] - 1 : region["endColumn"] - 1])
    assert marked
    assert all(each.startswith("k8s:") or each.isidentifier() for each in marked), marked
