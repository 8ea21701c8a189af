"""Tests of a hostile project file that kapivara finds: it writes nothing harmful and hides nothing."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.cli.test_gen_command import DOC, TYPES

from kapivara.cli.framework.command import Command, Group, Option, ProjectValue
from kapivara.cli.framework.parser import CommandPath, resolve
from kapivara.cli.main import ROOT_GROUP, run
from kapivara.cli.options.server import FORMS
from kapivara.cli.project_file.locate import read_settings
from kapivara.cli.reports.confined_files import ENDINGS, is_report

Capture = pytest.CaptureFixture[str]
Project = Callable[[str], Path]

BAD = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {"$(touch RCE)": 1}\n'
GOOD = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"
UNDEFINED = "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\n"
LOOSE_KIND = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Thing, plural: things}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Creates a repository with an invalid Deployment, canaries and a project file, and enters it."""

    def make(text: str) -> Path:
        folder = tmp_path / "repository"
        for name in (".git/hooks", ".github/workflows", ".venv/bin", "deploy", "good", "kinds", "v1", "lib"):
            (folder / name).mkdir(parents=True)
        for hook in (".git/hooks/pre-commit", ".git/hooks/post-checkout", ".venv/bin/activate"):
            (folder / hook).write_text("#!/bin/sh\n")
            (folder / hook).chmod(0o755)
        for name in (".git/HEAD", ".git/config", "notes.txt", "data.json", "lib/data.sarif"):
            (folder / name).write_text("mine\n")
        (folder / "deploy" / "a.yaml").write_text(BAD)
        (folder / "deploy" / "b.json").write_text(json.dumps({"apiVersion": "v1", "kind": "Pod"}))
        (folder / "good" / "a.yaml").write_text(GOOD)
        (folder / "kinds" / "a.yaml").write_text(LOOSE_KIND)
        (folder / "v1" / "doc.go").write_text(DOC)
        (folder / "v1" / "types.go").write_text(TYPES)
        (folder / "hooks").symlink_to(".git/hooks")
        (tmp_path / "elsewhere").mkdir()
        (folder / "out").symlink_to(tmp_path / "elsewhere")
        (folder / "link.json").symlink_to(".git/config")
        (folder / "hard.json").hardlink_to(folder / "data.json")
        os.mkfifo(folder / "pipe.json")
        (folder / "kapivara.toml").write_text(text)
        monkeypatch.chdir(folder)
        return folder

    return make


def state(folder: Path) -> dict[str, tuple[int, bytes | None]]:
    """Returns all files of a folder with their modes and bytes."""
    found = {}
    for each in folder.rglob("*"):
        mode = each.lstat().st_mode
        found[str(each.relative_to(folder))] = mode, each.read_bytes() if stat.S_ISREG(mode) else None
    return found


