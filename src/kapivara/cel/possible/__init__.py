"""Static analysis of the outcome of an expression: always true, never true, or failing where data is missing."""

from kapivara.cel.possible.outcome import DataFacts, DataPath, Facts
from kapivara.cel.possible.questions import Read, RuleResult, result_of, unguarded_reads

__all__ = ["DataFacts", "DataPath", "Facts", "Read", "RuleResult", "result_of", "unguarded_reads"]
