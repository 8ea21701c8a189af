"""Parses ill-formed text, with ANTLR's errors.

Steps
- `notation.py`: reads the notation of the grammar
- `grammar.py`: the grammar
- `network.py`: the grammar as states
- `lookahead.py`: possible next tokens
- `contexts.py`: stacks of states
- `prediction.py`: adaptive prediction; sets of configurations
- `stream.py`: tokens and lexer errors
- `strategy.py`: repairs
- `walker.py`: walks the grammar over ill-formed text

Entry point: `walker.py`.
"""

from kapivara.cel.parsing.recovery.walker import recover

__all__ = ["recover"]
