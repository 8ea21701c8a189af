"""Tests of `kapivara validate --old`: objects are validated as updates of those in files, folders or git."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kapivara.cli.main import run

TOO_SMALL = "spec.size: Invalid value: {}: spec.size in body should be greater than or equal to 5"
DEFINITION = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: widgets.example.com}}
spec:
  group: example.com
  scope: {scope}
  names: {{plural: widgets, kind: Widget}}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              {rules}
              properties:
                size: {size}
                colour: {{type: string}}
                tags: {{type: array, items: {{type: string, maxLength: 3}}}}
                sure: {{type: boolean, default: true}}
    - name: v2
      served: true
      storage: false
      schema: {{openAPIV3Schema: {{type: object, x-kubernetes-preserve-unknown-fields: true}}}}
"""
LOOSE = DEFINITION.format(size="{type: integer}", scope="Namespaced", rules="")
TIGHT = DEFINITION.format(size="{type: integer, minimum: 5}", scope="Namespaced", rules="")

Validate = Callable[..., tuple[int, str]]


def widget(name: str = "a", *, version: str = "v1", meta: str = "", **spec: Any) -> str:
    head = f"apiVersion: example.com/{version}\nkind: Widget\nmetadata: {{name: {name}{meta}}}\n"
    return f"{head}spec: {json.dumps(spec)}\n"


