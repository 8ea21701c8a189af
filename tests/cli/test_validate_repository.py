"""Tests of a repository with known mistakes: each is reported at its line, and nothing else, within 100 columns."""

from pathlib import Path

import pytest

from bench.repository.checking import check_reports
from bench.repository.made_mistakes import BROKEN, INVALID
from bench.repository.making import make_tree
from bench.repository.mistakes import Mistake

_DOCUMENTS = 1_000


@pytest.mark.parametrize("mistakes", [(), INVALID, (*INVALID, *BROKEN)], ids=["none", "invalid", "invalid-and-broken"])
def test_every_mistake_is_told_and_nothing_else(tmp_path: Path, mistakes: tuple[Mistake, ...]) -> None:
    tree = make_tree(mistakes, _DOCUMENTS)
    tree.write(tmp_path / "shop")
    assert tree.documents == _DOCUMENTS
    assert len(tree.expected) == len(mistakes)
    assert check_reports(tree, tmp_path / "shop") == []


def test_a_repository_is_the_same_each_time() -> None:
    assert make_tree(INVALID, _DOCUMENTS).files == make_tree(INVALID, _DOCUMENTS).files
