"""How many rules of a kind are declared, and how many are written by hand."""

from __future__ import annotations

from tests.unit.apis.alone import Alone

from kapivara.apis.catalog.rows import CATALOG
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.cli.commands.explain.rule_share import RuleShare, rule_share


def row_of(name: str) -> Kind:
    (row,) = (row for row in CATALOG if row.kind == name and row.group == "")
    return row.load().at(row.at(row.versions[0]), Alone())


def test_tags_are_counted_by_level_and_rules_by_hand_by_their_wordings() -> None:
    share = rule_share(row_of("ReplicationController"))
    assert share.declared >= 12
    assert share.compared >= 13
    assert share.by_hand > rule_share(row_of("PodTemplate")).by_hand > rule_share(row_of("ConfigMap")).by_hand


def test_of_no_rules_none_are_declared() -> None:
    assert RuleShare(0, 0, 0).percent == 0.0
    assert RuleShare(1, 5, 2).percent == 33.3
