"""Tests that every built-in kind loads, builds its validator and accepts its stub; failures are named."""

from __future__ import annotations

from kapivara.apis.catalog.rows import CATALOG
from kapivara.cli.main import run
from kapivara.registry import kind_check
from kapivara.registry.kind_check import check_kinds, stubs
from kapivara.values.record import replace


def row(kind):
    return next(each for each in CATALOG if each.kind == kind)


def test_every_built_in_kind_accepts_its_stub():
    assert [str(each) for each in check_kinds()] == []


def test_there_is_a_stub_of_every_kind_that_can_be_created_and_of_no_other():
    wanted = {
        (f"{each.group}/{version}" if each.group else version, each.kind)
        for each in CATALOG
        for version in each.versions
        if "create" in each.verbs
    }
    assert stubs().keys() == wanted


def test_a_kind_that_cannot_be_loaded_is_named_and_the_others_are_tried():
    broken = replace(row("Lease"), module="no_such_module")
    found = check_kinds([row("ConfigMap"), broken, row("Secret")])
    assert [str(each) for each in found] == [
        "coordination.k8s.io/v1, Kind=Lease: ModuleNotFoundError: No module named 'no_such_module'"
    ]


def test_a_kind_that_refuses_its_stub_or_has_none_is_named(monkeypatch):
    known = stubs()
    known["v1", "Service"] = {**known["v1", "Service"], "spec": {"type": "Nothing"}}
    del known["v1", "Secret"]
    monkeypatch.setattr(kind_check, "stubs", lambda: known)
    refused, without = sorted(map(str, check_kinds([row("Service"), row("Secret")])), reverse=True)
    assert refused.startswith('/v1, Kind=Service: its stub is refused: Service "stub" is invalid: ')
    assert without == "/v1, Kind=Secret: the kind has no stub"


def test_a_server_does_not_start_with_kinds_that_do_not_work(monkeypatch, capsys):
    broken = replace(row("Lease"), module="no_such_module")
    monkeypatch.setattr(kind_check, "check_kinds", lambda: check_kinds([broken]))
    assert run(["serve", "--anonymous", "--port", "0", "--check-kinds"]) == 2
    told = capsys.readouterr().err
    assert "1 built-in kind does not work" in told
    assert "coordination.k8s.io/v1, Kind=Lease: ModuleNotFoundError" in told
