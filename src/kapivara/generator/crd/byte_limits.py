"""Rules that count the bytes of texts, which definitions need not pay for where a pattern leaves a byte per character.

A server reckons a rule below a list without bound for as many items as a request can hold; nearly every definition has
conditions in such a list, whose type limits the bytes of a reason that is of letters, digits and underscores.
"""

from __future__ import annotations

from kapivara.content.ascii_patterns import matches_only_ascii
from kapivara.generator.tags.sizes import MOST_BYTES
from kapivara.schema.combining import RULES, Schema


def drop_byte_limits(schema: Schema) -> None:
    """Takes rules about bytes away, in place, that the pattern and the greatest length of a text say as well."""
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
