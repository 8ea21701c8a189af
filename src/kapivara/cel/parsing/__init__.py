"""Parses text to a syntax tree.

Ill-formed text goes to `recovery`.

Folders
- `recovery/`: parses ill-formed text, with ANTLR's errors

Steps
- `lexer.py`: tokens
- `literals.py`: values of literals; escapes in string and bytes literals
- `phrases.py`: matched grammar rules
- `reader.py`: tokens to phrases
- `nodes.py`: new nodes, with macros expanded
- `builder.py`: phrases to nodes
- `parser.py`: parses an expression

Entry point: `parser.py`.
"""
