"""Helps others test: a tester for types, and checks that two ways of validating say the same."""

from kapivara.testing.attempt import Attempt
from kapivara.testing.changes import Change, update
from kapivara.testing.equivalence import TWINS, Version, expect_equivalent
from kapivara.testing.expectations import ExpectedError, error
from kapivara.testing.types import TestedType, TypeSet, load_types
from kapivara.validate.error_matcher import ErrorMatcher
from kapivara.validate.normalization import NormalizationRule

__all__ = [
    "TWINS",
    "Attempt",
    "Change",
    "ErrorMatcher",
    "ExpectedError",
    "NormalizationRule",
    "TestedType",
    "TypeSet",
    "Version",
    "error",
    "expect_equivalent",
    "load_types",
    "update",
]
