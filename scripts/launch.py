"""What the launcher runs in .venv: the command line, without `site`, which would add a fifth to Python's own start."""

import sys

sys.dont_write_bytecode = False  # whatever the environment says of other programs: without it every start would compile

_root = __file__.rpartition("/scripts/")[0] or "."
_version = f"python{sys.version_info.major}.{sys.version_info.minor}"
sys.path[:0] = [f"{_root}/src", f"{_root}/.venv/lib/{_version}/site-packages"]

from kapivara.cli.main import main  # noqa: E402  the path comes first

main()
