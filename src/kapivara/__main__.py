"""`python -m kapivara`.

Python would take modules from the current folder first, where anybody may have put a file that is called like one.
"""

import os
import sys

if __name__ == "__main__":
    _here, _own = os.getcwd(), os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    if _here != _own:  # unless kapivara itself comes from there
        sys.path[:] = [folder for folder in sys.path if folder not in ("", _here)]

    from kapivara.cli.main import main

    main()
