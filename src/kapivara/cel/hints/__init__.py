"""What stands beside the complaints about an expression: mistakes that everybody makes, and what would be right."""

from kapivara.cel.hints.catalog import MISTAKES, hints_for
from kapivara.cel.hints.mistake import Complaint, Mistake

__all__ = ["MISTAKES", "Complaint", "Mistake", "hints_for"]
