"""Runs hand-written validation functions of Go packages: interprets a small subset of Go, with limits on resources.

`functions` reads the files and provides the functions; `statements` and `expressions` turn them into Python closures,
with static types (`go_types`); `library` implements functions of other packages; `machine` limits the resources.
"""

from kapivara.generator.golang.handwritten.functions import handwritten_functions

__all__ = ["handwritten_functions"]
