"""Label selectors: tests whether an object such as `spec.selector` selects labels.

Not in v1.37: KEP-4153 names this function, and no server has it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from kapivara.cel.budget import Budget
from kapivara.cel.cost.library_table import SELECTS
from kapivara.cel.errors import CelError
from kapivara.cel.functions import FUTURE, Overload
from kapivara.cel.library.declare import function, library
from kapivara.cel.types import BOOL, DYN, STRING, map_of

if TYPE_CHECKING:
    from kapivara.meta.v1.zz_generated_types import LabelSelector as SelectorObject


def _matches(budget: Budget, labels: Any, selector: Any) -> bool:
    from kapivara.cel.json_data import to_json
    from kapivara.meta.selector_error import SelectorError
    from kapivara.meta.selector_objects import selector_of

    if not hasattr(selector, "items"):
        raise CelError("no such overload")
    budget.take_places(len(labels))
    read = to_json(budget, selector)
    budget.take_places(_size(read))
    try:
        return selector_of(cast("SelectorObject", read)).matches(dict(labels.items()))
    except SelectorError as problem:
        raise CelError(str(problem)) from None


def _size(value: Any) -> int:
    """Returns the number of values in a selector; raises CelError if it is not a label selector."""
    if type(value) is not dict or not value.keys() <= {"matchLabels", "matchExpressions"}:
        raise CelError("a label selector has matchLabels and matchExpressions, and nothing else")
    labels, expressions = value.get("matchLabels") or {}, value.get("matchExpressions") or []
    if type(labels) is not dict or type(expressions) is not list:
        raise CelError("matchLabels of a label selector is a map, and matchExpressions a list")
    for each in expressions:
        if type(each) is not dict or type(each.get("key")) is not str or type(each.get("operator")) is not str:
            raise CelError("matchExpressions of a label selector have a key and an operator")
        if type(each.get("values", [])) is not list:
            raise CelError("values in matchExpressions of a label selector are a list")
    texts = [*labels.values(), *(text for each in expressions for text in each.get("values", ()))]
    if any(type(each) is not str for each in texts):
        raise CelError("values in a label selector are strings")
    return len(texts) + len(expressions)


LABEL_SELECTORS = library(
    function(
        "matches",
        Overload(
            "labels_matches_selector",
            (map_of(STRING, STRING), DYN),
            BOOL,
            _matches,
            member=True,
            cost=SELECTS,
            budgeted=True,
        ),
        doc="Whether labels are selected by a label selector: an object with `matchLabels` and `matchExpressions`.",
        examples=(
            ("{'app': 'web'}.matches({'matchLabels': {'app': 'web'}})", "true"),
            ("{'a': 'b'}.matches({'matchExpressions': [{'key': 'a', 'operator': 'DoesNotExist'}]})", "false"),
        ),
    ),
    since=FUTURE,
)
