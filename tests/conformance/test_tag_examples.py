"""Generates values for every type of the tag corpus: each fits its type, validation accepts the types, and most rules
are reached.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from kapivara.field import Operation, Verb
from kapivara.testing import TestedType, load_types

EXAMPLES = 25
SELDOM = 3


class AllOn(Mapping[str, bool]):
    """Options that are all on."""

    def __getitem__(self, name: str) -> bool:
        return True

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def test_values_of_all_types_can_be_made_up(tag_corpus: Path) -> None:
    origins: dict[str, int] = {}
    valid = invalid = 0
    for file in sorted(tag_corpus.glob("*/types.go")):
        for tested in load_types(file.parent, roots={"example.com": tag_corpus}).values():
            for found in errors_of_examples(tested):
                valid += not found
                invalid += bool(found)
                for origin in found:
                    origins[origin] = origins.get(origin, 0) + 1
    assert min(valid, invalid) > (valid + invalid) / 4
    expected = ("minimum", "maximum", "maxLength", "minLength", "maxItems", "union", "immutable", "update", "neq")
    assert [each for each in expected if origins.get(each, 0) < SELDOM] == []


def errors_of_examples(tested: TestedType) -> Iterator[set[str]]:
    for each in tested.examples(EXAMPLES):
        op = Operation(Verb.UPDATE if each.is_update else Verb.CREATE, "", AllOn())
        yield {error.origin for error in tested.validate(op, each.new, each.old)}
