"""Tests of the rows of the catalog: defaults, and agreement with the types."""

from __future__ import annotations

import re

import pytest

from kapivara.apis.catalog.rows import CATALOG, DEFINITIONS, NAMESPACES, Row
from kapivara.apis.machinery.kinds.kind import Kind
from kapivara.apis.machinery.validation.declared_rules import OPTIONS
from kapivara.codec.typed.described import described, folder_of_types
from kapivara.generator.well_known import PACKAGE
from kapivara.meta import GroupVersion

VERSIONS = [
    pytest.param(row, version, id=f"{row.gvr(version).api_version} {row.kind}")
    for row in CATALOG
    for version in row.versions
]


def test_what_a_row_need_not_say() -> None:
    api = Row("batch", ("v2", "v1"), "CronJob", "cronjobs").at("v1")
    assert (api.kind.api_version, api.list_kind, api.singular, api.namespaced) == (
        "batch/v1",
        "CronJobList",
        "cronjob",
        True,
    )
    assert "deletecollection" in api.verbs
    assert api.stored_as == GroupVersion("batch", "v2")


@pytest.mark.parametrize(
    ("row", "stored_as"),
    [
        pytest.param(NAMESPACES, GroupVersion("", "v1"), id="the version that is served"),
        pytest.param(DEFINITIONS, GroupVersion("apiextensions.k8s.io", "v1beta1"), id="an older one"),
        pytest.param(Row("a", ("v1",), "Review", "reviews", verbs=("create",)), None, id="none"),
        pytest.param(
            Row("events.k8s.io", ("v1",), "Event", "events", stored_as="v1"), GroupVersion("", "v1"), id="another group"
        ),
    ],
)
def test_how_it_is_stored(row: Row, stored_as: GroupVersion | None) -> None:
    assert row.at("v1").stored_as == stored_as


def test_a_kind_with_nothing_of_its_own_needs_no_module() -> None:
    assert Row("batch", ("v1",), "Job", "jobs").load() is Kind


@pytest.mark.parametrize(("row", "version"), VERSIONS)
def test_kinds_and_their_lists_are_declared(row: Row, version: str) -> None:
    names = described(folder_of_types(row.group, version)).names
    assert row.kind in names
    assert row.list_kind in names or "list" not in row.verbs


@pytest.mark.parametrize(("row", "version"), VERSIONS)
def test_what_subresources_show_is_declared(row: Row, version: str) -> None:
    del version
    assert [each.name for each in row.subresources] == sorted(each.name for each in row.subresources)
    for each in row.subresources:
        if each.kind is not None:
            assert each.kind.kind in described(folder_of_types(each.kind.group, each.kind.version)).names


def test_features_that_tags_ask_for_are_on_or_off() -> None:
    folders = {folder_of_types(row.group, version) for row in CATALOG for version in row.versions}
    types = "".join((PACKAGE / folder.replace(".", "/") / "types.go").read_text() for folder in folders)
    assert set(re.findall(r"k8s:if(?:En|Dis)abled\((\w+)\)", types)) == set(OPTIONS)


def test_names_are_said_once() -> None:
    for names in ([(row.group, row.plural) for row in CATALOG], [(row.group, row.kind) for row in CATALOG]):
        assert len(set(names)) == len(names)
