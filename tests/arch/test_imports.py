"""Tests of start-up imports: `validate` must not load the server, and `import kapivara` must load nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

NEVER_FOR_VALIDATE = {
    *("asyncio", "concurrent.futures", "multiprocessing", "subprocess", "sqlite3"),
    *("kapivara.server", "uvloop", "http", "urllib.request", "email", "ssl", "cryptography", "hashlib"),
    *("ipaddress", "kapivara.generator", "kapivara.validate", "tree_sitter"),
}
NEVER_FOR_HELP = NEVER_FOR_VALIDATE | {"kapivara.api", "kapivara.registry", "kapivara.codec", "yaml", "orjson", "re2"}


def loaded_after(code: str) -> set[str]:
    """Returns the names of all modules that a new interpreter has loaded after it ran the code."""
    program = f"import sys\n{code}\nprint('\\n'.join(sys.modules), file=sys.stderr)"
    finished = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
    return set(finished.stderr.split())


def test_validate_does_not_import_the_server(root: Path) -> None:
    examples = root / "examples"
    arguments = ["validate", str(examples / "good"), "--crds", str(examples / "crds")]
    loaded = loaded_after(f"from kapivara.cli.main import run\nassert run({arguments!r}) == 0")
    assert loaded & NEVER_FOR_VALIDATE <= {"kapivara.validate"}  # required by the tags of built-in kinds


def test_validating_one_plain_object_does_without_orjson_and_libyaml(root: Path) -> None:
    examples = root / "examples"
    arguments = ["validate", str(examples / "good/backups.yaml"), "--crds", str(examples / "crds/backups.yaml")]
    loaded = loaded_after(f"from kapivara.cli.main import run\nassert run({arguments!r}) == 0")
    assert loaded & {"orjson", "yaml"} == set()


def test_crd_check_does_not_import_the_server(root: Path) -> None:
    arguments = ["crd", "check", str(root / "examples" / "bad" / "rules.yaml")]
    loaded = loaded_after(f"from kapivara.cli.main import run\nassert run({arguments!r}) == 1")
    assert loaded & NEVER_FOR_VALIDATE == set()


def test_cel_imports_the_language_alone() -> None:
    loaded = loaded_after("from kapivara.cli.main import run\nassert run(['cel', '[1, 2].all(x, x > 0)']) == 0")
    assert loaded & (NEVER_FOR_VALIDATE | {"kapivara.api", "kapivara.registry", "kapivara.apis", "yaml"}) == set()


def test_docs_of_tags_do_not_parse_go(root: Path) -> None:
    loaded = loaded_after("from kapivara.cli.main import run\nassert run(['docs', 'tags', 'required']) == 0")
    assert loaded & {"tree_sitter", "kapivara.registry", "kapivara.api", "kapivara.server", "yaml"} == set()


def test_help_imports_next_to_nothing() -> None:
    loaded = loaded_after("from kapivara.cli.main import run\nassert run(['--help']) == 0")
    assert loaded & NEVER_FOR_HELP == set()


@pytest.mark.parametrize("name", ["asyncio", "yaml", "orjson", "re2", "kapivara.api"])
def test_importing_the_package_is_free(name: str) -> None:
    assert name not in loaded_after("import kapivara")


SHORT_VALIDATION = """
import builtins, re._compiler, sys
compiled, patterns = [], []
compile_now = builtins.compile
def counting(source, filename, *args, **named):
    if not filename.endswith(".py"):  # those are modules, whose code is kept
        compiled.append(source)
    return compile_now(source, filename, *args, **named)
compile_pattern = re._compiler.compile
def counting_patterns(pattern, *flags):
    patterns.append(pattern)
    return compile_pattern(pattern, *flags)
from kapivara.cli import main
main.prepare_process()
builtins.compile = counting
re._compiler.compile = counting_patterns
assert main.run({arguments!r}) == 0
ours = [name for name, each in sys.modules.items() if name.startswith("kapivara.") and not hasattr(each, "__path__")]
print(len(ours), len(patterns), len(compiled), "_ast" in sys.modules, "dis" in sys.modules)
"""


def test_a_short_validation_stays_short(root: Path) -> None:
    """Counts what `cli-validate` measures as time: our modules, patterns, and compiled source (2 ms)."""
    examples = root / "examples"
    arguments = ["validate", str(examples / "good/backups.yaml"), "--crds", str(examples / "crds/backups.yaml")]
    program = SHORT_VALIDATION.format(arguments=arguments)
    finished = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
    ours, patterns, *others = finished.stdout.split("\n")[1].split()
    assert others == ["0", "False", "False"]
    assert int(ours) <= 207  # without packages
    assert int(patterns) <= 4  # 0.1 to 0.5 ms each
