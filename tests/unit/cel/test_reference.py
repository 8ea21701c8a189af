"""The reference page: up to date, and complete for every environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from kapivara.cel.budget import Budget
from kapivara.cel.environments import kubernetes_env, standard_env
from kapivara.cel.program import Program
from kapivara.cel.reference import is_internal, render_reference, sections
from kapivara.cel.values import equal

ENVIRONMENTS = {"server": kubernetes_env(), "server, stored": kubernetes_env((1, 37)), "standard": standard_env()}


def test_the_page_is_fresh(root: Path) -> None:
    page = (root / "docs" / "cel.md").read_text()
    shown = page.partition("<!-- functions -->\n")[2].partition("<!-- /functions -->")[0]
    assert shown == render_reference(), "scripts/regen brings it up to date"


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_every_function_is_on_the_page(name: str) -> None:
    listed = {overload.id for _, library in sections() for each in library.values() for overload in each.overloads}
    functions = [each for each in ENVIRONMENTS[name].functions.values() if not is_internal(each)]
    assert [overload.id for each in functions for overload in each.overloads if overload.id not in listed] == []


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_every_macro_is_on_the_page(name: str) -> None:
    assert ENVIRONMENTS[name].macros.keys() - standard_env().macros.keys() == set()


def test_every_call_has_a_price() -> None:
    costs = [each.cost for _, library in sections() for function in library.values() for each in function.overloads]
    assert [cost for cost in costs if cost is not None and not cost.doc] == []


@pytest.mark.parametrize("name", ["server", "server, stored"])
def test_examples_hold_where_rules_may_use_them(name: str) -> None:
    env = ENVIRONMENTS[name]
    for function in env.functions.values():
        for example, expected in function.examples:
            result, wanted = (Program(env, env.compile(text)).evaluate() for text in (example, expected))
            assert equal(Budget(), result, wanted), f"{function.name}: {example}"
