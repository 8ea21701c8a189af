"""Updates the types that all kinds share, such as metadata: only those that we declare, since others are for Go only.

Upstream's declarations replace ours for their fields; types with their own JSON format, and types that upstream does
not have, stay unchanged.
"""

from __future__ import annotations

from pathlib import Path

from scripts.gathering.facts import OWN, gather_constants, gather_type, own_words
from scripts.gathering.packages import source_files
from scripts.gathering.printing import print_file, print_type, qualifiers
from scripts.gathering.reading import GoType, read_go


def refresh(checkout: Path, path: str, file: Path) -> str:
    """Returns the text of a file that declares types of a package, with upstream's present declarations."""
    ours = read_go(file)
    own = own_words({file.name: ours})
    sources = [read_go(each) for each in source_files(checkout, path)]
    theirs = {each.name: each for source in sources for each in source.types}
    types = [each if _is_ours(each, theirs) else gather_type(theirs[each.name], own) for each in ours.types]
    constants = gather_constants([each for source in sources for each in source.constants], types)
    printed = [print_type(each, [value for value in constants if value.type == each.name]) for each in types]
    imports = {name: path for source in (*sources, ours) for name, path in source.imports.items()}
    used = {name: imports[name] for name in qualifiers(types)}
    return print_file(path, ours.head, used, printed)


def _is_ours(declared: GoType, theirs: dict[str, GoType]) -> bool:
    return declared.name not in theirs or any(line.startswith(OWN) for line in declared.said)
