"""`python -m kapivara`.

The current folder is removed from Python's path, since anybody may have put a file with a module's name there.
"""

import os
import sys

if __name__ == "__main__":
    _here, _own = os.getcwd(), os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    if _here != _own:  # unless kapivara itself is imported from there
        sys.path[:] = [folder for folder in sys.path if folder not in ("", _here)]

    from kapivara.cli.main import main

    main()