@pytest.fixture
def validate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Validate:
    """Writes the files, runs `validate` in their folder; returns exit code and output."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, files: dict[str, str] | None = None) -> tuple[int, str]:
        write(tmp_path, files or {})
        code = run(["validate", *arguments])
        return code, capsys.readouterr().out

    return call


def write(folder: Path, files: dict[str, str]) -> None:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)


def judged(validate: Validate, old: str, new: str, *arguments: str) -> Any:
    """Validates an update from one text to another; returns the first object of the report."""
    files = {"old.yaml": old, "new.yaml": new, "crd.yaml": TIGHT}
    output = validate("new.yaml", "--old", "old.yaml", "--crds", "crd.yaml", "-o", "json", *arguments, files=files)[1]
    return json.loads(output)["objects"][0]


def test_an_unchanged_fault_is_forgiven_and_told(validate: Validate) -> None:
    files = {"old.yaml": widget(size=1), "new.yaml": widget(size=1, colour="red"), "crd.yaml": TIGHT}
    assert validate("new.yaml", "--old", "old.yaml", "--crds", "crd.yaml", files=files) == (
        0,
        "forgiven    Widget a\n"
        f"            new.yaml:4:8  {TOO_SMALL.format(1)}\n"
        "              unchanged\n"
        "1 object (1 update, 0 creates): 1 valid, 1 error forgiven\n",
    )


def test_a_changed_fault_is_refused_with_a_note(validate: Validate) -> None:
    files = {"old.yaml": widget(size=1), "new.yaml": widget(size=2), "crd.yaml": TIGHT}
    assert validate("new.yaml", "--old", "old.yaml", "--crds", "crd.yaml", files=files) == (
        1,
        "invalid     Widget a\n"
        f"            new.yaml:4:8  {TOO_SMALL.format(2)}\n"
        '              4 | spec: {"size": 2}\n'
        "                |                ^\n"
        "              not forgiven: spec.size was changed\n"
        "1 object (1 update, 0 creates): 0 valid, 1 invalid (1 error)\n",
    )


def test_the_json_report_carries_both(validate: Validate) -> None:
    found = judged(validate, widget(size=1, tags=["long-one"]), widget(size=1, tags=["long-one", "x"]))
    assert (found["write"], found["verdict"]) == ("update", "invalid")
    assert [(each["field"], each["compared"], each["note"]) for each in found["forgiven"]] == [
        ("spec.size", "spec.size", "unchanged")
    ]
    assert [(each["field"], each["whyNotForgiven"], each["compared"]) for each in found["errors"]] == [
        ("spec.tags[0]", "uncorrelated-list", "spec.tags")
    ]


def test_an_object_without_an_old_version_is_a_create(validate: Validate) -> None:
    found = judged(validate, widget("other", size=1), widget(size=1))
    assert (found["write"], found["verdict"], found["errors"][0]["note"]) == ("create", "invalid", "")


def test_what_only_the_old_side_has_is_gone(validate: Validate) -> None:
    files = {"old/a.yaml": widget("a"), "old/b.yaml": widget("b"), "new/b.yaml": widget("b"), "crd.yaml": TIGHT}
    assert validate("new", "--old", "old", "--crds", "crd.yaml", files=files) == (
        0,
        "gone        Widget a (old/a.yaml:1:1)\n1 object (1 update, 0 creates): 1 valid, 1 gone\n",
    )


@pytest.mark.parametrize(
    ("old", "new", "write"),
    [
        pytest.param(widget(meta=", namespace: default"), widget(), "update", id="the default namespace"),
        pytest.param(widget(meta=", namespace: p"), widget(meta=", namespace: q"), "create", id="other namespaces"),
        pytest.param(widget(version="v2"), widget(), "update", id="another version of the kind"),
        pytest.param(widget(), widget().replace("name:", "generateName:"), "create", id="a name to be generated"),
        pytest.param(widget(meta=", uid: x, resourceVersion: '7', generation: 3"), widget(), "update", id="exported"),
        pytest.param(widget(), widget(meta=", uid: x, resourceVersion: '7'"), "update", id="old one without a uid"),
    ],
)
def test_which_objects_are_pairs(validate: Validate, old: str, new: str, write: str) -> None:
    found = judged(validate, old, new)
    assert (found["write"], found["verdict"], found["errors"]) == (write, "valid", [])


def test_other_objects_of_the_same_name_are_told_apart(validate: Validate) -> None:
    found = judged(validate, widget(meta=", uid: p"), widget(meta=", uid: q"))
    assert "UID in precondition: q, UID in object meta: p" in found["errors"][0]["message"]


def test_an_old_version_that_cannot_be_stored(validate: Validate) -> None:
    found = judged(validate, widget(meta=", labels: 7"), widget(size=1))
    assert (found["write"], found["verdict"]) == ("create", "invalid")
    assert found["note"].startswith("validated as a create, because its old version (old.yaml:1:1) cannot be stored: ")


def test_objects_stored_under_the_old_definition_are_judged_under_the_new_one(validate: Validate) -> None:
    files = {
        "old/crd.yaml": LOOSE.replace("default: true", "default: false"),
        "old/a.yaml": widget(size=1),
        "new/crd.yaml": TIGHT,
        "new/a.yaml": widget(size=1),
    }
    code, output = validate("new", "--old", "old", "-o", "json", files=files)
    report = json.loads(output)
    assert code == 0
    assert {key: report["summary"][key] for key in ("valid", "creates", "updates", "gone")} == {
        "valid": 2,
        "creates": 0,
        "updates": 2,
        "gone": 0,
    }
    assert [len(each["forgiven"]) for each in report["objects"]] == [1, 0]


def test_a_definition_is_judged_as_an_update(validate: Validate) -> None:
    files = {"old.yaml": TIGHT, "new.yaml": DEFINITION.format(size="{type: integer}", scope="Cluster", rules="")}
    code, output = validate("new.yaml", "--old", "old.yaml", files=files)
    assert code == 1
    assert 'spec.scope: Invalid value: "Cluster": field is immutable' in output


def test_objects_of_a_refused_definition_are_not_checked(validate: Validate) -> None:
    broken = DEFINITION.format(size="{type: integer}", scope="Cluster", rules="")
    code, output = validate(
        "new", "--old", "old.yaml", files={"old.yaml": TIGHT, "new/crd.yaml": f"{broken}---\n{widget()}"}
    )
    assert code == 1
    assert "not validated, because its CRD is not served" in output


def test_a_rule_that_is_forgiven_is_not_told_twice(validate: Validate) -> None:
    rule = "x-kubernetes-validations: [{rule: 'self.size > 3', message: too small}]"
    crd = DEFINITION.format(size="{type: integer}", scope="Namespaced", rules=rule)
    files = {"old.yaml": widget(size=1), "new.yaml": widget(size=1), "crd.yaml": crd}
    assert validate("new.yaml", "--old", "old.yaml", "--crds", "crd.yaml", files=files) == (
        0,
        "forgiven    Widget a\n"
        "            new.yaml:4:1  spec: Invalid value: too small\n"
        "              unchanged; the server returns it as a warning\n"
        "1 object (1 update, 0 creates): 1 valid, 1 error forgiven, 1 warning\n",
    )


DEPLOYMENT = """apiVersion: apps/v1
kind: Deployment
metadata: {{name: a}}
spec:
  replicas: {replicas}
  selector:
    matchLabels: {{app: {app}}}
  template:
    metadata: {{labels: {{app: {app}}}}}
    spec: {{containers: [{{name: a, image: b}}]}}
