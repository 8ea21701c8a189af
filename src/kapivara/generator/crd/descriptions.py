"""Shortens or removes descriptions of schemas. Upstream: controller-tools/pkg/crd/desc_visitor.go."""

from __future__ import annotations

from kapivara.generator.crd.markers.marker import Schema

_SENTENCE_ENDS = (
    ".!?\u0589\u061e\u061f\u06d4\u0964\u0965\u203c\u203d\u2047\u2048\u2049\u3002\ufe52\uff01\uff0e\uff1f\uff61"
)


def cut_descriptions(schema: Schema, most: int) -> None:
    """Shortens all descriptions of a schema to a number of bytes; 0 removes them."""
    if most == 0:
        schema.pop("description", None)
    elif len(schema.get("description", "").encode()) > most:
        schema["description"] = _cut(schema["description"], most)
    for name in ("items", "additionalProperties"):
        if isinstance(schema.get(name), dict):
            cut_descriptions(schema[name], most)
    for each in (*schema.get("allOf", ()), *schema.get("anyOf", ()), *schema.get("properties", {}).values()):
        cut_descriptions(each, most)


def _cut(text: str, most: int) -> str:
    """Cuts a text after its last complete sentence, or else after its last complete word."""
    text = text.encode()[:most].decode(errors="ignore")
    end = max((at for at, sign in enumerate(text) if sign in _SENTENCE_ENDS), default=0)
    if end > 0:
        return text[: end + 1]
    blank = max((at for at, sign in enumerate(text) if sign.isspace()), default=0)
    return f"{text[:blank] if blank > 0 else text}..."
