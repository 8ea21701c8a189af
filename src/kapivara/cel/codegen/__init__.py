"""Prints checked expressions as Python source.

Steps
- `comparison.py`: operators with few parentheses
- `access.py`: helpers that printed code calls
- `soundness.py`: static types that hold at run time
- `failures.py`: nodes that can fail
- `small_numbers.py`: small integers
- `inline_guards.py`: guards for untyped values
- `operands.py`: operands and failures
- `literals.py`: literals
- `loops.py`: loops
- `comprehensions.py`: other macros; all and exists
- `presence.py`: has() of optional chains
- `operators.py`: operators
- `chains.py`: && and ||
- `metered.py`: code with run-time cost
- `emitter.py`: prints an expression

Entry point: `emitter.py`.
"""
