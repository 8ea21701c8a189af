"""What the shell offers when Tab is pressed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kapivara.cli.completion import FILES, complete, offers
from kapivara.cli.main import ROOT_GROUP


@pytest.mark.parametrize(
    ("before", "word", "expected"),
    [
        ([], "v", ["validate", "version"]),
        (["crd"], "", ["check", "upgrade"]),
        (["nothing"], "ge", ["gen"]),
        (["validate"], "--o", ["--old", "--output"]),
        (["validate", "x"], "-o", ["-o"]),
        (["validate", "-o"], "", ["text", "json"]),
        (["validate"], "--output=j", ["json"]),
        (["validate", "--help"], "--cr", ["--crds"]),
        (["version"], "", []),
    ],
)
def test_offers(before: list[str], word: str, expected: list[str]) -> None:
    assert [offer.text for offer in offers(ROOT_GROUP, before, word)] == expected


@pytest.mark.parametrize("before", [["validate"], ["validate", "--crds"], ["serve", "--data"], ["cel", "--"]])
def test_files_are_left_to_the_shell(before: list[str]) -> None:
    assert offers(ROOT_GROUP, before, "") == [FILES]


@pytest.mark.parametrize(
    ("shell", "place", "answer"),
    [
        ("bash", "2", "plain,check\n"),
        ("zsh", "2", "plain\ncheck\nTell whether the server would accept definitions, and what rules cost.\n"),
        ("fish", "ch", "plain,check\tTell whether the server would accept definitions, and what rules cost.\n"),
    ],
)
def test_answers(shell: str, place: str, answer: str) -> None:
    environment = {"COMP_WORDS": "kapivara crd ch", "COMP_CWORD": place}
    assert complete(ROOT_GROUP, f"{shell}_complete", environment) == answer


def test_a_quote_may_be_open() -> None:
    environment = {"COMP_WORDS": "kapivara validate 'a b", "COMP_CWORD": "2"}
    assert complete(ROOT_GROUP, "bash_complete", environment) == "file,\n"


@pytest.mark.parametrize("asked", ["", "bash", "tcsh_source", "bash_nothing"])
def test_other_questions_have_no_answer(asked: str) -> None:
    assert complete(ROOT_GROUP, asked, {}) is None


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_takes_the_script(tmp_path: Path) -> None:
    (tmp_path / "kapivara").write_text(f'#!/bin/sh\nexec {sys.executable} -P -m kapivara "$@"\n')
    (tmp_path / "kapivara").chmod(0o755)
    script = (
        'eval "$(_KAPIVARA_COMPLETE=bash_source kapivara)"\n'
        "COMP_WORDS=(kapivara validate --o) COMP_CWORD=2\n"
        '_kapivara_completion kapivara && echo "${COMPREPLY[@]}"\n'
    )
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    finished = subprocess.run(["bash", "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert finished.stdout == "--old --output\n", finished.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_are_whole(shell: str) -> None:
    script = complete(ROOT_GROUP, f"{shell}_source", {})
    assert script is not None
    assert f"_KAPIVARA_COMPLETE={shell}_complete" in script
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=script, text=True, check=True)
