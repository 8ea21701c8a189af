"""Which plugins are asked, and that all of the catalog can be loaded."""

from __future__ import annotations

import pytest

from kapivara.admission.catalog import PLUGINS
from kapivara.admission.chain import AdmissionChain, UnknownPluginError
from kapivara.admission.plugin import Plugin


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
        pytest.param(["Priority"], ["Priority"], "Priority cannot be enabled and disabled at once", id="both"),
    ],
)
def test_names_that_make_no_sense(enabled: list[str], disabled: list[str], problem: str) -> None:
    with pytest.raises(UnknownPluginError, match=problem):
        AdmissionChain(enabled, disabled)
