"""Expressions over a value of 2^46 numbers, made of 46 lists: visiting every occurrence would never end."""

from __future__ import annotations

from functools import partial

from tests.limited_process import play

from kapivara import cel
from kapivara.cel.budget import Budget
from kapivara.cel.environments import kubernetes_env
from kapivara.cel.errors import BudgetExceededError
from kapivara.cel.functions import FUTURE
from kapivara.cel.json_data import to_json
from kapivara.cel.program import Program
from kapivara.cli.commands.cel.evaluation import VariableContext
from kapivara.cli.commands.cel.report import render_json, render_text

_LISTS = "[dyn([1])]" + ".map(y, dyn([y, y]))" * 46 + "[0]"
_MAPS = "[dyn({'a': 1})]" + ".map(y, dyn({'a': y, 'b': y}))" * 46 + "[0]"
_KEYED = "[dyn({1: 1})]" + ".map(y, dyn({1: y, 2: y}))" * 46 + "[0]"
_OPTIONALS = "[dyn(1)]" + ".map(y, dyn([optional.of(y), optional.of(y)]))" * 46 + "[0]"
_JOINED = "[dyn([1])]" + ".map(y, dyn([y] + [y]))" * 46 + "[0]"
_ODD = "[dyn([2])]" + ".map(y, dyn([y, y]))" * 46 + "[0]"

TRUE = {
    "equal lists": f"{_LISTS} == {_LISTS}",
    "equal maps": f"{_MAPS} == {_MAPS}",
    "equal maps of numbers": f"{_KEYED} == {_KEYED}",
    "equal optional values": f"{_OPTIONALS} == {_OPTIONALS}",
    "equal joined lists": f"{_JOINED} == {_JOINED}",
    "lists that differ at the end": f"{_LISTS} != {_ODD}",
    "membership": f"{_LISTS} in [{_ODD}, {_LISTS}]",
    "a value of a map": f"{{'a': {_LISTS}}} == {{'a': {_LISTS}}}",
    "distinct": f"[{_LISTS}, {_LISTS}, {_ODD}].distinct().size() == 2",
    "sets.contains": f"sets.contains([{_LISTS}], [{_LISTS}])",
    "sets.equivalent": f"sets.equivalent([{_LISTS}], [{_LISTS}])",
    "sets.intersects": f"sets.intersects([{_LISTS}], [{_LISTS}])",
    "reverse": f"dyn({_LISTS}).reverse().size() == 2",
    "slice": f"dyn({_LISTS}).slice(0, 1).size() == 1",
    "flatten, one level": f"dyn({_LISTS}).flatten().size() == 4",
    "type": f"type({_LISTS}) == list",
    "size": f"size({_LISTS}) == 2",
    "optional.ofNonZeroValue": f"optional.ofNonZeroValue({_LISTS}).hasValue()",
    "orValue": f"optional.of({_LISTS}).orValue([]).size() == 2",
    "ListValue": f"google.protobuf.ListValue{{values: {_LISTS}}}.size() == 2",
    "Struct": f"google.protobuf.Struct{{fields: {_MAPS}}}.size() == 2",
    "Value": f"google.protobuf.Value{{list_value: {_LISTS}}}.size() == 2",
    "Value of a map": f"google.protobuf.Value{{struct_value: {_MAPS}}}.size() == 2",
    "a key": f"{{{_LISTS}: 1}}.size() == 1",
}
REFUSED = {
    "indexOf": f"[{_ODD}, {_LISTS}].indexOf({_LISTS}) == 1",
    "lastIndexOf": f"[{_ODD}, {_LISTS}].lastIndexOf({_LISTS}) == 1",
    "flatten": f"dyn({_LISTS}).flatten(60).size() == 0",
    "format": f"'%s'.format([{_LISTS}]) == ''",
    "format of maps": f"'%s'.format([{_MAPS}]) == ''",
    "json.encode": f"json.encode({_LISTS}) == ''",
    "string": f"string({_LISTS}) == ''",
    "join": f"dyn([{_LISTS}, 1]).join() == ''",
    "an element that is not optional": f"[?dyn({_LISTS})] == []",
    "an entry that is not optional": f"{{?'a': dyn({_LISTS})}} == {{}}",
    "an entry of such a key": f"{{?dyn({_LISTS}): dyn(1)}} == {{}}",
    "an index": f"[1][dyn({_LISTS})] == 1",
    "a key that is not there": f"{{'a': 1}}[dyn({_LISTS})] == 1",
    "a comparison": f"dyn({_LISTS}) < dyn({_LISTS})",
    "a sum": f"dyn({_LISTS}).sum() == 1",
    "a sort": f"dyn([{_LISTS}, {_ODD}]).sort().size() == 1",
    "a selector": f"{{'a': 'b'}}.matches(dyn({{'matchLabels': {_MAPS}}}))",
}


def _judge(text: str) -> str:
    try:
        return str(_program(text).evaluate_metered(limit=10_000_000)[0])
    except (cel.CelError, cel.CostExceededError) as error:
        return f"failed: {str(error)[:300]}"


def _program(text: str) -> Program:
    try:
        return cel.compile(text, {})
    except cel.CelIssuesError:  # it uses functions that only Kubernetes has
        env = kubernetes_env(FUTURE)
        return Program(env, env.compile(text))


def _shown(text: str) -> str:
    """Renders a result as the command line does."""
    found = VariableContext({}, "kubernetes").evaluate(text)
    return (render_json(found) + render_text(found, colour=False))[-300:]


def _made_json() -> str:
    value = cel.compile(_LISTS, {}).evaluate({})
    try:
        to_json(Budget(), value)
    except BudgetExceededError as error:
        return str(error)
    return "made"


if __name__ == "__main__":
    play(
        [
            *((name, partial(_judge, text)) for name, text in {**TRUE, **REFUSED}.items()),
            ("a result that is shown", partial(_shown, _LISTS)),
            ("a result as JSON", _made_json),
        ]
    )
