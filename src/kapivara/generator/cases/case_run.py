"""Runs test cases against generated validators: decodes the values as the type does, validates, compares.

A value that the type cannot decode, and a hand-written function that fails, count as differences; the result then has a
problem text instead of errors.
"""

from __future__ import annotations

from typing import Any, Protocol

from kapivara.codec import DecodeError
from kapivara.codec.shapes import Shape
from kapivara.codec.typed.reader import MismatchError, Reader
from kapivara.field import FieldError, Operation
from kapivara.generator.cases.case_file import Case
from kapivara.generator.cases.case_matching import Pair, agree, compare
from kapivara.generator.model.author_error import AuthorError
from kapivara.values import ABSENT
from kapivara.values.record import record
from kapivara.values.stack import deep_stack


class Validators(Protocol):
    """The validators of one package, as returned by `pipeline.load_generated`."""

    def validate(self, type_name: str, op: Operation, new: Any, old: Any = None) -> list[FieldError]:
        """Returns the errors of a value of a type; none for a type that is not registered."""

    def shape(self, type_name: str) -> Shape | None:
        """Returns the shape of a type; None where the package has no such type."""


@record(eq=False)
class CaseResult:
    """The result of one case: the actual errors, paired with the expected ones, or a problem."""

    case: Case
    got: tuple[FieldError, ...] = ()
    pairs: tuple[Pair, ...] = ()
    problem: str = ""
    notes: tuple[str, ...] = ()
    """Warnings that are no differences: unknown keys of the case and unknown fields of its values."""

    @property
    def identical(self) -> bool:
        """Whether exactly the expected errors occurred."""
        return not self.problem and agree(self.pairs)

    @property
    def only_order(self) -> bool:
        """Whether the same errors occurred in another order."""
        if self.problem or self.identical or len(self.got) != len(self.case.errors):
            return False
        return agree(compare(self.case.errors, self.got, unordered=True))


def run_case(validators: Validators, case: Case) -> CaseResult:
    """Runs one case and returns its result."""
    shape = validators.shape(case.type)
    if shape is None:
        return CaseResult(case, problem=f"there is no type {case.type} in this package", notes=case.notes)
    readers = Reader(in_memory=True), Reader(in_memory=True)
    try:
        with deep_stack():
            new = _decoded("obj", case.obj, shape, readers[0])
            old = None if case.old is ABSENT else _decoded("old", case.old, shape, readers[1])
            got = tuple(validators.validate(case.type, case.operation, new, old))
    except CaseProblem as problem:
        return CaseResult(case, problem=str(problem), notes=case.notes)
    except AuthorError as error:  # a hand-written function that cannot be run
        return CaseResult(case, problem=str(error), notes=case.notes)
    except Exception as error:  # hand-written functions are the author's code, and may raise anything
        problem_text = f"validation failed: {type(error).__name__}: {error}"
        return CaseResult(case, problem=problem_text, notes=case.notes)
    unknown = (
        f'{complaint} "{key}.{path}"'
        for key, reader in zip(("obj", "old"), readers, strict=True)
        for complaint, path in reader.notes
    )
    pairs = tuple(compare(case.errors, got, unordered=case.unordered))
    return CaseResult(case, got, pairs, notes=(*case.notes, *unknown))


class CaseProblem(Exception):  # noqa: N818  a case that cannot be run is a finding, not a failure of ours
    """The reason why a case could not be run."""


def _decoded(key: str, value: Any, shape: Shape, reader: Reader) -> Any:
    try:
        return reader.read(value, shape)
    except (DecodeError, MismatchError) as error:
        raise CaseProblem(f"{key}: {error.message}") from None
