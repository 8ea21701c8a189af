"""Hints beside the issues of an expression: common mistakes and their corrections."""

from kapivara.cel.hints.catalog import MISTAKES, hints_for
from kapivara.cel.hints.mistake import Complaint, Mistake

__all__ = ["MISTAKES", "Complaint", "Mistake", "hints_for"]
