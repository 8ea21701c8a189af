"""Tests of `kapivara validate` with git: inputs at a revision, moved files, and the changes of a pull request."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kapivara.cli.main import run

Report = Callable[..., Any]


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def service(name: str, port: int = 80, more: str = "") -> str:
    """A Service, whose cluster IP is immutable once set."""
    return (
        f"apiVersion: v1\nkind: Service\nmetadata: {{name: {name}}}\n"
        f"spec:\n  clusterIP: 10.0.0.{ord(name[0])}\n  ports:\n  - port: {port}\n{more}"
    )


def commit(folder: Path, message: str = "x") -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", message)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with two services on `main`, and a checked-out branch."""
    git(tmp_path, "init", "-q", "-b", "main")
    (tmp_path / "deploy").mkdir()
    (tmp_path / "deploy" / "a.yaml").write_text(service("a"))
    (tmp_path / "deploy" / "b.yaml").write_text(service("b"))
    commit(tmp_path)
    git(tmp_path, "checkout", "-q", "-b", "topic")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def report(capsys: pytest.CaptureFixture[str]) -> Report:
    """Runs `validate`; returns the JSON report with the exit code."""

    def call(*arguments: str) -> Any:
        code = run(["validate", *arguments, "-o", "json"])
        return {**json.loads(capsys.readouterr().out), "code": code}

    return call


def objects(found: Any) -> list[tuple[str, str, str]]:
    return [(each["source"], each["write"], each["verdict"]) for each in found["objects"]]


def messages(found: Any) -> list[str]:
    return [each["message"] for each in found["unreadable"]]


def test_a_revision_as_input(repository: Path, report: Report) -> None:
    (repository / "deploy" / "a.yaml").unlink()
    (repository / "deploy" / "Chart.yaml").write_text("name: x\n")
    commit(repository)
    found = report("git:main:deploy", "git:HEAD:deploy", "git:main:deploy/a.yaml", "--exclude", "b.yaml")
    assert objects(found) == [
        ("git:main:deploy/a.yaml", "create", "valid"),
        ("git:main:deploy/a.yaml", "create", "valid"),
    ]
    assert found["leftOut"] == [
        {"what": "files excluded by --exclude", "count": 2},
        {"what": "files that hold no Kubernetes object", "count": 1},
    ]


def test_from_a_folder_below(repository: Path, report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repository / "deploy")
    assert objects(report("git:HEAD:a.yaml", "git:HEAD:../deploy/b.yaml")) == [
        ("git:HEAD:a.yaml", "create", "valid"),
        ("git:HEAD:../deploy/b.yaml", "create", "valid"),
    ]


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("git:HEAD", "write git:REV:PATH, such as git:HEAD~1:deploy"),
        ("git:HEAD:", "write git:REV:PATH, such as git:HEAD~1:deploy"),
        ("git:nowhere:deploy", "no such revision: nowhere"),
        ("git:HEAD:nothing", "no such file at HEAD, nor a folder with manifests"),
        ("git:HEAD:deploy/nothing.yaml", "no such file at HEAD, nor a folder with manifests"),
    ],
)
def test_revisions_that_hold_no_such_thing(path: str, message: str, repository: Path, report: Report) -> None:
    found = report(path)
    assert (found["code"], messages(found)) == (2, [message])


def test_two_revisions(repository: Path, report: Report) -> None:
    (repository / "deploy" / "a.yaml").write_text(service("a").replace("10.0.0.97", "10.0.0.9"))
    commit(repository)
    for old in ("git:main", "git:main:deploy"):
        found = report("git:HEAD:deploy", "--old", old)
        assert objects(found) == [
            ("git:HEAD:deploy/a.yaml", "update", "invalid"),
            ("git:HEAD:deploy/b.yaml", "update", "valid"),
        ]


def test_files_that_were_moved(repository: Path, report: Report) -> None:
    (repository / "live").mkdir()
    git(repository, "mv", "deploy/a.yaml", "live/moved.yaml")
    (repository / "live" / "moved.yaml").write_text(service("a").replace("10.0.0.97", "10.0.0.9"))
    git(repository, "add", "-A")
    expected = [("live/moved.yaml", "update", "invalid")]
    assert objects(report("live/moved.yaml", "--old", "git:HEAD")) == expected
    assert objects(report("live", "--old", "git:HEAD")) == expected
    assert objects(report("live/*.yaml", "--old", "git:HEAD")) == expected


def test_only_what_changed(repository: Path, report: Report) -> None:
    (repository / "deploy" / "a.yaml").write_text(service("a", 81) + "---\n" + service("new"))
    (repository / "deploy" / "more.yaml").write_text(service("more"))
    found = report("deploy", "--changed-since", "main")
    assert objects(found) == [
        ("deploy/a.yaml", "update", "valid"),
        ("deploy/a.yaml", "create", "valid"),
        ("deploy/more.yaml", "create", "valid"),
    ]
    assert found["leftOut"] == [{"what": "files unchanged since main", "count": 1}]
    assert found["gone"] == []


