"""Explanations of expensive rules, and the largest bounds that would help."""

import pytest

from kapivara.cel import types
from kapivara.cel.cost.explain import Bound, Driver, Keyword, Repetition, explain
from kapivara.cel.cost.ranges import SizeEstimate
from kapivara.cel.environments import kubernetes_env
from kapivara.cel.types import list_of, map_of

LIMIT = 10_000
DECLARED = {
    (): None,
    ("list",): (1_000, Keyword("maxItems")),
    ("list", "@items"): (4_000, Keyword("maxLength", 4)),
    ("short",): (5, None),
    ("short", "@items"): (4_000, Keyword("maxLength", 4)),
}
ENV = kubernetes_env((1, 36)).extend(variables={"self": map_of(types.STRING, list_of(types.STRING))})


class Declared:
    def size_at(self, path: tuple[str, ...]) -> SizeEstimate | None:
        found = DECLARED.get(path[1:])
        return SizeEstimate(0, found[0]) if found else None

    def unbounded_at(self, path: tuple[str, ...]) -> Keyword | None:
        found = DECLARED.get(path[1:])
        return found[1] if found else None


def test_a_cheap_rule_needs_nothing() -> None:
    found = explain(ENV.compile("self.short.size() > 1"), Declared(), LIMIT)
    assert (found.cost, found.total, found.remedies) == (4, 4, ())


def test_drivers_come_dearest_first() -> None:
    found = explain(ENV.compile("self.list.all(x, x.contains('a'))"), Declared(), LIMIT)
    assert found.drivers == (
        Driver("self.list", "maxItems", 1_000, 407),
        Driver("self.list[]", "maxLength", 1_000, 5_003),
    )


@pytest.mark.parametrize(
    ("rule", "wanted"),
    [
        ("self.list.all(x, true)", []),
        ("self.short.all(x, x.contains('a'))", []),
        ("self.short.all(x, x.matches('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'))", [[("self.short[]", "maxLength", 622)]]),
        (
            "self.list.all(x, x.contains('a'))",
            [
                [("self.list", "maxItems", 24)],
                [("self.list[]", "maxLength", 12)],
                [("self.list", "maxItems", 152), ("self.list[]", "maxLength", 152)],
            ],
        ),
        (
            "self.list.all(x, self.list.all(y, x == y + 'abcdefghijklmnopqrstuvwxyz'))",
            [
                [("self.list", "maxItems", 3)],
                [("self.list", "maxItems", 20), ("self.list[]", "maxLength", 20)],
            ],
        ),
    ],
)
def test_remedies_are_as_large_as_can_be(rule: str, wanted: list[list[tuple[str, str, int]]]) -> None:
    found = explain(ENV.compile(rule), Declared(), LIMIT).remedies
    assert [list(remedy) for remedy in found] == [[Bound(*each) for each in remedy] for remedy in wanted]


def test_what_is_above_the_rule_helps_where_all_of_it_is_bounded() -> None:
    above = (("spec.outer", "maxItems"), ("spec.outer[]", "maxProperties"))
    found = explain(ENV.compile("self.short.size() > 1"), Declared(), LIMIT, Repetition(5_000, above, 4))
    assert found.total == 20_000
    assert found.remedies == ((Bound("spec.outer", "maxItems", 25), Bound("spec.outer[]", "maxProperties", 25)),)
