"""What is said where git itself fails, and what a repository cannot have done."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kapivara.cli.findings import Unreadable
from kapivara.cli.inputs.files import PastFile, Source
from kapivara.cli.inputs.git import command as git_command
from kapivara.cli.inputs.git import tree as git_tree
from kapivara.cli.inputs.git.changes import ChangesSince
from kapivara.cli.inputs.git.revision import read_past, read_revision

IDENTITY = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"]


def git(folder: Path, *arguments: str) -> str:
    settings = [*IDENTITY, "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false"]
    command = ["git", *settings, *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with one manifest."""
    folder = tmp_path / "repository"
    folder.mkdir()
    (folder / "a.yaml").write_text("a: 1\n")
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "one"]):
        git(folder, *arguments)
    return folder


def remove_object(repository: Path, name: str) -> str:
    """Takes an object out of a repository; -> its id."""
    found = git(repository, "rev-parse", name)
    (repository / ".git" / "objects" / found[:2] / found[2:]).unlink()
    return found


def read(folder: Path, revision: str = "HEAD") -> tuple[list[bytes], list[str]]:
    """Reads a folder at a revision; -> contents, and what is said of what cannot be read."""
    unreadable: list[Unreadable] = []
    sources = read_revision(revision, [str(folder)], unreadable)
    return [each.data for each in sources], [each.message for each in unreadable]


@pytest.mark.parametrize(
    ("failure", "text"),
    [
        pytest.param(PermissionError("not allowed"), "git cannot be run: not allowed", id="not executable"),
        pytest.param(ValueError("embedded null byte"), "git cannot be run: embedded null byte", id="no argument"),
    ],
)
def test_git_that_does_not_run(failure: Exception, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: Any, **_options: Any) -> None:
        raise failure

    monkeypatch.setattr(subprocess, "Popen", fail)
    assert read(tmp_path) == ([], [text])


def test_a_git_that_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "git").write_text("#!/bin/sh\nexec sleep 1000\n")
    (tmp_path / "git").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(git_command, "TIMEOUT_SECONDS", 0.2)
    assert read(tmp_path) == ([], ["git did not answer within 0.2 seconds"])


