"""`kapivara gen --openapi`: generates OpenAPI documents from types, and estimates the cost of their rules."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from kapivara.apis.machinery.validation.declared_rules import OPTIONS
from kapivara.cli.commands.gen.files import (
    Bounds,
    FileNameError,
    FileState,
    TargetFile,
    file_beside,
    present_at,
    write_files,
)
from kapivara.cli.commands.gen.report import GenReport
from kapivara.cli.findings import Location, Unreadable
from kapivara.cli.framework.wording import plural
from kapivara.cli.inputs.files import shown_path
from kapivara.cli.options.type_sources import TypePaths, read_types
from kapivara.generator.model.author_error import AuthorErrors
from kapivara.generator.openapi_documents.documents import Documents, generate_documents
from kapivara.generator.planning.plan_sources import GenerateOptions

FILE_NAME = "zz_generated_openapi_v{}.json"


def deliver_documents(
    types: TypePaths,
    roots: tuple[tuple[str, str], ...],
    readonly: tuple[str, ...],
    options: GenerateOptions,
    switched: Mapping[str, bool],
    out: Path | None,
    *,
    check: bool,
    bounds: Bounds | None = None,
) -> GenReport:
    """Generates the documents of packages, and writes their files unless `check`."""
    report = partial(GenReport, checked=check, made_of="document", command="kapivara gen --openapi")
    if types.unreadable:
        return report(missing=types.unreadable)
    try:
        made = generate_documents(read_types(types.packages, roots, readonly), options, {**OPTIONS, **switched})
        targets = tuple(_targets(made, out))
        if not check and all(each.state is not FileState.FOREIGN for each in targets):
            write_files(targets, bounds)
    except AuthorErrors as wrong:
        return report(errors=tuple(wrong.errors))
    except FileNameError as error:
        return report(missing=(Unreadable(Location(str(out)), str(error)),))
    except OSError as error:
        place = Location(shown_path(str(error.filename or out or "")))
        return report(missing=(Unreadable(place, (error.strerror or str(error)).lower()),))
    return report(targets=targets, unexpressed=tuple(made.unexpressed), dear=tuple(made.dear))


def _targets(made: Documents, out: Path | None) -> list[TargetFile]:
    """Returns the target files of all documents; raises FileNameError and OSError."""
    targets: list[TargetFile] = []
    owners: dict[Path, str] = {}
    for each in made.packages:
        for number, document in each.documents.items():
            path = file_beside(each.package, out, FILE_NAME.format(number))
            owner = owners.setdefault(path, each.package.path)
            if owner != each.package.path:
                raise FileNameError(f"packages {owner} and {each.package.path} would both be written to {path}")
            data = (json.dumps(document, indent=2, ensure_ascii=False) + "\n").encode()
            content = f"OpenAPI v{number}, {plural(each.types, 'type')}"
            targets.append(TargetFile(path, data, present_at(path), each.package.path, content))
    return targets
