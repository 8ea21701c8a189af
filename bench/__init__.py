"""The benchmarks of `scripts/bench`: ratios against a reference that every machine can run, each with a bound."""
