"""The settings of a project file for one command: values of options and arguments, and settings of single paths.

Keys are the names of options. Keys that several commands share may be at the top, others in the table of their
command: `[validate]`, `[crd.check]`. A setting applies unless the command line or the environment sets the option.
Paths are relative to the file's folder; in a file that was found, not named, they may not leave that folder.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, Final

from kapivara.cli.framework.command import Argument, Command, Group, Option, ProjectValue
from kapivara.cli.framework.parser import CommandPath, Given, Origin, read_value
from kapivara.cli.framework.path_overrides import PathOverride
from kapivara.cli.inputs.files import REVISION, expand_pattern
from kapivara.cli.project_file.found_settings import FoundSetting, FoundSettings, top_of_repository
from kapivara.cli.project_file.table import KeyPath, ProjectFile

SHARED_KEYS: Final = ("crds", "kubernetes-version", "output", "root", "readonly-pkg", "typedef-chains")
"""The keys that may be at the top, for all commands with such an option."""
OVERRIDES: Final = "overrides"
_PATHS: Final = "paths"
STANDARD: Final = "-"
"""Standard input or output, where a path may be given."""
_MOST: Final = 1000
"""The maximum length of a list: each pattern is compared with each file."""


class ProjectSettings:
    """The settings of a project file for one command; raises CommandError for unknown keys."""

    def __init__(self, file: ProjectFile, command: Command, command_path: CommandPath) -> None:
        self._file = file
        self._command = command
        self._keys: KeyPath = command_path.names
        self._parameters = {each.key: each for each in command.parameters if each.project}
        self._table = self._find_table(command_path.root)

    def given(self, parameter: Option | Argument) -> Given | None:
        """Returns the setting of an option or argument; None if the file has none."""
        keys = self._find(parameter.key)
        if keys is None:
            return None
        table = self._file.settings if len(keys) == 1 else self._table
        return self._read(parameter, table[parameter.key], keys)

    def _find(self, key: str) -> KeyPath | None:
        """Returns the path of a key, in the command's table or at the top; None if the file does not have it."""
        if key not in self._parameters:
            return None
        if key in self._table:
            return (*self._keys, key)
        return (key,) if key in SHARED_KEYS and key in self._file.settings else None

    def found(self, given: Mapping[str, Given], overrides: Sequence[PathOverride]) -> FoundSettings | None:
        """Returns the settings of a found file that apply in this call; None if `--config` names the file."""
        if not self._file.was_found:
            return None
        keys = [key for key, each in self._parameters.items() if given[each.keyword].origin.is_file]
        weakening = [self._setting(self._find(key) or ()) for key in keys]
        weakening = [each for each in weakening if self._weakens(each)]
        for place, override in enumerate(overrides):
            for key in override.shown:
                keys.append(key)
                weakening.append(self._setting((*self._keys, OVERRIDES, place, key), override.paths))
        folder = self._file.folder
        return FoundSettings(
            self._file.name,
            folder,
            top=top_of_repository(folder) or folder,
            keys=frozenset(keys),
            weakening=tuple(weakening),
            left_out={},
        )

    def _setting(self, keys: KeyPath, paths: tuple[str, ...] = ()) -> FoundSetting:
        """Returns a setting with the values as written in the file, with paths relative to its folder."""
        value: Any = self._file.settings
        for key in keys:
            value = value[key]
        values = value if isinstance(value, list) else [] if value is False else ["" if value is True else str(value)]
        return FoundSetting(str(keys[-1]), tuple(values), self._file.location(keys), paths)

    def _weakens(self, setting: FoundSetting) -> bool:
        """Returns whether a setting may weaken the check; a setting that equals the default cannot."""
        parameter = self._parameters[setting.key]
        default = parameter.default if isinstance(parameter, Option) else None
        weakens = parameter.project is not None and parameter.project.weakens
        return weakens and setting.values not in ((), (default,))

    def overrides(self, given: Mapping[str, Given]) -> tuple[PathOverride, ...]:
        """Returns the settings of single paths, without options that the command line sets."""
        tables = self._table.get(OVERRIDES, [])
        if not isinstance(tables, list):
            name = ".".join((*map(str, self._keys), OVERRIDES))
            self._file.fail((*self._keys, OVERRIDES), f"{OVERRIDES} must be a list of tables: [[{name}]]")
        if len(tables) > _MOST:
            self._file.fail((*self._keys, OVERRIDES), f"{OVERRIDES} must have {_MOST} items at most")
        return tuple(self._override(each, (*self._keys, OVERRIDES, place), given) for place, each in enumerate(tables))

    def _find_table(self, root: Group) -> Mapping[str, Any]:
        """Returns the table of the command; rejects unknown keys in it, and unknown commands elsewhere."""
        self._file.refuse_unknown(self._file.settings, (), [*SHARED_KEYS, *root.commands])
        self._check_commands(root, self._file.settings, ())
        table = self._file.settings
        for name in self._keys:
            table = table.get(str(name), {})
        own = [*self._parameters, *([OVERRIDES] if self._command.per_path else [])]
        self._file.refuse_unknown(table, self._keys, own)
        for key in table if self._file.was_found else ():
            project = self._parameters[key].project if key in self._parameters else None
            if project is not None and project.is_trusted:
                self._file.fail((*self._keys, key), f"{key} is only allowed in a file that --config names")
        return table

    def _check_commands(self, group: Group, table: Mapping[str, Any], keys: KeyPath) -> None:
        """Rejects values that must be tables of commands or groups and are not; does not check their keys."""
        for name, entry in group.commands.items():
            if name not in table:
                continue
            inner = self._file.table(table[name], (*keys, name))
            below = group.load(name) if entry.is_group else None
            if isinstance(below, Group):
                self._file.refuse_unknown(inner, (*keys, name), list(below.commands))
                self._check_commands(below, inner, (*keys, name))

    def _override(self, value: Any, keys: KeyPath, given: Mapping[str, Given]) -> PathOverride:
        table = self._file.table(value, keys)
        self._file.refuse_unknown(table, keys, [_PATHS, *self._command.per_path])
        if not table.get(_PATHS):
            self._file.fail(keys, f"{_PATHS} must list the paths that these settings apply to")
        paths = self._listed(table[_PATHS], (*keys, _PATHS))
        shown, values = {}, {}
        for key in self._command.per_path:
            option = self._parameters[key]
            if key in table and not given[option.keyword].origin.is_of_this_call:
                shown[key] = self._read(option, table[key], (*keys, key))
                values[option.keyword] = read_value(option, shown[key])
        return PathOverride(tuple(map(self._pattern, paths)), values, paths=paths, shown=shown)

    def _read(self, parameter: Option | Argument, value: Any, keys: KeyPath) -> Given:
        """Returns a value as the texts that a command line would hold."""
        origin = Origin(self._file.place(keys), is_file=True)
        if isinstance(parameter, Option) and parameter.is_switch:
            if not isinstance(value, bool):
                self._file.fail(keys, f"{keys[-1]} must be true or false")
            return Given(("",) if value else (), origin)
        several = parameter.takes_all if isinstance(parameter, Argument) else parameter.multiple
        if not several and isinstance(value, int | float) and not isinstance(value, bool):
            value = str(value)
        if not several and not isinstance(value, str):
            self._file.fail(keys, f"{keys[-1]} must be a string")
        texts = self._listed(value, keys)
        return Given(tuple(self._placed(parameter.project, each, keys) for each in texts), origin)

    def _listed(self, value: Any, keys: KeyPath) -> tuple[str, ...]:
        values = [value] if isinstance(value, str) else value
        if not isinstance(values, list) or not all(isinstance(each, str) for each in values):
            self._file.fail(keys, f"{keys[-1]} must be a list of strings")
        if len(values) > _MOST:
            self._file.fail(keys, f"{keys[-1]} must have {_MOST} items at most")
        return tuple(values)

    def _placed(self, kind: ProjectValue | None, text: str, keys: KeyPath) -> str:
        """Returns a text with its path made relative to the working directory."""
        match kind:
            case ProjectValue.PATH | ProjectValue.TRUSTED_PATH:
                if text.startswith(REVISION):
                    return self._past_path(text, keys)
                return text if text == STANDARD else self._path(text, keys)
            case ProjectValue.NAMED_PATH:
                name, equals, path = text.partition("=")
                return f"{name}={self._path(path, keys)}" if equals and path else text
            case ProjectValue.PATTERN:
                return self._pattern(text)
            case _:
                return text

    def _path(self, path: str, keys: KeyPath) -> str:
        folder = self._file.folder
        whole = os.path.join(folder, path)
        if "://" in path:
            self._file.fail(keys, f"{path} is not a file: name it on the command line")
        if "\0" in path:
            self._file.fail(keys, "a path must not contain a null character")
        placed = path if folder == os.getcwd() else os.path.relpath(whole)
        if self._file.was_found:
            for each in (placed, *expand_pattern(placed)):  # a pattern may match a symbolic link
                self._confine(each, path, keys)
        return placed

    def _past_path(self, text: str, keys: KeyPath) -> str:
        """Returns `git:REV` unchanged, and `git:REV:PATH` with its path relative to the file's folder."""
        revision, colon, path = text.removeprefix(REVISION).partition(":")
        return f"{REVISION}{revision}:{self._path(path, keys)}" if colon and path else text

    def _confine(self, whole: str, path: str, keys: KeyPath) -> None:
        """Rejects paths outside the folder of the file, and pipes and devices, which may never end."""
        inside = os.path.realpath(self._file.folder)
        if os.path.commonpath((os.path.realpath(whole), inside)) != inside:
            message = f"{path} is outside the folder of {self._file.name}: name it on the command line"
            self._file.fail(keys, message)
        if os.path.exists(whole) and not (os.path.isfile(whole) or os.path.isdir(whole)):
            self._file.fail(keys, f"{path} is neither a regular file nor a folder: name it on the command line")

    def _pattern(self, pattern: str) -> str:
        """Returns a pattern of paths as one of absolute paths; a pattern of names stays unchanged."""
        if "/" not in pattern.rstrip("/"):
            return pattern
        from glob import escape

        return os.path.join(escape(self._file.folder), pattern.removeprefix("./"))