"""


def test_built_in_kinds_are_updated_too(validate: Validate) -> None:
    files = {
        "old.yaml": DEPLOYMENT.format(replicas=1, app="a"),
        "same.yaml": DEPLOYMENT.format(replicas=2, app="a"),
        "new.yaml": DEPLOYMENT.format(replicas=-2, app="b"),
    }
    assert validate("same.yaml", "--old", "old.yaml", files=files)[0] == 0
    assert validate("new.yaml", "--old", "old.yaml", files=files) == (
        1,
        "invalid     Deployment a\n"
        "            new.yaml:5:3  spec.replicas: Invalid value: -2: must be greater than or equal to 0\n"
        "              5 |   replicas: -2\n"
        "                |             ^^\n"
        '            new.yaml:6:3  spec.selector: Invalid value: {"matchLabels":{"app":"b"}}: field is immutable\n'
        "              6 |   selector:\n"
        "                |   ^^^^^^^^\n"
        "1 object (1 update, 0 creates): 0 valid, 1 invalid (2 errors)\n",
    )


def test_standard_input_is_read_once(validate: Validate, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["validate", "-", "--old", "-"]) == 2
    assert "standard input (-) can be read only once" in capsys.readouterr().err


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository whose first commit holds the loose CRD and an object; the working tree is stricter and edited."""
    git(tmp_path, "init", "-q")
    write(tmp_path, {"m/crd.yaml": LOOSE, "m/a.yaml": widget(size=1), "m/b.yaml": widget("b"), "m/.x/c.yaml": "{"})
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "one")
    write(tmp_path, {"m/crd.yaml": TIGHT, "m/a.yaml": widget(size=1, colour="red"), "m/new.yaml": widget("c", size=7)})
    (tmp_path / "m" / "b.yaml").unlink()
    return tmp_path