def keys_by_decision(group: Group, names: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """Yields how each key of a found project file is treated: reported, only stricter, or rejected unless named."""
    for name in group.commands:
        below = group.load(name)
        if isinstance(below, Group):
            yield from keys_by_decision(below, (*names, name))
            continue
        for each in below.parameters:
            if each.project is not None:
                decision = "named" if each.project.is_trusted else "told" if each.project.weakens else "stricter"
                yield ".".join((*names, name, each.key)), decision


STRICTER = {
    "validate.fail-on",
    "validate.jobs",
    "crd.lint.advice",
    "crd.lint.strict",
    "crd.test.coverage",
    "crd.upgrade.advice",
    "lint.strict",
    "lint.target",
}
TOLD = {
    *(f"validate.{key}" for key in ("paths", "crds", "openapi", "old", "only", "skip", "exclude", "field-validation")),
    *(f"validate.{key}" for key in ("missing-schemas", "as", "kubernetes-version", "feature-gates")),
    *(f"validate.{key}" for key in ("request-timeout", "output", "quiet", "summary")),
    *("explain.crds", "cel.kubernetes-version", "cel.feature-gates"),
    *(f"crd.check.{key}" for key in ("paths", "top", "kubernetes-version", "feature-gates", "output")),
    *(f"crd.lint.{key}" for key in ("paths", "select", "disable", "kubernetes-version", "feature-gates", "output")),
    *(f"crd.test.{key}" for key in ("paths", "crds", "kubernetes-version", "feature-gates", "output")),
    *(f"crd.upgrade.{key}" for key in ("objects", "allow", "output")),
    *(f"gen.{key}" for key in ("paths", "out", "crd-descriptions", "crd-floats", "crd-embedded-metadata", "output")),
    *(f"gen.{key}" for key in ("crd-unknown-markers", "crd-unchecked", "feature-gates", "option")),
    *(f"gen.{key}" for key in ("root", "readonly-pkg", "typedef-chains")),
    *(f"lint.{key}" for key in ("paths", "select", "ignore", "exceptions", "output")),
    *(f"lint.{key}" for key in ("root", "readonly-pkg", "typedef-chains")),
    *(f"test-types.{key}" for key in ("root", "readonly-pkg", "typedef-chains")),
    *("serve.crds", "serve.objects", "serve.request-timeout"),
}
"""Keys that every report names, because they may weaken a check or choose files to read or write."""
WRITING = {"validate.output", "crd.check.output", "crd.lint.output", "crd.test.output", "crd.upgrade.output"} | {
    *("gen.output", "lint.output", "gen.out", "gen.paths")
}
"""Keys that choose files to write: reports, generated files, and the packages of these."""


def test_what_becomes_of_every_setting() -> None:
    decided = dict(keys_by_decision(ROOT_GROUP))
    assert {key for key, decision in decided.items() if decision == "stricter"} == STRICTER
    assert {key for key, decision in decided.items() if decision == "told"} == TOLD
    assert all(key.startswith("serve.") for key, decision in decided.items() if decision == "named")
    assert WRITING <= TOLD


def test_every_option_that_names_a_file_is_decided() -> None:
    paths = (ProjectValue.PATH, ProjectValue.NAMED_PATH)
    names = {key for key in TOLD if isinstance(found := parameter(key), Option) and found.project in paths}
    read = {
        key for key in names if key.rpartition(".")[2] in ("crds", "openapi", "old", "objects", "root", "exceptions")
    }
    assert names - read == WRITING - {"gen.paths"}


def command_of(key: str) -> tuple[Command, tuple[str, ...]]:
    names = tuple(key.split(".")[:-1])
    found: Command | Group = ROOT_GROUP
    for name in names:
        assert isinstance(found, Group)
        found = found.load(name)
    assert isinstance(found, Command)
    return found, names


def parameter(key: str) -> object:
    return next(each for each in command_of(key)[0].parameters if each.key == key.rpartition(".")[2])


@pytest.mark.parametrize("key", sorted(TOLD | STRICTER))
def test_settings_that_may_weaken_a_check_are_told(key: str, project: Project) -> None:
    name = key.rpartition(".")[2]
    about = parameter(key)
    text = "true" if isinstance(about, Option) and about.is_switch else '"good"'
    project(f"[{key.rpartition('.')[0]}]\n{name} = {text}\n")
    command, names = command_of(key)
    found = resolve(
        command, ["x", "y"] if names[-1] == "upgrade" else [], CommandPath(ROOT_GROUP, names), read_settings
    ).found
    assert found is not None
    assert name in found.keys
    assert [each.key for each in found.weakening] == ([name] if key in TOLD else [])


REFUSED = [
    *("github=.git/hooks/pre-commit", "text=.git/hooks/post-checkout", "json=.git/config", "json=.git/new.json"),
    *("text=.venv/bin/activate", "json=.github/workflows/new.json", "junit=.github/workflows/ci.xml"),
    *("json=deploy/a.yaml", "json=deploy/b.json", "text=notes.txt", "json=data.json", "sarif=lib/data.sarif"),
    *("json=hooks/new.json", "json=link.json", "json=hard.json", "json=pipe.json", "json=.new.json"),
    *("github=conftest.py", "text=Makefile", "text=setup.py", "text=lib/sitecustomize.py", "text=GNUmakefile"),
    *("json=ci.yml", "text=.bashrc", "json=GIT~1/new.json", "json=lib\\\\new.json", "json=c:new.json"),
    *("json=\u200c.git/new.json", "json=nowhere/new.json", "json=lib", "json=../new.json", "json=out/new.json"),
    *("json=lib/../.git/new.json", "json=/etc/new.json", "github=new.json", "json=new.txt"),
]


@pytest.mark.parametrize("command", ["validate", "crd check"])
@pytest.mark.parametrize("output", REFUSED)
def test_no_report_goes_where_it_could_do_harm(output: str, command: str, project: Project, capsys: Capture) -> None:
    folder = project(f'output = ["{output}"]\n')
    before = state(folder.parent)
    assert run([*command.split(), "kinds" if command == "crd check" else "deploy"]) == 2
    assert state(folder.parent) == before
    told = capsys.readouterr().err
    assert told.startswith("Error: kapivara.toml")
    assert "name it on the command line" in told


def test_a_report_is_a_new_file_or_replaces_one(project: Project, capsys: Capture) -> None:
    files = {form: f"lib/{form}{endings[0]}" for form, endings in ENDINGS.items()}
    folder = project(f"output = {[f'{form}={file}' for form, file in files.items()]}\n")
    before = set(state(folder.parent))
    for _ in range(2):
        assert run(["validate", "deploy"]) == 1
        (folder / "lib" / "json.json").chmod(0o755)
    assert run(["validate", "good"]) == 0
    assert set(state(folder.parent)) - before == {f"repository/{file}" for file in files.values()}
    for file in files.values():
        assert is_report((folder / file).read_bytes()), file
        assert not (folder / file).stat().st_mode & 0o111
        assert "kapivara.toml" in (folder / file).read_text()


def test_texts_begin_with_what_other_programs_take_for_an_error(project: Project, capsys: Capture) -> None:
    folder = project('output = ["text=requirements.txt"]\n')
    (folder / "deploy" / "a.yaml").write_text(BAD.replace("$(touch RCE)", "\\nevil @ https://example.com/evil.zip\\n"))
    assert run(["validate", "deploy"]) == 1
    first, *_ = (folder / "requirements.txt").read_text().split("\n")
    assert first == "Report written by kapivara. DO NOT EDIT."
    assert not any(line.startswith("evil") for line in (folder / "requirements.txt").read_text().split("\n"))


def test_all_forms_have_endings() -> None:
    assert set(ENDINGS) == set(FORMS)


@pytest.mark.parametrize("words", [["--config", "kapivara.toml"], ["-o", "text=notes.txt", "--config", "none"]])
def test_a_report_that_the_command_line_asks_for_goes_where_it_says(words: list[str], project: Project) -> None:
    folder = project('output = ["text=notes.txt"]\n')
    assert run(["validate", "deploy", *words]) == 1
    assert (folder / "notes.txt").read_text().startswith("invalid     Deployment a")


def test_the_command_line_may_place_the_report_of_a_found_file(project: Project) -> None:
    folder = project('output = ["json"]\n')
    assert run(["validate", "deploy", "--output-file", "notes.txt"]) == 1
    assert json.loads((folder / "notes.txt").read_text())["projectFile"]["name"] == "kapivara.toml"


@pytest.mark.parametrize("setting", ['out = ".git"', 'out = "hooks"', 'out = ".github/new"', 'out = "out"'])
@pytest.mark.parametrize("flag", ["", "--openapi"])
def test_no_generated_file_goes_where_it_could_do_harm(
    setting: str, flag: str, project: Project, capsys: Capture
) -> None:
    folder = project(f"[gen]\n{setting}\n")
    before = state(folder.parent)
    assert run(["gen", "v1", *([flag] if flag else [])]) == 2
    assert state(folder.parent) == before


def test_nor_beside_types_in_a_folder_with_a_dot(project: Project, capsys: Capture) -> None:
    folder = project('[gen]\npaths = [".github/v1"]\n')
    (folder / "v1").rename(folder / ".github" / "v1")
    before = state(folder)
    assert run(["gen"]) == 2
    assert state(folder) == before
    assert ".github starts with a dot" in capsys.readouterr().out


def test_generated_files_go_to_new_folders(project: Project, capsys: Capture) -> None:
    folder = project('[gen]\nout = "made/here"\n')
    for outcome in ("written", "unchanged"):
        assert run(["gen", "v1"]) == 0
        assert capsys.readouterr().out.endswith(f"1 package: 1 {outcome}; kapivara.toml sets out\n")
    assert len(os.listdir(folder / "made" / "here")) == 1


KIND = """// +groupName={group}
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Basket struct {{
\tmetav1.TypeMeta   `json:",inline"`
\tmetav1.ObjectMeta `json:"metadata,omitempty"`
}}
"""


def test_the_usual_folder_of_definitions_is_no_link(project: Project, capsys: Capture) -> None:
    folder = project("")
    (folder / "v1" / "types.go").write_text(KIND.format(group="shop.example.com"))
    (folder / "config" / "crd").mkdir(parents=True)
    (folder / "config" / "crd" / "bases").symlink_to("../../.git/hooks")
    before = state(folder)
    assert run(["gen", "--crd", "v1"]) == 2
    assert state(folder) == before


def test_no_group_leads_out_of_the_folder_of_definitions(project: Project, capsys: Capture) -> None:
    folder = project("[gen]\ncrd-unchecked = true\n")
    (folder / "v1" / "types.go").write_text(KIND.format(group="../.git/x"))
    before = state(folder)
    assert run(["gen", "--crd", "v1", "--out", "lib"]) == 1
    assert state(folder) == before
    assert "'../.git/x_baskets.yaml', from the group and the plural of" in capsys.readouterr().out


@pytest.mark.parametrize("pattern", ["ou*/*.json", "o*/../*.json", "git:HEAD:../x", "pipe.json", "pip*.json", "ou*"])
@pytest.mark.parametrize("key", ["paths", "crds", "old"])
def test_nothing_is_read_outside_or_from_a_pipe(pattern: str, key: str, project: Project, capsys: Capture) -> None:
    folder = project(f'[validate]\n{key} = ["{pattern}"]\n')
    for place in ("", "elsewhere"):
        (folder.parent / place / "secret.json").write_text('{"secret": 1}')
    assert run(["validate", *([] if key == "paths" else ["good"])]) == 2
    assert re.search("is outside the folder|neither a regular file nor a folder", capsys.readouterr().err)


WEAKENING = [
    ('exclude = ["*"]', 2, "exclude: 1 file left out"),
    ('exclude = ["deploy/a.*"]', 2, "exclude: 1 file left out"),
    ('skip = ["Deployment"]', 2, "skip: 1 object left out"),
    ('only = ["Pod"]', 2, "only: 1 object left out"),
    ("quiet = true", 1, "quiet"),
    ("quiet = true\nsummary = true", 1, "quiet, summary"),
    ("summary = true", 1, "summary"),
    ('field-validation = "ignore"', 1, "field-validation"),
    ('kubernetes-version = "1.31"', 1, "kubernetes-version"),
    ('crds = ["kinds"]', 1, "crds"),
    ('old = ["deploy"]', 1, "old"),
    ('request-timeout = "3s"', 1, "request-timeout"),
    ('as = "server"', 1, "as"),
    ('[[validate.overrides]]\npaths = ["deploy"]\nskip = ["Deployment"]', 2, "skip: 1 object left out"),
    ('[[validate.overrides]]\npaths = ["*"]\nfield-validation = "ignore"', 1, "field-validation"),
    ('exclude = ["*"]\nquiet = true', 2, "exclude, quiet: 1 file left out"),
    ('exclude = ["*"]\nquiet = true\nsummary = true', 2, "exclude, quiet, summary: 1 file left out"),
    ('skip = ["Secret"]', 1, "skip: nothing left out"),
]


@pytest.mark.parametrize("words", [[], ["-q"], ["--summary"], ["-q", "--summary"]])
@pytest.mark.parametrize(("settings", "code", "told"), WEAKENING)
def test_the_line_that_sums_up_names_the_file(
    settings: str, code: int, told: str, words: list[str], project: Project, capsys: Capture
) -> None:
    folder = project(f"[validate]\n{settings}\n")
    (folder / "deploy" / "b.json").unlink()
    assert run(["validate", "deploy", *words]) == code
    last = capsys.readouterr().out.splitlines()[-1]
    keys, colon, counts = told.partition(":")
    flags = {"-q": "quiet", "--summary": "summary"}
    left = [key for key in keys.split(", ") if key not in map(flags.get, words)]
    assert not left or last.endswith(f"; kapivara.toml sets {', '.join(left)}{colon}{counts}")


@pytest.mark.parametrize("form", [form for form in FORMS if form != "text"])
def test_every_form_names_the_file(form: str, project: Project, capsys: Capture) -> None:
    project('[validate]\nexclude = ["deploy/a.yaml"]\n')
    assert run(["validate", "deploy", "good", "-o", form]) == 1
    printed = capsys.readouterr()
    assert "kapivara.toml" in printed.out
    assert re.search(r"exclude = deploy/a\.yaml|\"exclude\"", printed.out)
    assert printed.err == "Note: kapivara.toml sets exclude: 1 file left out (use --config none to ignore it)\n"


def test_json_counts_what_was_left_out(project: Project, capsys: Capture) -> None:
    project('[validate]\nexclude = ["deploy/b.json"]\nskip = ["Deployment"]\n')
    assert run(["validate", "deploy", "good", "-o", "json"]) == 2
    report = json.loads(capsys.readouterr().out)
    assert report["projectFile"] == {
        "name": "kapivara.toml",
        "settings": [
            {"key": "skip", "values": ["Deployment"], "paths": [], "line": 3},
            {"key": "exclude", "values": ["deploy/b.json"], "paths": [], "line": 2},
        ],
        "leftOut": {"files": 1, "objects": 1},
    }
    assert [each["source"] for each in report["unreadable"]] == ["deploy"]


def test_a_report_into_a_file_hides_nothing(project: Project, capsys: Capture) -> None:
    project('[validate]\noutput = ["json=new.json"]\nexclude = ["*"]\n')
    assert run(["validate", "deploy"]) == 2
    assert "Note: kapivara.toml sets exclude, output: 2 files left out" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["crd", "check", "kinds"], '[crd.check]\nkubernetes-version = "1.31"'),
        (["crd", "lint", "kinds"], '[crd.lint]\ndisable = "unguarded-read"'),
        (["lint", "v1"], '[lint]\nignore = "unknown-tag"'),
        (["gen", "--check", "v1"], "[gen]\ntypedef-chains = true"),
        (["test-types", "v1"], "[test-types]\ntypedef-chains = true"),
        (["explain", "things"], '[explain]\ncrds = "kinds"'),
        (["cel", "1 + 1"], '[cel]\nkubernetes-version = "1.31"'),
    ],
)
def test_every_command_names_the_file(words: list[str], told: str, project: Project, capsys: Capture) -> None:
    project(f"{told}\n")
    run(words)
    printed = capsys.readouterr()
    key = told.partition("\n")[2].partition(" ")[0]
    assert f"kapivara.toml sets {key}" in printed.out + printed.err


