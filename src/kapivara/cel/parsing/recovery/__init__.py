"""Error recovery: the messages for text with syntax errors, and the phrases that can still be read.

ANTLR generates the reference implementation's parser, and its error messages, from the grammar: which token is
unexpected, which ones were expected, how parsing continues. This package contains the same grammar, and walks it with
ANTLR's algorithms, so that the messages are the same. Only text with syntax errors gets here.
"""

from kapivara.cel.recovery.walker import recover

__all__ = ["recover"]
