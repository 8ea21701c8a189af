"""The launcher's program in .venv: runs the command line without `site`, which would slow Python's start by a fifth."""

import os
import sys

sys.dont_write_bytecode = False  # ignore the environment's setting, without which every start would compile

_root = os.path.abspath(__file__).rpartition("/scripts/")[0]  # needed to recognize modules from here
_version = f"python{sys.version_info.major}.{sys.version_info.minor}"
sys.path += [f"{_root}/src", f"{_root}/.venv/lib/{_version}/site-packages"]

try:
    try:
        from kapivara.cli.code_store import CodeStore
    except (EOFError, ValueError, TypeError):  # Python's own code files are damaged: continue without them
        sys.pycache_prefix = os.devnull
        from kapivara.cli.code_store import CodeStore

    _store = CodeStore(f"{_root}/.venv/{_version}.code")
    _store.install()

    from kapivara.cli.main import leave, prepare_process, run

    prepare_process()
    _code = run(sys.argv[1:])
    _store.save()
    leave(_code)
except KeyboardInterrupt:  # while modules are loaded; commands handle it themselves
    os._exit(130)
