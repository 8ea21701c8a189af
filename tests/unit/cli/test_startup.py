"""What a command does to its own process, and to no other: tried in processes of their own."""

from __future__ import annotations

import subprocess
import sys

import pytest


def run(program: str) -> str:
    finished = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
    return finished.stdout


def test_importing_the_command_line_changes_nothing() -> None:
    program = (
        "import gc, re, sys\n"
        "before = gc.get_threshold(), re.compile, sys.modules.get('inspect')\n"
        "import kapivara.cli.main, kapivara.cli.commands.validate.command\n"
        "print(before == (gc.get_threshold(), re.compile, sys.modules.get('inspect')))"
    )
    assert run(program) == "True\n"


@pytest.mark.parametrize(
    "use",
    [
        "import inspect; print(inspect.signature(lambda a: a))",
        "from inspect import signature; print(signature(lambda a: a))",
        "import dataclasses, inspect; print(inspect.signature(lambda a: a))",
    ],
)
def test_inspect_is_there_when_it_is_asked(use: str) -> None:
    assert run(f"from kapivara.cli.startup import prepare_process; prepare_process(); {use}") == "(a)\n"


def test_what_inspect_does_not_have_is_told() -> None:
    program = "from kapivara.cli.startup import prepare_process; prepare_process()\nimport inspect; inspect.nothing"
    with pytest.raises(subprocess.CalledProcessError) as raised:
        run(program)
    assert "AttributeError" in raised.value.stderr


def test_patterns_are_compiled_as_ever_once_yaml_is_loaded() -> None:
    program = (
        "import re; before = re.compile\n"
        "from kapivara.cli.startup import prepare_process; prepare_process()\n"
        "from yaml.resolver import Resolver; import yaml\n"
        "print(type(Resolver.yaml_implicit_resolvers['1'][0][1]).__name__)\n"
        "print(re.compile is before, yaml.safe_load('[1.5, 2001-01-01, yes]'))"
    )
    assert run(program) == "_LazyPattern\nTrue [1.5, datetime.date(2001, 1, 1), True]\n"


def test_a_missing_yaml_is_told_as_ever() -> None:
    program = (
        "import sys; from kapivara.cli.startup import prepare_process; prepare_process()\n"
        "sys.path[:] = []\n"
        "try:\n    import yaml\nexcept ModuleNotFoundError as error:\n    print(error.name)"
    )
    assert run(program) == "yaml\n"
