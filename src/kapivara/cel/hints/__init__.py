"""Hints beside issues: frequent mistakes and their remedies.

Steps
- `mistake.py`: the contract of a mistake
- `names.py`: names
- `syntax.py`: operators
- `types.py`: types
- `versions.py`: functions of other versions
- `all_mistakes.py`: all mistakes

Entry point: the functions that this package exports.
"""

from kapivara.cel.hints.all_mistakes import MISTAKES, hints_for
from kapivara.cel.hints.mistake import Complaint, Mistake

__all__ = ["MISTAKES", "Complaint", "Mistake", "hints_for"]
