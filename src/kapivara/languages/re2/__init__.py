"""RE2 patterns: Go's syntax errors, and matching in linear time and bounded memory.

Steps
- `size.py`: the size limits of Go's parser
- `unicode_classes.py`: names of Unicode classes in Go and RE2
- `syntax.py`: parses a pattern, or returns Go's error
- `alphabet.py`: rewrites a pattern over a small alphabet, to save memory; sets of code points as ranges
- `program.py`: compiles a pattern with bounded memory
- `spans.py`: all matches in a text
- `heavy_search.py`: compiles and searches costly patterns in another process, with a deadline
- `patterns.py`: matches and searches texts by users' patterns
- `ascii_patterns.py`: detects patterns that match ASCII texts only
- `samples.py`: makes a text that matches a pattern

Entry point: `patterns.py`.
"""
