"""Tests of project files: their settings, precedence and errors, and the output of `config show`."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from kapivara.cli.framework.command import Command, Group, Option
from kapivara.cli.main import ROOT_GROUP, run
from kapivara.cli.project_file.settings import SHARED_KEYS
from kapivara.server.audit.options import read_policy_file

GOOD = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"
UNKNOWN_FIELD = f"{GOOD.replace('name: a', 'name: b')}dta: {{}}\n"
UNDEFINED = "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\n"

Project = Callable[[str], Path]
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Creates a repository with a project file and some manifests, and enters it."""

    def make(text: str, name: str = "kapivara.toml") -> Path:
        for folder in (".git", "deploy", "vendor/old"):
            (tmp_path / folder).mkdir(parents=True)
        (tmp_path / "deploy" / "good.yaml").write_text(GOOD)
        (tmp_path / "vendor" / "old" / "a.yaml").write_text(UNKNOWN_FIELD)
        (tmp_path / "vendor" / "old" / "b.yaml").write_text(UNDEFINED)
        (tmp_path / name).write_text(text)
        monkeypatch.chdir(tmp_path)
        return tmp_path

    return make


def test_paths_exclusions_and_reports(project: Project, capsys: Capture) -> None:
    folder = project('[validate]\npaths = ["deploy", "vendor"]\nexclude = "vendor/*"\noutput = ["json=report.json"]\n')
    assert run(["validate"]) == 0
    report = json.loads((folder / "report.json").read_text())
    assert [each["source"] for each in report["objects"]] == ["deploy/good.yaml"]
    assert report["leftOut"] == [{"what": "files excluded by --exclude", "count": 2}]


