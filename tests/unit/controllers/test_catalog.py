"""Tests of the selection of controllers."""

import pytest

from kapivara.controllers.catalog import CONTROLLERS, UnknownControllerError, choose_controllers

ALL = [row.name for row in CONTROLLERS]
GARBAGE = "garbage-collector-controller"


@pytest.mark.parametrize(
    ("given", "chosen"),
    [
        (["*"], ALL),
        ([], []),
        (["-*"], []),
        (["*", f"-{GARBAGE}"], [name for name in ALL if name != GARBAGE]),
        ([f"-{GARBAGE}", "*"], [name for name in ALL if name != GARBAGE]),
        ([GARBAGE], [GARBAGE]),
        ([GARBAGE, f"-{GARBAGE}"], [GARBAGE]),
    ],
    ids=["all", "none said", "none", "all but one", "the other way round", "one", "the first counts"],
)
def test_names_are_read_as_a_controller_manager_reads_them(given, chosen):
    assert [row.name for row in choose_controllers(given)] == chosen


def test_a_name_that_nobody_has_is_refused_with_those_that_there_are():
    with pytest.raises(UnknownControllerError, match=r"there is no controller 'gc': there are .*namespace-controller"):
        choose_controllers(["gc"])
