"""Removes CEL rules that limit the bytes of a string where its pattern makes them redundant.

The server multiplies the cost of a rule in an unbounded list by the number of items that a request can hold. Nearly
every CRD has conditions in such a list, and limits the bytes of their reason, which consists of ASCII characters only.
"""

from __future__ import annotations

from kapivara.generator.tags.values.sizes import MOST_BYTES
from kapivara.languages.re2.ascii_patterns import matches_only_ascii
from kapivara.schema.structural.combining import RULES, Schema


def drop_byte_limits(schema: Schema) -> None:
    """Removes rules that limit bytes, in place, where the pattern allows only ASCII and `maxLength` is small enough."""
    most, pattern = schema.get("maxLength"), schema.get("pattern")
    if RULES not in schema or most is None or pattern is None or not matches_only_ascii(pattern):
        return
    kept = [each for each in schema[RULES] if not _is_about_bytes(each["rule"], most)]
    schema[RULES] = kept
    if not kept:
        del schema[RULES]


def _is_about_bytes(rule: str, most: int) -> bool:
    found = MOST_BYTES.fullmatch(rule)
    return found is not None and int(found[1]) >= most
