"""The cost of expressions: one table of formulas for the estimate and for tracking at run time.

`table` has the formulas and the fixed prices, `estimator` computes the range before evaluation, `runtime` the cost of
each node at run time, `explain` the unbounded value that makes a rule expensive.
"""
