"""Chains of `&&` and `||`: their results for failing operands, and the size of their code."""

from __future__ import annotations

from itertools import product

import pytest

from kapivara import cel
from kapivara.cel.codegen.emitter import Emitter
from kapivara.cel.messages.provider import ChainedProvider
from kapivara.cel.tree.checked import CheckedAst
from kapivara.cel.types import BOOL, DYN, STRING, map_of
from kapivara.emit.source import SourceWriter

ENV = cel.kubernetes_env().extend(variables={"b": BOOL, "d": DYN, "m": map_of(STRING, BOOL)})
OPERANDS = {"true": True, "b": False, "m.x": "no such key: x", "d.y": "no such key: y", "d": "no such overload"}
DATA = {"b": False, "d": {}, "m": {}}


def lines_of(checked: CheckedAst) -> int:
    writer = SourceWriter()
    emitter = Emitter(checked, ChainedProvider(), writer)
    emitter.declare([("b", "b"), ("d", "d"), ("m", "m")])
    with writer.block("def run(b, d, m)"):
        writer.line(f"return {emitter.whole()}")
    return len(writer.text().splitlines())


def outcome(text: str, *, metered: bool) -> bool | str:
    program = cel.Program(ENV, ENV.compile(text))
    try:
        return bool(program.evaluate_metered(DATA)[0] if metered else program.evaluate(DATA))
    except cel.CelError as error:
        return str(error)


@pytest.mark.parametrize("metered", [False, True])
@pytest.mark.parametrize(("sign", "decides"), [("&&", False), ("||", True)])
def test_an_operand_that_decides_wins_and_else_the_first_error(sign: str, decides: bool, metered: bool) -> None:
    for operands in product(OPERANDS, repeat=3):
        values = [OPERANDS[operand] for operand in operands]
        errors = [value for value in values if isinstance(value, str)]
        wanted = decides if decides in values else errors[0] if errors else not decides
        for shape in ("{1} {0} {2} {0} {3}", "{1} {0} ({2} {0} {3})"):
            text = shape.format(sign, *operands)
            assert outcome(text, metered=metered) == wanted, text


@pytest.mark.parametrize("metered", [False, True])
@pytest.mark.parametrize(("sign", "decides"), [("&&", False), ("||", True)])
def test_large_expressions_come_to_the_same(sign: str, decides: bool, metered: bool) -> None:
    loop = "[{}].exists(x, x < 0)" if decides else "[{}].all(x, x >= 0)"
    idle = f" {sign} ".join([loop.format(place) for place in range(120)])
    for operands in product(OPERANDS, repeat=2):
        values = [OPERANDS[operand] for operand in operands]
        errors = [value for value in values if isinstance(value, str)]
        wanted = decides if decides in values else errors[0] if errors else not decides
        text = f"{operands[0]} {sign} {idle} {sign} {operands[1]}"
        assert outcome(text, metered=metered) == wanted, operands


@pytest.mark.parametrize("decides", [False, True])
def test_quantifiers_of_large_expressions_absorb_errors(decides: bool) -> None:
    loop = "{0}.exists(x, x.y)" if decides else "{0}.all(x, x.y)"
    filler = " && ".join(["1 == 1"] * 400)
    items = {"{}": "no such key: y", "{'y': true}": True, "{'y': false}": False}
    for pair in product(items, repeat=2):
        values = [items[item] for item in pair]
        errors = [value for value in values if isinstance(value, str)]
        wanted = decides if decides in values else errors[0] if errors else not decides
        text = f"({loop.format(f'[dyn({pair[0]}), dyn({pair[1]})]')}) == true && {filler}"
        assert outcome(text, metered=False) == wanted, pair


@pytest.mark.parametrize("sign", ["&&", "||"])
def test_a_long_chain_takes_few_lines_an_operand(sign: str) -> None:
    length = 1000
    assert lines_of(ENV.compile(f" {sign} ".join(["m.x"] * length))) <= 6 * length


def test_what_can_fail_only_at_its_end_is_an_expression() -> None:
    assert lines_of(ENV.compile("has(m.x) && b && m.x")) == 2
