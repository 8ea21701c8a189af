"""What an expression costs: one table of formulas, read by the estimation and by the meter that runs along.

`table` has the formulas and the fixed prices, `estimator` the range before anything runs, `runtime` what each node
pays when it does, `explain` which unbounded value makes a rule dear.
"""
