"""The words that lines of reports start with."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kapivara.apis.groups.apiextensions.lint.rule import Severity as DefinitionSeverity
from kapivara.cli.commands.gen.files import FileState
from kapivara.cli.findings import Verdict
from kapivara.cli.framework import wording
from kapivara.generator.lint.finding import Severity

CALL = re.compile(r"""\b(?:label|painted)\([^()]*?["']([a-z ]+)["'], colour=""")


def test_every_label_has_a_colour() -> None:
    folder = Path(wording.__file__).parents[1]
    used = {word for file in folder.rglob("*.py") for word in CALL.findall(file.read_text())}
    assert {"accepted by", "invalid", "unreadable"} <= used
    assert used - {wording.REASON} <= wording.LABELS


@pytest.mark.parametrize("words", [Verdict, FileState, Severity, DefinitionSeverity])
def test_what_is_told_by_its_name_has_a_colour(words: type) -> None:
    assert {each.value for each in words} <= wording.LABELS
