"""What is said of many objects alike is told once."""

from __future__ import annotations

from kapivara.cli.findings import NOT_ASKED, Finding, Location, Report, Result, Verdict
from kapivara.cli.reports.result_text import render_text
from kapivara.meta.identity import Identity
from kapivara.values.record import replace


def result(number: int, verdict: Verdict = Verdict.VALID) -> Result:
    return Result(Location("a.yaml", number, 1), Identity("v1", "Pod", "", f"p{number}"), verdict)


def text(*results: Result) -> str:
    return render_text(Report(results, ()), colour=False)


def warned(number: int, *messages: str, field: str = "") -> Result:
    place = Location("a.yaml", number, 3 if field else 1)
    return replace(result(number), warnings=tuple(Finding(place, field, "", each) for each in messages))


def test_warnings_of_many_objects() -> None:
    three = [warned(number, "old") for number in range(1, 4)]
    assert text(*three) == (
        "warning     Pod p1: old (a.yaml:1:1)\n"
        "warning     Pod p2: old (a.yaml:2:1)\n"
        "warning     Pod p3: old (a.yaml:3:1)\n"
        "3 objects: 3 valid, 3 warnings\n"
    )
    four = [*three, warned(4, "old", "own")]
    assert text(*four) == (
        "warning     4 v1 Pod: old (first at a.yaml:1:1)\n"
        "warning     Pod p4: own (a.yaml:4:1)\n"
        "4 objects: 4 valid, 5 warnings\n"
    )


def test_warnings_of_a_field_of_many_objects() -> None:
    assert text(*(warned(number, "hides another", field="spec.x") for number in range(1, 5))) == (
        "warning     4 v1 Pod: spec.x: hides another (first at a.yaml:1:3)\n4 objects: 4 valid, 4 warnings\n"
    )


def test_unknown_fields_of_many_objects_stay_apart() -> None:
    told = text(*(warned(number, 'unknown field "spec.x"', field="spec.x") for number in range(1, 5)))
    assert told.count('unknown field "spec.x"\n') == 4


def test_kinds_that_were_not_judged() -> None:
    skipped = [replace(result(number, Verdict.SKIPPED), note="not validated: too much") for number in range(1, 1001)]
    error = Finding(Location("a.yaml", 1, 1), "kind", NOT_ASKED, "who is that?")
    unknown = [replace(result(number, Verdict.INVALID), errors=(error,)) for number in range(1, 3)]
    other = replace(result(5, Verdict.INVALID), errors=(replace(error, reason="FieldValueInvalid", message="no"),))
    assert text(*skipped, *unknown, other) == (
        "skipped     1000 v1 Pod: not validated: too much (first at a.yaml:1:1)\n"
        "invalid     2 v1 Pod: who is that? (first at a.yaml:1:1)\n"
        "invalid     Pod p5\n"
        "            a.yaml:1:1  kind: no\n"
        "1003 objects: 0 valid, 3 invalid (3 errors), 1000 skipped\n"
    )


def test_many_duplicates() -> None:
    many = [replace(result(number), duplicate_of=Location("b.yaml", 1, 1)) for number in range(1, 11)]
    assert text(*many) == (
        "duplicate   10 objects: each occurs twice or more, listed by -o json (first at a.yaml:1:1)\n"
        "10 objects: 10 valid, 10 duplicates\n"
    )
    assert text(*many[:9]).count("duplicate   Pod p") == 9
