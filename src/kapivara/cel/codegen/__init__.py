"""From a checked expression to Python source: the last stage, specialised by static types.

`emitter` prints expressions, `operators` the operators that are more than calls, `comprehensions` the macros as plain
loops, `failures` tells what can go wrong where. Overloads that only values can tell apart are chosen by
`library.dynamic`.
"""
