"""What an expression can come to, told before it runs: always true, never true, failing where data is missing."""

from kapivara.cel.possible.outcome import DataFacts, DataPath, Facts
from kapivara.cel.possible.questions import Read, Verdict, unguarded_reads, verdict_of

__all__ = ["DataFacts", "DataPath", "Facts", "Read", "Verdict", "unguarded_reads", "verdict_of"]
