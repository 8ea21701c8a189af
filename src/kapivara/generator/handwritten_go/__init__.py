"""Runs hand-written Go validation functions: a bounded subset of Go, interpreted.

It never compiles Go.

Steps
- `unsupported.py`: Go outside of the subset
- `machine.py`: budget and state of a run
- `go_types.py`: static types
- `scope.py`: variables, functions and values by name
- `members.py`: fields of structs
- `operators.py`: operators
- `sprintf.py`: fmt.Sprintf
- `showing.py`: bad values in errors
- `library.py`: functions of other packages
- `calls.py`: calls
- `expressions.py`: expressions
- `loops.py`: loops
- `assignments.py`: variables
- `statements.py`: statements
- `program.py`: functions and constants of a package
- `functions.py`: functions ready to call

Entry point: `functions.py`.
"""

from kapivara.generator.handwritten_go.functions import handwritten_functions

__all__ = ["handwritten_functions"]