def test_what_others_did_since_does_not_count(repository: Path, report: Report) -> None:
    git(repository, "checkout", "-q", "main")
    (repository / "deploy" / "b.yaml").write_text(service("b", 90))
    commit(repository)
    git(repository, "checkout", "-q", "topic")
    (repository / "deploy" / "a.yaml").write_text(service("a", 91))
    commit(repository)
    assert objects(report("deploy", "--changed-since", "main")) == [("deploy/a.yaml", "update", "valid")]


def test_objects_that_are_as_they_were(repository: Path, report: Report) -> None:
    git(repository, "mv", "deploy/a.yaml", "deploy/z.yaml")
    (repository / "deploy" / "b.yaml").write_text("# said anew\n" + service("b"))
    found = report("deploy", "--changed-since", "main")
    assert (objects(found), found["gone"]) == ([], [])
    assert found["leftOut"] == [{"what": "objects unchanged since main", "count": 2}]


def test_files_that_were_moved_from_one_folder_to_another_are_not_gone(repository: Path, report: Report) -> None:
    (repository / "live").mkdir()
    git(repository, "mv", "deploy/a.yaml", "live/moved.yaml")
    commit(repository)
    for folders in (("deploy", "live"), ("live", "deploy")):
        found = report(*folders, "--changed-since", "main")
        assert (objects(found), found["gone"]) == ([], [])
        assert found["leftOut"] == [{"what": "files unchanged since main", "count": 2}]


def test_what_is_gone(repository: Path, report: Report) -> None:
    (repository / "deploy" / "b.yaml").unlink()
    found = report("deploy", "--changed-since", "main")
    assert [each["source"] for each in found["gone"]] == ["git:main:deploy/b.yaml"]


def test_definitions_that_did_not_change_are_used(repository: Path, report: Report, root: Path) -> None:
    definition = (root / "examples" / "project" / "crds" / "queues.yaml").read_text()
    queue = (root / "examples" / "project" / "deploy" / "queue.yaml").read_text()
    (repository / "deploy" / "crd.yaml").write_text(definition)
    (repository / "deploy" / "crd2.yaml").write_text(service("c") + "---\n" + definition.replace("ueue", "uilt"))
    commit(repository)
    (repository / "deploy" / "queue.yaml").write_text(queue)
    (repository / "deploy" / "quilt.yaml").write_text(queue.replace("Queue", "Quilt"))
    (repository / "deploy" / "crd2.yaml").write_text(service("c", 99) + "---\n" + definition.replace("ueue", "uilt"))
    found = report("deploy", "--changed-since", "HEAD")
    assert objects(found) == [
        ("deploy/crd2.yaml", "update", "valid"),
        ("deploy/queue.yaml", "create", "invalid"),
        ("deploy/quilt.yaml", "create", "invalid"),
    ]


def test_before_the_first_commit_all_is_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, report: Report) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    (tmp_path / "a.yaml").write_text(service("a"))
    monkeypatch.chdir(tmp_path)
    found = report(".", "--changed-since", "HEAD")
    assert (found["code"], objects(found)) == (0, [("./a.yaml", "create", "valid")])
    found = report(".", "--changed-since", "nowhere")
    assert (found["code"], messages(found)) == (2, ["no such revision: nowhere"])


def test_histories_that_have_nothing_in_common(repository: Path, report: Report) -> None:
    git(repository, "checkout", "-q", "--orphan", "other")
    commit(repository, "another start")
    found = report("deploy", "--changed-since", "main")
    assert found["code"] == 2
    assert messages(found)[0].startswith("main and HEAD have no commit in common here: fetch more of the history")


def test_old_and_changed_since_exclude_each_other(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["validate", "deploy", "--old", "git:main", "--changed-since", "main"]) == 2
    assert "--changed-since and --old exclude each other" in capsys.readouterr().err


@pytest.mark.parametrize("options", [("--changed-since", "HEAD"), ("--old", "git:HEAD")], ids=" ".join)
def test_what_is_left_out_today_is_left_out_of_the_past(
    options: tuple[str, ...], repository: Path, report: Report
) -> None:
    (repository / "deploy" / "template.yaml").write_text("kind: {{ .Values.kind }}\n")
    (repository / "deploy" / "secret.yaml").write_text("apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n")
    commit(repository)
    (repository / "deploy" / "secret.yaml").write_text("apiVersion: v1\nkind: Secret\nmetadata: {name: s}\ntype: a\n")
    found = report("deploy", "--exclude", "template.yaml", "--skip", "Secret", *options)
    assert found["unreadable"] == []
    assert found["gone"] == []