def test_paths_count_from_the_file(project: Project, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = project('[validate]\npaths = ["deploy", "vendor"]\nexclude = "./vendor/old"\noutput = "json=r.json"\n')
    monkeypatch.chdir(folder / "vendor")
    assert run(["validate"]) == 0
    report = json.loads((folder / "r.json").read_text())
    assert [each["source"] for each in report["objects"]] == ["../deploy/good.yaml"]


def test_in_pyproject(project: Project, capsys: Capture) -> None:
    project('[tool.other]\nx = 1\n[tool.kapivara.validate]\npaths = ["deploy"]\n', "pyproject.toml")
    assert run(["validate"]) == 0
    assert run(["config", "show"]) == 0
    assert capsys.readouterr().out.endswith("validate\n  paths  deploy  pyproject.toml:4\n")


OVERRIDES = """
[[validate.overrides]]
paths = ["vendor"]
field-validation = "ignore"
missing-schemas = "skip"
[[validate.overrides]]
paths = "vendor/old/b.*"
missing-schemas = "warn"
"""


@pytest.mark.parametrize(
    ("flags", "code", "summary"),
    [
        (
            [],
            0,
            "3 objects: 2 valid, 1 unknown; kapivara.toml sets field-validation, missing-schemas: nothing left out",
        ),
        (
            ["--missing-schemas", "fail"],
            1,
            "3 objects: 2 valid, 1 invalid (1 error); kapivara.toml sets field-validation",
        ),
        (
            ["--field-validation", "strict"],
            1,
            "3 objects: 1 valid, 1 invalid (1 error), 1 unknown; kapivara.toml sets missing-schemas: nothing left out",
        ),
        (["--config", "none"], 1, "3 objects: 1 valid, 2 invalid (2 errors)"),
    ],
)
def test_single_paths(flags: list[str], code: int, summary: str, project: Project, capsys: Capture) -> None:
    project(OVERRIDES)
    assert run(["validate", "deploy", "vendor", *flags]) == code
    assert capsys.readouterr().out.splitlines()[-1] == summary


def test_single_paths_have_kinds_of_their_own(project: Project, capsys: Capture) -> None:
    project('[validate]\nskip = "Thing"\n[[validate.overrides]]\npaths = ["*.yaml"]\nskip = ["ConfigMap", "Secret"]\n')
    assert run(["validate", "deploy", "--config", "kapivara.toml"]) == 0
    assert capsys.readouterr().out == "left out    ConfigMap objects (--skip): 1\n0 objects: 0 valid\n"


def test_the_environment_names_a_file(project: Project, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = project("[validate]\nsummary = true\n")
    (folder / "deploy" / "other.toml").write_text('[validate]\npaths = ["../vendor"]\nquiet = true\n')
    monkeypatch.setenv("KAPIVARA_CONFIG", "deploy/other.toml")
    assert run(["config", "show"]) == 0
    assert capsys.readouterr().out == (
        "validate\n  paths  vendor  deploy/other.toml:2\n  quiet  on      deploy/other.toml:3\n"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("validat = 1", "1: unknown key 'validat'. Did you mean 'validate'?"),
        ("zzz = 1", "1: unknown key 'zzz'. Valid keys: crds, kubernetes-version,"),
        ("\n[validate]\nfeild-validation = 1", "3: unknown key 'feild-validation' in [validate]. Did you mean"),
        ("[validate]\nconfig = 'x'", "2: unknown key 'config' in [validate]."),
        ("[crd.chek]", "1: unknown key 'chek' in [crd]. Did you mean 'check'?"),
        ("validate = 1", "1: validate must be a table"),
        ("[gen]\n[crd]\ncheck = 1", "3: check must be a table"),
        ("crds = [1]", "1: crds must be a list of strings"),
        ("[validate]\nquiet = 'yes'", "2: quiet must be true or false"),
        ("[validate]\nfield-validation = ['warn']", "2: field-validation must be a string"),
        ("[validate]\nmissing-schemas = 'skp'", "2: missing-schemas: 'skp' is not one of 'fail', 'warn',"),
        ("output = ['txt']", "1: output: 'txt' is not one of"),
        ("[validate]\noverrides = 1", "2: overrides must be a list of tables: [[validate.overrides]]"),
        ("[[validate.overrides]]\nskip = ['A']", "1: paths must list the paths that these settings apply to"),
        ("[[validate.overrides]]\npaths = ['A']\ncrds = ['x']", "3: unknown key 'crds' in [validate.overrides]."),
        ("[validate]\nexclude = [" + "'a'," * 1001 + "]", "2: exclude must have 1000 items at most"),
        ("crds = ['../other']", "1: ../other is outside the folder of kapivara.toml: name it on the command line"),
        ("output = ['json=/etc/report']", "1: /etc/report is outside the folder"),
        ("x = \n", " not TOML: Invalid value (at line 1, column 5)"),
        ("x = '\udcff'", " not UTF-8"),
    ],
)
def test_what_is_refused(text: str, message: str, project: Project, capsys: Capture) -> None:
    folder = project("")
    (folder / "kapivara.toml").write_bytes(text.encode("utf-8", "surrogateescape"))
    assert run(["validate", "deploy"]) == 2
    assert capsys.readouterr().err.startswith(f"Error: kapivara.toml:{message}")


def test_a_link_does_not_lead_out(project: Project, capsys: Capture, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = project('crds = ["link"]')
    (folder / "link").symlink_to(tmp_path_factory.mktemp("elsewhere"))
    assert run(["validate", "deploy"]) == 2
    assert "is outside the folder" in capsys.readouterr().err


def test_a_file_that_is_not_there(project: Project, capsys: Capture) -> None:
    project("")
    assert run(["validate", "deploy", "--config", "nothing.toml"]) == 2
    assert capsys.readouterr().err == "Error: nothing.toml: no such file or directory\n"


def test_show_tells_where_each_value_comes_from(project: Project, capsys: Capture) -> None:
    project(f'crds = ["deploy"]\n[validate]\nskip = "Job"\n{OVERRIDES}')
    assert run(["config", "show", "-o", "json", "validate", "x.yaml", "--missing-schemas", "warn", "-q"]) == 0
    shown = json.loads(capsys.readouterr().out)["commands"]
    settings = {each["key"]: (each["values"], each["origin"]) for each in shown[0]["settings"]}
    assert settings["paths"] == (["x.yaml"], "argument")
    assert settings["crds"] == (["deploy"], "kapivara.toml:1")
    assert settings["skip"] == (["Job"], "kapivara.toml:3")
    assert settings["missing-schemas"] == (["warn"], "flag")
    assert settings["quiet"] == ([""], "flag")
    assert settings["field-validation"] == (["strict"], "default")
    assert shown[0]["overrides"] == [
        {
            "paths": ["vendor"],
            "settings": [{"key": "field-validation", "values": ["ignore"], "origin": "kapivara.toml:7"}],
        },
        {"paths": ["vendor/old/b.*"], "settings": []},
    ]


SERVER = """
[serve]
port = 7001
data = "state"
anonymous = true
token-auth-file = "users/tokens.csv"
audit-log-path = "-"
feature-gates = ["CRDValidationRatcheting=false"]
"""


NAMED = ["--config", "kapivara.toml"]


def server_settings(capsys: Capture, *words: str) -> dict[str, tuple[list[str], str]]:
    assert run(["config", "show", "-o", "json", "serve", *words]) == 0
    shown = json.loads(capsys.readouterr().out)["commands"]
    return {each["key"]: (each["values"], each["origin"]) for each in shown[0]["settings"]}


def test_a_file_that_is_named_sets_all_options_of_a_server(project: Project, capsys: Capture) -> None:
    folder = project(SERVER)
    (folder / "deeper").mkdir()
    os.chdir(folder / "deeper")
    settings = server_settings(capsys, "--config", "../kapivara.toml")
    assert settings["port"] == (["7001"], "../kapivara.toml:3")
    assert settings["data"] == (["../state"], "../kapivara.toml:4")
    assert settings["anonymous"] == ([""], "../kapivara.toml:5")
    assert settings["token-auth-file"] == (["../users/tokens.csv"], "../kapivara.toml:6")
    assert settings["audit-log-path"] == (["-"], "../kapivara.toml:7")
    assert settings["feature-gates"] == (["CRDValidationRatcheting=false"], "../kapivara.toml:8")


def test_the_command_line_of_a_server_counts_before_its_file(project: Project, capsys: Capture) -> None:
    project(SERVER)
    settings = server_settings(capsys, "--config", "kapivara.toml", "--memory", "--port", "1", "--token", "x")
    assert settings["memory"] == ([""], "flag")
    assert settings["data"] == ([], "default")
    assert settings["anonymous"] == ([], "default")
    assert settings["port"] == (["1"], "flag")


def test_no_token_is_shown(project: Project, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    project('[serve]\ntoken = "in-the-file"\n')
    assert server_settings(capsys, "--config", "kapivara.toml")["token"] == (["(hidden)"], "kapivara.toml:2")
    monkeypatch.setenv("KAPIVARA_TOKEN", "in-the-environment")
    assert server_settings(capsys, "--config", "none")["token"] == (["(hidden)"], "KAPIVARA_TOKEN")


@pytest.mark.parametrize(
    ("text", "words", "told"),
    [
        (
            "[serve]\nanonymus = true\n",
            ["--config", "kapivara.toml"],
            "kapivara.toml:2: unknown key 'anonymus' in [serve]",
        ),
        (
            "[serve]\nport = 1\n\nhost = '0.0.0.0'\n",
            [],
            "kapivara.toml:2: port is only allowed in a file that --config names",
        ),
        ("[serve]\nport = 'many'\n", NAMED, "kapivara.toml:2: port: "),
        (
            "[serve]\ntls = true\nno-tls = true\n",
            ["--config", "kapivara.toml"],
            "--tls and --no-tls exclude each other",
        ),
    ],
)
def test_what_is_wrong_with_a_servers_file(
    project: Project, capsys: Capture, text: str, words: list[str], told: str
) -> None:
    project(text)
    assert run(["serve", *words]) == 2
    assert told in capsys.readouterr().err


def test_show_without_a_file(project: Project, capsys: Capture) -> None:
    folder = project("")
    (folder / "kapivara.toml").unlink()
    assert run(["config", "show"]) == 0
    assert capsys.readouterr().out == "no project file has settings\n"
    assert run(["config", "show", "no-such"]) == 2


def options_of(group: Group) -> list[Option]:
    found: list[Option] = []
    for name in group.commands:
        below = group.load(name)
        found += options_of(below) if isinstance(below, Group) else below.own_options
        assert isinstance(below, Command | Group)
    return found


def test_shared_keys_are_options_of_several_commands() -> None:
    keys = [option.key for option in options_of(ROOT_GROUP) if option.project]
    assert all(keys.count(key) > 1 for key in SHARED_KEYS)


def keys_of(group: Group, names: tuple[str, ...] = ()) -> dict[str, list[str]]:
    """Returns the keys that each command takes, by table."""
    found: dict[str, list[str]] = {}
    for name in group.commands:
        below = group.load(name)
        if isinstance(below, Group):
            found |= keys_of(below, (*names, name))
        elif below.takes_project:
            found[".".join((*names, name))] = [each.key for each in below.parameters if each.project]
    return found


def test_the_document_lists_all_keys(root: Path) -> None:
    text = (root / "docs" / "project-file.md").read_text()
    rows = re.findall(r"\| `\[([a-z.-]+)\]` \| (.*) \|", text)
    listed = {table: sorted(re.findall("`([a-z-]+)`", keys)) for table, keys in rows}
    assert listed == {table: sorted(keys) for table, keys in keys_of(ROOT_GROUP).items()}


def test_the_document_shows_the_example(root: Path) -> None:
    text = (root / "docs" / "project-file.md").read_text()
    assert f"```toml\n{(root / 'examples' / 'project' / 'kapivara.toml').read_text()}```" in text


def test_the_document_shows_the_example_of_a_server(
    root: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = root / "examples" / "server"
    text = (root / "docs" / "operations.md").read_text()
    assert f"```toml\n{(folder / 'kapivara.toml').read_text()}```" in text
    assert f"```yaml\n{(folder / 'audit-policy.yaml').read_text()}```" in text
    monkeypatch.chdir(root)
    settings = server_settings(capsys, "--config", "examples/server/kapivara.toml")
    assert settings["audit-policy-file"][0] == ["examples/server/audit-policy.yaml"]
    assert len(read_policy_file(folder / "audit-policy.yaml").rules) == 4