def test_a_git_of_the_folder_is_not_run(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (repository / "git").write_text("#!/bin/sh\ntouch MARK\n")
    (repository / "git").chmod(0o755)
    monkeypatch.chdir(repository)
    folders = [".", "", os.path.dirname(shutil.which("git") or "")]
    monkeypatch.setenv("PATH", os.pathsep.join(folders))
    assert read(repository) == ([b"a: 1\n"], [])
    assert not (repository / "MARK").exists()


def test_a_revision_that_is_no_argument(repository: Path) -> None:
    assert read(repository, "a\0b") == ([], ["no such revision: a\0b"])


def test_contents_that_are_missing(repository: Path) -> None:
    blob = remove_object(repository, "HEAD:a.yaml")
    what = f"the contents of a.yaml (object {blob})"
    assert read(repository) == ([], [git_command.lacking(what, str(repository))])


def test_standard_input_has_no_past() -> None:
    unreadable: list[Unreadable] = []
    assert read_revision("HEAD", ["-"], unreadable) == []
    assert unreadable[0].message == "standard input has no old side in git"


def test_what_is_printed_is_bounded(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git_tree, "_MOST_LISTED", 40)
    assert read(repository) == ([], ["git prints more than 0 MiB: name fewer folders"])


def test_all_that_is_read_is_bounded(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(git_tree, "MAX_TOTAL_BYTES", 3)
    assert read(repository) == ([], ["more than 0 MiB of manifests: name fewer folders"])


@pytest.fixture
def mark(tmp_path: Path) -> Path:
    """The file that is there once a planted command ran."""
    return tmp_path / "MARK"


@pytest.fixture
def planted(tmp_path: Path, mark: Path) -> str:
    """A program that tells when it is run."""
    program = tmp_path / "planted"
    program.write_text(f"#!/bin/sh\ntouch {mark}\n")
    program.chmod(0o755)
    return str(program)


REMOTES = {
    "ext": {"url": "ext::{}"},
    "ext, allowed": {"url": "ext::{}", "allow": "always"},
    "ssh": {"url": "ssh://host/path"},
    "upload pack": {"url": ".", "uploadpack": "{}"},
    "helper": {"url": "x://y", "vcs": "planted"},
}


@pytest.mark.parametrize("missing", ["HEAD:a.yaml", "HEAD^{tree}", "HEAD"])
@pytest.mark.parametrize("remote", REMOTES)
def test_a_partial_clone_fetches_nothing(
    repository: Path, planted: str, mark: Path, remote: str, missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in REMOTES[remote].items():
        key = "protocol.ext.allow" if name == "allow" else f"remote.evil.{name}"
        git(repository, "config", key, value.format(planted))
    git(repository, "config", "remote.evil.promisor", "true")
    git(repository, "config", "extensions.partialClone", "evil")
    git(repository, "config", "core.repositoryFormatVersion", "1")
    git(repository, "config", "core.sshCommand", planted)
    shutil.copy(planted, os.path.join(os.path.dirname(planted), "git-remote-planted"))
    monkeypatch.setenv("PATH", os.path.dirname(planted), prepend=os.pathsep)
    commit = git(repository, "rev-parse", "HEAD")
    lost = remove_object(repository, missing)
    contents, said = read(repository)
    assert not mark.exists()
    assert contents == []
    if missing == "HEAD":
        assert said == ["no such revision: HEAD"]
    else:
        assert (commit if missing == "HEAD^{tree}" else lost) in said[0]
        assert "fetch --refetch --no-filter" in said[0]


def _config(*settings: str) -> Callable[[Path, str], None]:
    def plant(repository: Path, program: str) -> None:
        for name, value in (each.split("=", 1) for each in settings):
            git(repository, "config", name, value.format(program))

    return plant


def _hooks(repository: Path, program: str) -> None:
    hooks = repository / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    for name in ("post-checkout", "reference-transaction", "post-index-change", "fsmonitor-watchman", "pre-auto-gc"):
        shutil.copy(program, hooks / name)


def _attributes(repository: Path, program: str) -> None:
    (repository / ".git" / "info" / "attributes").write_text("* filter=evil diff=evil merge=evil\n")
    for name in ("filter.evil.clean", "filter.evil.smudge", "filter.evil.process", "diff.evil.textconv"):
        git(repository, "config", name, program)
    git(repository, "config", "diff.evil.command", program)
    git(repository, "config", "merge.evil.driver", program)


def _included(repository: Path, program: str) -> None:
    settings = "".join(f"\t{name} = {program}\n" for name in ("fsmonitor", "pager", "sshCommand"))
    (repository / "more").write_text(f"[core]\n{settings}")
    git(repository, "config", "include.path", str(repository / "more"))


def _elsewhere(repository: Path, program: str) -> None:
    _config("core.fsmonitor={}", "core.pager={}")(repository, program)
    (repository / ".git").rename(repository.parent / "elsewhere")
    (repository / ".git").write_text(f"gitdir: {repository.parent / 'elsewhere'}\n")


def _alternates(repository: Path, program: str) -> None:
    other = repository.parent / "other"
    shutil.copytree(repository, other)
    (repository / ".git" / "objects" / "info" / "alternates").write_text(f"{other / '.git' / 'objects'}\n")
    git(repository, "config", "core.alternateRefsCommand", program)


def _signed(repository: Path, program: str) -> None:
    _config("gpg.program={}", "gpg.ssh.program={}", "log.showSignature=true")(repository, program)


PLANTS = {
    "monitor": _config("core.fsmonitor={}", "core.useBuiltinFSMonitor=true"),
    "pager": _config("core.pager={}", "pager.cat-file={}", "pager.rev-parse={}", "pager.ls-tree={}"),
    "aliases": _config("alias.rev-parse=!{}", "alias.ls-tree=!{}", "alias.cat-file=!{}"),
    "editor and prompts": _config("core.editor={}", "core.askPass={}", "credential.helper=!{}", "sequence.editor={}"),
    "ssh and proxies": _config("core.sshCommand={}", "core.gitProxy={}", "http.proxy=ext::{}"),
    "differences": _config("diff.external={}", "difftool.x.cmd={}", "interactive.diffFilter={}"),
    "hooks": _hooks,
    "hooks elsewhere": _config("core.hooksPath=.."),
    "attributes": _attributes,
    "included configuration": _included,
    "a .git that is a file": _elsewhere,
    "alternates": _alternates,
    "signatures": _signed,
    "packs": _config("uploadpack.packObjectsHook={}", "gc.auto=1", "maintenance.auto=true"),
}


@pytest.mark.parametrize("plant", PLANTS)
def test_programs_that_a_repository_names_are_not_run(repository: Path, planted: str, mark: Path, plant: str) -> None:
    (repository / "b.yaml").write_text("b: 1\n" * 20)
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "two")
    git(repository, "mv", "b.yaml", "c.yaml")
    (repository / "c.yaml").write_text("b: 1\n" * 20 + "c: 1\n")
    git(repository, "add", ".")
    PLANTS[plant](repository, planted)
    assert read(repository, "HEAD~1") == ([b"a: 1\n"], [])
    unreadable: list[Unreadable] = []
    assert [each.data for each in read_revision("HEAD", [str(repository / "c.yaml")], unreadable)] == [b"b: 1\n" * 20]
    changes = ChangesSince("HEAD", [str(repository)], unreadable)
    assert changes.is_unchanged(str(repository / "a.yaml"), Source("", b"a: 1\n"))
    assert [each.data for each in changes.read_old(unreadable)] == [b"b: 1\n" * 20]
    assert [type(each) for each in read_past(f"git:HEAD:{repository}")] == [PastFile, PastFile]
    assert unreadable == []
    assert not mark.exists()


@pytest.mark.parametrize(
    "variable",
    [
        *("GIT_SSH_COMMAND", "GIT_SSH", "GIT_PAGER", "GIT_EXTERNAL_DIFF", "GIT_ASKPASS", "GIT_PROXY_COMMAND"),
        *("GIT_EXEC_PATH", "GIT_DIR", "GIT_OBJECT_DIRECTORY", "GIT_CONFIG", "GIT_CONFIG_PARAMETERS", "GIT_TRACE"),
    ],
)
def test_variables_of_git_do_not_count(
    repository: Path, planted: str, mark: Path, variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, str(mark) if variable == "GIT_TRACE" else planted)
    assert read(repository) == ([b"a: 1\n"], [])
    assert not mark.exists()


def test_a_bare_repository_among_the_files(repository: Path, planted: str, mark: Path) -> None:
    git(repository, "config", "core.bare", "true")
    git(repository, "config", "core.fsmonitor", planted)
    outer = repository.parent / "outer"
    (repository / ".git").rename(outer)
    (outer / "a.yaml").write_text("a: 1\n")
    contents, said = read(outer)
    assert (contents, len(said)) == ([], 1)
    assert "bare repository" in said[0]
    assert not mark.exists()


def test_what_is_put_in_the_place_of_a_commit_does_not_count(repository: Path) -> None:
    first = git(repository, "rev-parse", "HEAD")
    (repository / "a.yaml").write_text("a: 2\n")
    git(repository, "commit", "-q", "-a", "-m", "two")
    git(repository, "replace", first, "HEAD")
    assert read(repository, first) == ([b"a: 1\n"], [])
