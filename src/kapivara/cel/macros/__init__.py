"""Macros: calls that the parser expands.

Steps
- `expansion.py`: new nodes of an expansion
- `macro.py`: the contract of a macro
- `loops.py`: has, all, exists, map, filter
- `two_variables.py`: macros with two variables
- `bindings.py`: cel.bind, optMap, sortBy
- `numbers.py`: math.greatest and math.least

Entry point: `macro.Macro`.
"""

from kapivara.cel.macros.bindings import BINDING_MACROS, LIST_MACROS, OPTIONAL_MACROS
from kapivara.cel.macros.expansion import ACCUMULATOR, Expansion, MacroError
from kapivara.cel.macros.loops import STANDARD_MACROS
from kapivara.cel.macros.macro import VARIADIC, Expander, Macro, Macros, macro_table
from kapivara.cel.macros.numbers import MATH_MACROS
from kapivara.cel.macros.two_variables import TWO_VARIABLE_MACROS

ALL_MACROS = (
    *(*STANDARD_MACROS, *OPTIONAL_MACROS, *TWO_VARIABLE_MACROS),
    *(*BINDING_MACROS, *LIST_MACROS, *MATH_MACROS),
)
"""All macros of environments."""

__all__ = [
    "ACCUMULATOR",
    "ALL_MACROS",
    "BINDING_MACROS",
    "LIST_MACROS",
    "MATH_MACROS",
    "OPTIONAL_MACROS",
    "STANDARD_MACROS",
    "TWO_VARIABLE_MACROS",
    "VARIADIC",
    "Expander",
    "Expansion",
    "Macro",
    "MacroError",
    "Macros",
    "macro_table",
]