@pytest.mark.parametrize("revision", ["HEAD", "master", "HEAD^{commit}", "@"])
@pytest.mark.parametrize("below", [False, True], ids=["from the top", "from a folder"])
def test_the_old_side_from_git(
    repository: Path, revision: str, below: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    git(repository, "branch", "-M", "master")
    monkeypatch.setenv("GIT_DIR", "nowhere")
    monkeypatch.chdir(repository / "m" if below else repository)
    path = "." if below else "m"
    assert run(["validate", path, "--old", f"git:{revision}"]) == 0
    assert capsys.readouterr().out == (
        "forgiven    Widget a\n"
        f"            {path}/a.yaml:4:8  {TOO_SMALL.format(1)}\n"
        "              unchanged\n"
        f"gone        Widget b (git:{revision}:{path if not below else ''}{'/' if not below else ''}b.yaml:1:1)\n"
        "3 objects (2 updates, 1 create): 3 valid, 1 error forgiven, 1 gone\n"
    )


def test_single_files_from_git(repository: Path, validate: Validate) -> None:
    code, output = validate("m/crd.yaml", "m/a.yaml", "--old", "git:HEAD", "-o", "json")
    report = json.loads(output)
    assert (code, report["summary"]["updates"], report["gone"]) == (0, 2, [])


@pytest.mark.parametrize(
    ("paths", "revision", "text"),
    [
        pytest.param(["m"], "nowhere", "unreadable  git:nowhere: no such revision: nowhere", id="unknown revision"),
        pytest.param(["m"], "--help", "unreadable  git:--help: no such revision: --help", id="an option"),
        pytest.param(["m"], "", "unreadable  git:: no such revision: ", id="no revision"),
        pytest.param(["m"], "HEAD^{tree}", "no such revision: HEAD^{tree}", id="no commit"),
        pytest.param(
            ["m/new.yaml", "m/crd.yaml"],
            "HEAD",
            "unreadable  git:HEAD: m/new.yaml did not exist at HEAD",
            id="new file",
        ),
    ],
)
def test_what_git_cannot_tell(repository: Path, paths: list[str], revision: str, text: str, validate: Validate) -> None:
    code, output = validate(*paths, "--old", f"git:{revision}")
    assert code == 2
    assert text in output


def test_outside_of_a_repository(validate: Validate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    code, output = validate("a.yaml", "--old", "git:HEAD", files={"a.yaml": TIGHT})
    assert code == 2
    assert "unreadable  git:HEAD: not a git repository" in output


def test_without_git(repository: Path, validate: Validate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    code, output = validate("m", "--old", "git:HEAD")
    assert code == 2
    assert "unreadable  git:HEAD: git is not installed, or not on the PATH\n" in output


def test_as_a_process(repository: Path) -> None:
    command = [sys.executable, "-P", "-m", "kapivara", "validate", "m", "--old", "git:HEAD", "-o", "json"]
    finished = subprocess.run(command, cwd=repository, capture_output=True, check=False, env={**os.environ})
    assert (finished.returncode, finished.stderr) == (0, b"")
    assert json.loads(finished.stdout)["summary"]["updates"] == 2


JOB = """\
apiVersion: batch/v1
kind: Job
metadata: {{name: a}}
spec: {{template: {{spec: {{restartPolicy: Never, containers: [{{name: a, image: "{image}"}}]}}}}{more}}}
"""


@pytest.mark.parametrize(
    ("image", "more", "error"),
    [
        ("x", "", ""),
        ("x", ", suspend: true", ""),
        ("z", "", "spec.template: Invalid value: "),
        ("x", ", selector: {matchLabels: {b: c}}", "spec.selector: Invalid value: "),
    ],
)
def test_jobs_keep_the_labels_that_the_server_makes(validate: Validate, image: str, more: str, error: str) -> None:
    files = {"old.yaml": JOB.format(image="x", more=""), "new.yaml": JOB.format(image=image, more=more)}
    code, output = validate("new.yaml", "--old", "old.yaml", files=files)
    assert (code, error in output) == (bool(error), True)


def test_labels_of_jobs_name_them(validate: Validate) -> None:
    files = {"old.yaml": JOB.format(image="x", more=""), "new.yaml": JOB.format(image="z", more="")}
    output = validate("new.yaml", "--old", "old.yaml", files=files)[1]
    assert '"batch.kubernetes.io/controller-uid":"' in output
    assert 'controller-uid":""' not in output


SERVICE = """\
apiVersion: v1
kind: Service
metadata: {{name: a}}
spec: {{ports: [{{port: 80}}], selector: {{a: b}}{more}}}
"""
CHANGED = "spec.clusterIPs[0]: Invalid value: {}: may not change once set"


@pytest.mark.parametrize(
    ("before", "after", "error"),
    [
        pytest.param("", "", "", id="allocated, and not told"),
        pytest.param(", clusterIP: 10.0.0.7", "", "", id="no more told"),
        pytest.param(", clusterIP: 10.0.0.7", ", clusterIP: 10.0.0.8", CHANGED.format('["10.0.0.8"]'), id="changed"),
        pytest.param("", ", clusterIP: None", CHANGED.format('["None"]'), id="headless from now on"),
        pytest.param(", clusterIP: None", ", clusterIP: None", "", id="headless as before"),
        pytest.param(", clusterIP: 192.168.3.4", ", clusterIP: 192.168.3.4", "", id="of another cluster's range"),
        pytest.param(
            ", clusterIP: 192.168.3.4", ", clusterIP: 192.168.3.5", CHANGED.format('["192.168.3.5"]'), id="and changed"
        ),
    ],
)
def test_services_keep_the_addresses_that_they_have(validate: Validate, before: str, after: str, error: str) -> None:
    files = {"old.yaml": SERVICE.format(more=before), "new.yaml": SERVICE.format(more=after)}
    code, output = validate("new.yaml", "--old", "old.yaml", files=files)
    assert (code, error in output) == (bool(error), True), output
