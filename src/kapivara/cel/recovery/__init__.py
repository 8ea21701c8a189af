"""What to say about text that is not well-formed, and what can still be made of it.

The reference implementation's parser is generated from its grammar by ANTLR, and so are its complaints: which token it
stops at, what it expected there, how it goes on. This room keeps the same grammar, walks it in the same way and
decides as ANTLR does, so that the complaints are the same. Only ill-formed text gets here.
"""

from kapivara.cel.recovery.walker import recover

__all__ = ["recover"]
