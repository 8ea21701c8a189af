"""Every command declares what its function takes, and can be shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import Parameter, signature
from typing import get_args, get_type_hints

import pytest

from kapivara.cli.framework.command import Command, Group
from kapivara.cli.framework.help import render_help
from kapivara.cli.main import ROOT_GROUP


def commands(group: Group = ROOT_GROUP, path: str = "kapivara") -> Iterator[tuple[str, Command]]:
    """Lists all commands, by their full names."""
    for name in group.commands:
        loaded = group.load(name)
        if isinstance(loaded, Group):
            yield from commands(loaded, f"{path} {name}")
        else:
            yield f"{path} {name}", loaded


ALL = dict(commands())


def taken_by(function: Callable[..., int]) -> Iterator[str]:
    """Lists the parameters of a function, those of a typed dictionary that it takes as keywords among them."""
    for name, parameter in signature(function).parameters.items():
        if parameter.kind is Parameter.VAR_KEYWORD:
            yield from get_args(get_type_hints(function)[name])[0].__annotations__
        else:
            yield name


@pytest.mark.parametrize("path", ALL)
def test_functions_take_what_is_declared(path: str) -> None:
    command = ALL[path]
    options = [option.keyword for option in command.own_options]
    options += ["overrides"] if command.per_path else []
    options += ["found"] if command.takes_project else []
    options += ["root"] if command.takes_root else []
    declared = [*(argument.keyword for argument in command.arguments), *options]
    assert sorted(declared) == sorted(taken_by(command.function))


@pytest.mark.parametrize("path", ALL)
def test_defaults_are_read(path: str) -> None:
    for option in ALL[path].options:
        assert option.default is None or not option.choices or option.default in option.choices
        if option.default is not None and option.read is not None:
            option.read(option.default)


@pytest.mark.parametrize("path", ALL)
def test_help_names_every_option(path: str) -> None:
    text = render_help(ALL[path], path)
    assert text.startswith(f"Usage: {path} [OPTIONS]")
    assert all(name in text for option in ALL[path].options for name in option.names)
