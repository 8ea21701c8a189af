"""Predicts results: always true, never true, failing on missing data.

Steps
- `outcome.py`: possible values of a part
- `operators.py`: outcomes of operators
- `analysis.py`: analyses an expression
- `questions.py`: always true, never true, can fail

Entry point: `questions.py`.
"""

from kapivara.cel.possible.outcome import DataFacts, DataPath, Facts
from kapivara.cel.possible.questions import Read, RuleResult, result_of, unguarded_reads

__all__ = ["DataFacts", "DataPath", "Facts", "Read", "RuleResult", "result_of", "unguarded_reads"]
