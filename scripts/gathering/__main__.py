"""`scripts/gather CHECKOUT`: writes `types.go` of all packages that a server of the checkout's version serves."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from scripts.gathering.facts import gather_constants, gather_type, own_words
from scripts.gathering.internal import InternalTypes
from scripts.gathering.lifecycle import other_versions
from scripts.gathering.packages import (
    UnfitCheckoutError,
    folder_of,
    is_of_kinds,
    served_packages,
    source_files,
    validation_marker,
)
from scripts.gathering.printing import print_constants, print_file, print_type, qualifiers
from scripts.gathering.reading import GoConstant, GoSource, GoType, read_go
from scripts.gathering.roles import gather_roles
from scripts.gathering.shared import refresh

SOURCES = Path(__file__).resolve().parent.parent.parent / "src" / "kapivara"
APIS = SOURCES / "apis"
METADATA, METADATA_PATH = "meta/v1/types.go", "k8s.io/apimachinery/pkg/apis/meta/v1"
TYPES = "types.go"
DOC = "doc.go"
PACKAGE = "__init__.py"
OTHERS = "gathered_versions.py"
INTERNAL = "gathered_internal.py"
INTERNAL_TITLE = '"""The internal types of the group, gathered by scripts/gather: see `internal_form.py`."""'
TITLE = '"""Versions that are not served, gathered by scripts/gather: see `unserved_versions.py`."""'
ROLES = {"roles": "rbac/gathered_roles.py", "role-bindings": "rbac/gathered_bindings.py"}


def main(arguments: list[str]) -> int:
    """Gathers the types of a checkout; -> exit code."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print("usage: scripts/gather CHECKOUT", file=sys.stderr)
        return 2
    checkout, metadata = Path(arguments[0]), SOURCES / METADATA
    try:
        texts = gather(checkout, APIS) | {metadata: refresh(checkout, METADATA_PATH, metadata)}
    except UnfitCheckoutError as error:
        print(f"scripts/gather: {error}", file=sys.stderr)
        return 2
    for file, text in texts.items():
        if not file.exists() or file.read_text() != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
            print(f"wrote {file.relative_to(SOURCES)}")
    return 0


def gather(checkout: Path, apis: Path) -> dict[Path, str]:
    """Returns the files of all packages that are served, and of those that they refer to; `apis` has our own words.

    One more file lists the kinds of packages that are not served, another one the roles that every server has.
    """
    texts: dict[Path, str] = {}
    shown: dict[str, list[GoSource]] = {}
    served = served_packages(checkout)
    waiting, seen = list(served), set(served)
    while waiting:
        path = waiting.pop()
        package = Package(checkout, path, apis / folder_of(path))
        texts |= package.print()
        if path in served:
            shown.setdefault(package.group, []).extend(package.sources.values())
        if path in served and (marker := validation_marker(checkout, path)):
            texts |= package.print_doc(marker)
        found = {each for each in package.used_imports().values() if is_of_kinds(each)} - seen
        seen |= found
        waiting += sorted(found)
    internal = InternalTypes(checkout)
    for group, sources in shown.items():
        texts |= _print_internal(apis / group / INTERNAL, internal.gather(group, sources))
    rows = "\n".join(other_versions(checkout, served))
    texts[apis / OTHERS] = f'{TITLE}\n\nOTHER_VERSIONS = """\\\n{rows}\n"""\n'
    for what, file in ROLES.items():
        title = f'"""The {what} of every server, gathered by scripts/gather: see `bootstrap.py`."""'
        lines = "\n".join(gather_roles(checkout, what))
        texts[apis / file] = f'{title}\n\nLINES = """\\\n{lines}\n"""\n'
    return texts


def _print_internal(file: Path, types: Mapping[str, str]) -> dict[Path, str]:
    """Returns the file with the internal types of a group, if it has any."""
    told = "".join(f'    "{name}": """\\\n{text}\n""",\n' for name, text in types.items())
    return {file: f"{INTERNAL_TITLE}\n\nINTERNAL = {{\n{told}}}\n"} if types else {}


class Package:
    """The types of a package, in our form; our own words are those that stand in a folder already."""

    def __init__(self, checkout: Path, path: str, folder: Path):
        self._checkout = checkout
        self._path = path
        self._folder = folder
        self._own = own_words({file.name: read_go(file) for file in folder.glob("*.go") if file.name != DOC})
        self.group = folder.parent.name
        self.sources: Mapping[str, GoSource] = {file.name: read_go(file) for file in source_files(checkout, path)}
        self._files: dict[str, list[GoType]] = {}
        for name, source in self.sources.items():
            gathered = [gather_type(each, self._own) for each in source.types if each.name[0].isupper()]
            if gathered:
                self._files.setdefault(name if name.startswith("types") else TYPES, []).extend(gathered)

    def used_imports(self, name: str = "") -> dict[str, str]:
        """Returns what the types of a file refer to, or those of all files: import paths by name."""
        types = [each for file, types in self._files.items() for each in types if name in ("", file)]
        imports = {name: path for source in self.sources.values() for name, path in source.imports.items()}
        return {each: imports[each] for each in qualifiers(types)}

    def print(self) -> dict[Path, str]:
        """Returns the text of each file, those that make packages of Python of its folders among them."""
        printed = self._print_types()
        files = {
            self._folder / name: print_file(self._path, self._head(name), self.used_imports(name), printed[name])
            for name in self._files
        }
        group, version = self._folder.parent.name, self._folder.name
        said = f"The group {group}, version {version}: `types.go` describes its types, the rest is generated."
        packages = {self._folder / PACKAGE: said, self._folder.parent / PACKAGE: f"The group {group}."}
        return files | {file: f'"""{said}"""\n' for file, said in packages.items() if not file.exists()}

    def print_doc(self, marker: str) -> dict[Path, str]:
        """Returns the file that has validators made of the package's tags, where there is none yet."""
        doc = self._folder / DOC
        return {} if doc.exists() else {doc: f"{marker}\n\n{print_file(self._path, (), {}, ())}"}

    def _head(self, name: str) -> tuple[str, ...]:
        given = self._own.heads.get(name, ())
        return given or (f"The types of {folder_of(self._path)}.",)

    def _print_types(self) -> dict[str, list[str]]:
        """Prints the types of each file, the values of enums behind them; other constants that count stand last."""
        types = [each for gathered in self._files.values() for each in gathered]
        declared = [each for source in self.sources.values() for each in source.constants]
        constants = [self._with_value(each) for each in gather_constants(declared, types)]
        printed = {
            name: [print_type(each, [value for value in constants if value.type == each.name]) for each in gathered]
            for name, gathered in self._files.items()
        }
        named = {each.name for each in types}
        if others := [each for each in constants if each.type not in named]:
            printed[TYPES].append(print_constants(others))
        return printed

    def _with_value(self, constant: GoConstant) -> GoConstant:
        """Returns a constant whose value is one of another package's with that value itself."""
        package, dot, name = constant.value.partition(".")
        if not dot or not name.isidentifier():
            return constant
        path = next(source.imports[package] for source in self.sources.values() if package in source.imports)
        others = (each for file in source_files(self._checkout, path) for each in read_go(file).constants)
        return replace(constant, value=next(each.value for each in others if each.name == name))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
