"""Tests of the selection of plugins, and that all plugins of the catalog load."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from kapivara.admission.catalog import PLUGINS
from kapivara.admission.chain import AdmissionChain, UnknownPluginError
from kapivara.admission.plugin import Plugin
from kapivara.meta import GroupResource


@pytest.mark.parametrize("row", PLUGINS, ids=lambda row: row.name)
def test_every_plugin_loads_and_asks_something(row) -> None:
    plugin = row.load()
    assert type(plugin).admit is not Plugin.admit or type(plugin).validate is not Plugin.validate


def test_plugins_have_names_of_their_own() -> None:
    assert len({row.name for row in PLUGINS}) == len(PLUGINS)


@pytest.mark.parametrize(
    ("enabled", "disabled", "problem"),
    [
        pytest.param(["Nobody"], [], "there is no admission plugin Nobody", id="unknown"),
        pytest.param([], ["Nobody"], "there is no admission plugin Nobody", id="unknown and off"),
        pytest.param(["NodeRestriction"], [], "kapivara does not have the admission plugin Node", id="not here"),
        pytest.param(["Priority"], ["Priority"], "Priority cannot be enabled and disabled at once", id="both"),
    ],
)
def test_names_that_make_no_sense(enabled: list[str], disabled: list[str], problem: str) -> None:
    with pytest.raises(UnknownPluginError, match=problem):
        AdmissionChain(enabled, disabled)


def test_plugins_that_are_not_here_may_be_off() -> None:
    AdmissionChain(disabled=["MutatingAdmissionWebhook", "ServiceAccount"])


def kind(name: str, *, custom: bool = False, judged: bool = False) -> Any:
    server = SimpleNamespace(assumes_namespaces=judged)
    resource = GroupResource(*name.split("/"))
    return SimpleNamespace(api=SimpleNamespace(custom=custom), group_resource=resource, surroundings=server)


def test_where_objects_are_only_judged_nobody_asks_what_a_cluster_holds() -> None:
    assert AdmissionChain().asked_about(kind("/configmaps", judged=True)).refusing == ()


def test_plugins_are_asked_about_what_they_look_at() -> None:
    chain = AdmissionChain()
    pods, maps = chain.asked_about(kind("/pods")), chain.asked_about(kind("/configmaps"))
    assert {type(each).__name__ for each in maps.changing} == {"NamespaceLifecycle", "MutatingAdmissionPolicy"}
    assert {*maps.changing} < {*pods.changing}
    assert {type(each).__name__ for each in maps.refusing} == {"ValidatingAdmissionPolicy", "ResourceQuota"}
    assert {*maps.refusing} < {*pods.refusing}
    without = AdmissionChain(disabled=["NamespaceLifecycle", "MutatingAdmissionPolicy"])
    assert without.asked_about(kind("/configmaps")).changing == ()


def test_all_defined_kinds_are_one_to_plugins() -> None:
    chain = AdmissionChain()
    defined = [chain.asked_about(kind(name, custom=True)) for name in ("a.com/pods", "apps/jobs", "/pods")]
    assert {type(each).__name__ for each in defined[0].changing} == {"NamespaceLifecycle", "MutatingAdmissionPolicy"}
    assert defined[0] is defined[1] is defined[2]
