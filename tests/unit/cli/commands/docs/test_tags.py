"""`kapivara docs tags`, and the page that holds the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kapivara.cli.main import run
from kapivara.generator.tags.all_tags import HANDLERS
from kapivara.generator.tags.documentation import find_handlers, render_markdown


def test_all_tags(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["docs", "tags"]) == 0
    assert capsys.readouterr().out == render_markdown(find_handlers([]))


def test_the_page_is_up_to_date(root: Path) -> None:
    page = (root / "docs" / "tags.md").read_text()
    assert render_markdown(find_handlers([])) in page, "scripts/regen brings it up to date"


def test_some_tags_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["docs", "tags", "-o", "json", "required", "+k8s:maxLength"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [each["tag"] for each in document["tags"]] == ["k8s:required", "k8s:maxLength"]


def test_all_tags_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["docs", "tags", "-o", "json"]) == 0
    assert [each["tag"] for each in json.loads(capsys.readouterr().out)["tags"]] == sorted(HANDLERS)


def test_an_unknown_tag(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["docs", "tags", "maxlenght"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "there is no tag 'maxlenght' (did you mean k8s:maxLength" in captured.err