UNVALIDATED = [
    (["deploy"], 2, ["deploy"]),
    (["deploy/a.yaml", "good"], 2, ["deploy/a.yaml"]),
    (["deploy/a.*", "good"], 2, ["deploy/a.*"]),
    ([".", "deploy"], 2, ["deploy"]),
    (["good"], 0, []),
    (["deploy", "--skip", "Deployment,Pod", "--exclude", "nothing"], 0, []),
    (["deploy", "--exclude", "deploy"], 0, []),
    (["deploy", "--config", "none"], 1, []),
    (["deploy", "--config", "kapivara.toml"], 0, []),
]


@pytest.mark.parametrize(("words", "code", "unreadable"), UNVALIDATED)
def test_a_path_of_which_nothing_was_validated(
    words: list[str], code: int, unreadable: list[str], project: Project, capsys: Capture
) -> None:
    folder = project('[validate]\nexclude = ["deploy"]\n')
    for other in ("kinds", "data.json", "hard.json", "link.json", "pipe.json"):
        (folder / other).rename(folder.parent / other)
    (folder / "deploy" / "b.json").unlink()
    assert run(["validate", *words, "-o", "json"]) == code
    report = json.loads(capsys.readouterr().out)
    assert [each["source"] for each in report["unreadable"]] == unreadable


