"""Runs hand-written validation functions of Go packages: a small part of Go, read and bounded, never compiled.

`functions` reads the files and offers the functions; `statements` and `expressions` turn them into Python closures,
with static types (`go_types`); `library` holds what other packages offer them; `machine` bounds what they may use.
"""

from kapivara.generator.golang.handwritten.functions import handwritten_functions

__all__ = ["handwritten_functions"]
