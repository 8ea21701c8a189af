"""Issues as text."""

from kapivara.cel.display import NO_LOCATION, display_issues
from kapivara.cel.errors import CelIssuesError, Issue


def test_an_issue_shows_its_line_and_place():
    assert display_issues("a + b", [Issue("no", 4)]) == "ERROR: <input>:1:5: no\n | a + b\n | ....^"


def test_issues_come_in_the_order_of_their_places():
    shown = display_issues("a\nb c", [Issue("third", 4), Issue("first", 0), Issue("second", 2), Issue("again", 4)])
    assert [line for line in shown.split("\n") if "ERROR" in line] == [
        "ERROR: <input>:1:1: first",
        "ERROR: <input>:2:1: second",
        "ERROR: <input>:2:3: third",
        "ERROR: <input>:2:3: again",
    ]


def test_wide_characters_get_wide_dots():
    assert display_issues("é + é", [Issue("no", 4)]) == "ERROR: <input>:1:5: no\n | é + é\n | ．...＾"


def test_tabs_are_shown_as_spaces():
    assert display_issues("a\tb", [Issue("no", 2)]) == "ERROR: <input>:1:3: no\n | a b\n | ..^"


def test_an_issue_may_stand_after_the_end():
    assert display_issues("a\n", [Issue("no", 2)]) == "ERROR: <input>:2:1: no\n | \n | ^"
    assert display_issues("", [Issue("no", 0)]) == "ERROR: <input>:1:0: no"


def test_an_issue_with_the_whole_has_no_line():
    assert display_issues("a", [Issue("no", NO_LOCATION)]) == "ERROR: <input>:-1:0: no"


def test_long_lines_are_not_shown():
    assert display_issues("é" * 8193, [Issue("no", 0)]) == "ERROR: <input>:1:1: no"
    assert display_issues("é" * 8192, [Issue("no", 0)]).count("\n") == 2


def test_at_most_a_hundred_are_shown():
    lines = display_issues("", [Issue("no", 0)] * 103).split("\n")
    assert (len(lines), lines[-1]) == (101, "3 more errors were truncated")


def test_the_exception_prints_its_issues():
    assert str(CelIssuesError("a", [Issue("no", 0)])) == "ERROR: <input>:1:1: no\n | a\n | ^"