@pytest.mark.parametrize("setting", ["skip", "warn"])
def test_kinds_that_nobody_knows_are_not_validated(setting: str, project: Project, capsys: Capture) -> None:
    folder = project(f'[validate]\nmissing-schemas = "{setting}"\n')
    (folder / "good" / "a.yaml").write_text(UNDEFINED)
    assert run(["validate", "good"]) == 2
    assert "nothing here was validated, because kapivara.toml sets missing-schemas" in capsys.readouterr().out
    assert run(["validate", "good", "--missing-schemas", setting]) == 0


def test_standard_input_may_not_be_left_out_either(
    project: Project, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    project('[validate]\nexclude = ["*"]\n')
    assert run(["validate", "-"]) == 2
    assert "unreadable  -: nothing here was validated" in capsys.readouterr().out


def test_many_files_in_several_processes(project: Project, capsys: Capture) -> None:
    folder = project('[validate]\nskip = ["Deployment"]\nexclude = ["*.json"]\n')
    for number in range(6):
        (folder / "deploy" / f"{number}.yaml").write_text(BAD)
    assert run(["validate", "deploy", "good", "-j", "2"]) == 2
    assert capsys.readouterr().out.endswith("; kapivara.toml sets skip, exclude: 1 file and 7 objects left out\n")


@pytest.mark.parametrize("name", ["kapivara.toml", "pyproject.toml"])
def test_keys_with_many_parts_are_rejected(name: str, project: Project, capsys: Capture) -> None:
    """Parsing these would take gigabytes."""
    folder = project("")
    (folder / "kapivara.toml").unlink()
    (folder / name).write_text("[tool.kapivara]\n" + "a." * 500_000 + "b = 1\n")
    assert run(["validate", "good"]) == 2
    assert capsys.readouterr().err == f"Error: {name}: a key has more than 16 parts\n"


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def branch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository whose branch has changed the project file of `main` so that it excludes everything."""
    folder = tmp_path / "repository"
    (folder / "deploy").mkdir(parents=True)
    (folder / "conf").mkdir()
    git(folder, "init", "-q", "-b", "main")
    (folder / "kapivara.toml").write_text('[validate]\nexclude = ["*-draft.yaml"]\n')
    (folder / "conf" / "other.toml").write_text('[validate]\npaths = ["../deploy"]\nquiet = true\n')
    (folder / "conf" / "pyproject.toml").write_text('[tool.kapivara.validate]\nskip = "Deployment"\n')
    (folder / "deploy" / "a.yaml").write_text(BAD)
    (folder / "deploy" / "a-draft.yaml").write_text(BAD)
    (folder / "link.toml").symlink_to("kapivara.toml")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "x")
    git(folder, "checkout", "-q", "-b", "topic")
    (folder / "kapivara.toml").write_text('[validate]\nexclude = ["*"]\nquiet = true\n')
    (folder / "conf" / "other.toml").unlink()
    monkeypatch.chdir(folder)
    return folder


def test_the_project_file_of_the_base_branch(branch: Path, capsys: Capture) -> None:
    assert run(["validate", "deploy", "--config", "git:main:kapivara.toml"]) == 1
    assert capsys.readouterr().out.endswith("1 object: 0 valid, 1 invalid (1 error)\n")
    assert run(["validate", "--config", "git:main:conf/other.toml"]) == 1
    assert capsys.readouterr().out.startswith("invalid     Deployment a\n            deploy/a-draft.yaml:4:8")
    assert run(["validate", "deploy", "--config", "git:main:conf/pyproject.toml"]) == 0
    assert capsys.readouterr().out.startswith("left out    Deployment objects (--skip): 2\n")


def test_the_revision_counts_from_the_working_directory(
    branch: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(branch / "deploy")
    monkeypatch.setenv("KAPIVARA_CONFIG", "git:main:../kapivara.toml")
    assert run(["config", "show"]) == 0
    assert capsys.readouterr().out == "validate\n  exclude  *-draft.yaml  git:main:../kapivara.toml:2\n"


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("git:nowhere:kapivara.toml", "no such revision: nowhere"),
        ("git:main:nothing.toml", "no such file at main"),
        ("git:main:conf", "no such file at main"),
        ("git:main:link.toml", "no such file at main"),
        ("git:main:../../kapivara.toml", ""),
        ("git:main:/kapivara.toml", "write git:REV:PATH with a relative path, such as git:origin/main:kapivara.toml"),
        ("git:main", "write git:REV:PATH with a relative path, such as git:origin/main:kapivara.toml"),
        ("git:--output=x:kapivara.toml", "no such revision: --output=x"),
    ],
)
def test_revisions_and_paths_that_are_not_there(named: str, told: str, branch: Path, capsys: Capture) -> None:
    before = state(branch)
    assert run(["validate", "deploy", "--config", named]) == 2
    assert capsys.readouterr().err.startswith(f"Error: {named}: {told}")
    assert state(branch) == before


def test_a_folder_that_became_another_repository_is_not_asked(branch: Path, capsys: Capture) -> None:
    evil = branch / "conf"
    git(evil, "init", "-q", "-b", "main")
    (evil / "other.toml").write_text('[validate]\nexclude = ["*"]\n')
    git(evil, "add", "-A")
    git(evil, "commit", "-q", "-m", "x")
    assert run(["validate", "--config", "git:main:conf/other.toml"]) == 1


def test_a_large_file_of_a_revision(branch: Path, capsys: Capture) -> None:
    (branch / "large.toml").write_text("#" * ((1 << 20) + 1))
    git(branch, "add", "large.toml")
    git(branch, "commit", "-q", "-m", "x")
    assert run(["validate", "deploy", "--config", "git:HEAD:large.toml"]) == 2
    assert capsys.readouterr().err == "Error: git:HEAD:large.toml: larger than 1 MiB\n"


def test_what_did_not_change_is_not_missed(branch: Path, capsys: Capture) -> None:
    (branch / "kapivara.toml").write_text('[validate]\nexclude = ["*-draft.yaml"]\n')
    assert run(["validate", "deploy", "--changed-since", "main"]) == 0
    (branch / "deploy" / "a-draft.yaml").write_text(f"{BAD}# changed\n")
    assert run(["validate", "deploy", "--changed-since", "main"]) == 2
