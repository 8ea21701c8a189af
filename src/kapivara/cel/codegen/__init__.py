"""Compiles a checked expression to Python source, specialised by static types.

`emitter` prints expressions, with `chains` (`&&`, `||`), `operators` (other operators that are not plain calls),
`literals`, `quantifiers` (`all`, `exists`) and `comprehensions` (all other macros, as loops); `metered` prints the same
code with cost tracking. `failures` finds the nodes that can fail, `access` contains functions that the code calls
beside the libraries. `library.dynamic` chooses overloads that depend on values at run time, and `inline_guards` prints
the common cases inline.
"""
