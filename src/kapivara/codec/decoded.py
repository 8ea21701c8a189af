"""The result of decoding a document, and the limits of all decoders.

The texts are the server's: JSON names a duplicate by its path, YAML by its line.
"""

from __future__ import annotations

from collections.abc import Callable

from kapivara.values.json_value import JsonValue
from kapivara.values.record import slot_record
from kapivara.values.rendering import quote
from kapivara.values.stack import MAX_DEPTH

__all__ = ["MAX_BODY_BYTES", "MAX_DEPTH", "MAX_STRICT_ERRORS", "Decoded"]

MAX_BODY_BYTES = 3 * 1024 * 1024
"""The maximum size of a request body.

Upstream: apiserver/pkg/server/config.go MaxRequestBodyBytes (1.37).
"""

MAX_STRICT_ERRORS = 100
"""The maximum number of duplicates that an error lists for a JSON text.

Upstream: sigs.k8s.io/json saveStrictError (1.37).
"""


@slot_record
class Decoded:
    """A decoded document: the value (the last duplicate of a key wins) and its duplicate keys.

    `duplicates` holds dotted paths, each once, in the order of the text. `yaml_errors` holds YAML's messages for the
    same keys (`line 3: key "a" already set in map`); it is empty for JSON. `overridden` holds those duplicates that
    occur once in the text and again through a merge key. An `unshared` value comes from a decoder, so its depth is
    limited, and belongs to the receiver, which may change it. `again` decodes it once more. `source` is the JSON text
    of the value, if known, for readers that need its spelling. `beyond` is the error for a number out of the range of
    floats, whose value is infinite.
    """

    value: JsonValue
    duplicates: tuple[str, ...] = ()
    yaml_errors: tuple[str, ...] = ()
    overridden: tuple[str, ...] = ()
    unshared: bool = False
    again: Callable[[], JsonValue] | None = None
    source: bytes | None = None
    beyond: str = ""

    @property
    def strict_errors(self) -> list[str]:
        """The errors of a strict request; YAML combines all of its errors in one text."""
        if self.yaml_errors:
            return ["yaml: unmarshal errors:\n  " + "\n  ".join(self.yaml_errors)]
        return [f"duplicate field {quote(path)}" for path in self.duplicates]

    @property
    def warnings(self) -> list[str]:
        """The warnings of a lenient request, each once.

        Upstream: apiserver/pkg/endpoints/handlers/rest.go parseYAMLWarnings (1.37).
        """
        return list(dict.fromkeys(self.yaml_errors)) or self.strict_errors
