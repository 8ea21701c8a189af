"""The parts that schemas of our own are written with: each makes one, with its description."""

from __future__ import annotations

from typing import Any

from kapivara.values import JsonObject


def struct(description: str, properties: JsonObject, **more: Any) -> JsonObject:
    """An object with these properties."""
    return {"type": "object", "description": description, "properties": properties, **more}


def text(description: str, **more: Any) -> JsonObject:
    """A string."""
    return {"type": "string", "description": description, **more}


def integer(description: str, form: str = "int64", **more: Any) -> JsonObject:
    """An integer of 64 or 32 bits."""
    return {"type": "integer", "format": form, "description": description, **more}


def boolean(description: str) -> JsonObject:
    """True or false."""
    return {"type": "boolean", "description": description}


def texts_by_key(description: str) -> JsonObject:
    """Strings by any key."""
    return {"type": "object", "additionalProperties": {"type": "string"}, "description": description}


def list_of(items: JsonObject, description: str, list_type: str, **more: Any) -> JsonObject:
    """A list, and how writes of several people to it merge."""
    return {"type": "array", "items": items, "description": description, "x-kubernetes-list-type": list_type, **more}
