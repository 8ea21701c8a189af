"""Runs hand-written Go validation functions: a bounded subset of Go, interpreted.

It never compiles Go.

Steps
- `unsupported.py`: Go outside of the subset
- `machine.py`: budget and state of a run
- `go_types.py`: static types
- `scope.py`: variables, functions and values by name
- `operators.py`: operators
- `library.py`: functions of other packages
- `calls.py`: calls; bad values in errors; fmt.Sprintf
- `expressions.py`: expressions; fields of structs
- `assignments.py`: variables
- `statements.py`: statements; loops
- `functions.py`: functions ready to call; functions and constants of a package

Entry point: `functions.py`.
"""

from kapivara.generator.handwritten_go.functions import handwritten_functions

__all__ = ["handwritten_functions"]
