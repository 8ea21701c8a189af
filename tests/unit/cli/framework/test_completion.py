"""What the shell offers when Tab is pressed, by what the commands declare."""

from __future__ import annotations

import pytest

from kapivara.cli.framework.completion import FILES, answer_shell, offers
from kapivara.cli.main import ROOT_GROUP

FORMS = ["text", "json", "sarif", "junit", "github", "gitlab", "tap"]


@pytest.mark.parametrize(
    ("before", "word", "expected"),
    [
        ([], "v", ["validate", "version"]),
        (["crd"], "up", ["upgrade"]),
        (["nothing"], "ge", ["gen"]),
        (["help"], "ge", ["gen"]),
        ([], "--v", ["--version"]),
        (["validate"], "--o", ["--openapi", "--old", "--only", "--output", "--output-file"]),
        (["validate", "x"], "-o", ["-o"]),
        (["validate", "-o"], "", FORMS),
        (["validate"], "--output=j", ["--output=json", "--output=junit"]),
        (["validate", "--only"], "Dep", ["Deployment"]),
        (["explain"], "StatefulS", ["StatefulSet"]),
        (["validate", "--help"], "--cr", ["--crds"]),
        (["completion"], "", ["bash", "zsh", "fish"]),
        (["completion", "bash"], "", []),
        (["version"], "", []),
    ],
)
def test_offers(before: list[str], word: str, expected: list[str]) -> None:
    assert [offer.text for offer in offers(ROOT_GROUP, before, word)] == expected


@pytest.mark.parametrize(
    ("before", "word"),
    [
        (["validate"], ""),
        (["validate", "a.yaml"], ""),
        (["validate", "--crds"], ""),
        (["validate", "-o"], "sarif=rep"),
        (["serve", "--data"], ""),
        (["cel", "--"], ""),
        (["crd", "upgrade", "old.yaml"], ""),
    ],
)
def test_files_are_left_to_the_shell(before: list[str], word: str) -> None:
    assert offers(ROOT_GROUP, before, word) == [FILES]


@pytest.mark.parametrize(
    ("shell", "answer"),
    [
        ("bash", "plain,check\n"),
        ("zsh", "plain\ncheck\nValidate CRDs and estimate the cost of their rules.\n"),
        ("fish", "plain,check\tValidate CRDs and estimate the cost of their rules.\n"),
    ],
)
def test_answers(shell: str, answer: str) -> None:
    assert answer_shell(ROOT_GROUP, shell, {"COMP_LINE": "kapivara crd ch"}) == answer


def test_bash_replaces_what_follows_an_equals_sign() -> None:
    asked = {"COMP_LINE": "kapivara validate --output=j", "COMP_BREAKS": " \"'=:"}
    assert answer_shell(ROOT_GROUP, "bash", asked) == "plain,json\nplain,junit\n"
    assert answer_shell(ROOT_GROUP, "bash", {**asked, "COMP_BREAKS": ""}) == (
        "plain,--output=json\nplain,--output=junit\n"
    )


@pytest.mark.parametrize("written", ["'a b", '"a b', "a\\ b", "a\\"])
def test_a_quote_may_be_open(written: str) -> None:
    assert answer_shell(ROOT_GROUP, "bash", {"COMP_LINE": f"kapivara validate {written}"}) == "file,\n"


@pytest.mark.parametrize("asked", ["", "bash_complete", "tcsh"])
def test_other_shells_get_no_answer(asked: str) -> None:
    assert answer_shell(ROOT_GROUP, asked, {}) is None
