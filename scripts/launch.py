"""What the launcher runs in .venv: the command line, without `site`, which would add a fifth to Python's own start."""

import os
import sys

sys.dont_write_bytecode = False  # whatever the environment says of other programs: without it every start would compile

_root = os.path.abspath(__file__).rpartition("/scripts/")[0]  # or what comes from here would not be known again
_version = f"python{sys.version_info.major}.{sys.version_info.minor}"
sys.path += [f"{_root}/src", f"{_root}/.venv/lib/{_version}/site-packages"]

try:
    try:
        from kapivara.cli.code_store import CodeStore
    except (EOFError, ValueError, TypeError):  # Python's own files of code are damaged: this time without them
        sys.pycache_prefix = os.devnull
        from kapivara.cli.code_store import CodeStore

    _store = CodeStore(f"{_root}/.venv/{_version}.code")
    _store.install()

    from kapivara.cli.main import leave, run
    from kapivara.cli.startup import prepare_process

    prepare_process()
    _code = run(sys.argv[1:])
    _store.save()
    leave(_code)
except KeyboardInterrupt:  # while modules are still being loaded: what runs answers by itself
    os._exit(130)
