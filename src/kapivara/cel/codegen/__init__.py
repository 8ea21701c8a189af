"""From a checked expression to Python source: the last stage, specialised by static types.

`emitter` prints expressions, with the help of `chains` (`&&`, `||`), `operators` (others that are more than calls),
`literals`, `quantifiers` (`all`, `exists`) and `comprehensions` (all other macros, as loops); `metered` prints the
same with every step paid for. `failures` tells what can go wrong where, `access` has what the code calls beside the
libraries. Overloads that only values can tell apart are chosen by `library.dynamic`, for values of the usual classes in
place (`inline_guards`).
"""
