"""Libraries of functions.

Folders
- `extensions/`: cel-go's extension libraries
- `kubernetes/`: the server's own libraries
- `standard/`: the functions and operators of the language itself

Steps
- `declare.py`: declares functions and libraries
- `all_libraries.py`: all libraries

Entry point: `all_libraries.py`.
"""
