"""What reading a document gives, and the limits that every reader keeps.

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
"""The longest request body that the server reads.

Upstream: apiserver/pkg/server/config.go MaxRequestBodyBytes (1.37).
"""

MAX_STRICT_ERRORS = 100
"""How many duplicates of a JSON text are told.

Upstream: sigs.k8s.io/json saveStrictError (1.37).
"""


@slot_record
class Decoded:
    """A decoded document: the value (of duplicate keys the last one counts), and which keys stood twice.

    `duplicates` holds dotted paths, each once, in the order of the text. `yaml_errors` holds what YAML says of the
    same keys (`line 3: key "a" already set in map`); it is empty for JSON. `overridden` holds those of the duplicates
    that are written once, and come again from a merge key. A value that is `unshared` comes from a reader, so that
    it nests no deeper than data may, and is for whoever gets it alone: it may be changed. `again` makes it once more,
    for who has used it up. `source` is the JSON text of the value where that is known, for who reads more of it than
    values keep; `beyond` is the complaint about a number beyond every float, whose value is infinite.
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
        """The texts by which a strict request is refused; YAML puts all of its own into one."""
        if self.yaml_errors:
            return ["yaml: unmarshal errors:\n  " + "\n  ".join(self.yaml_errors)]
        return [f"duplicate field {quote(path)}" for path in self.duplicates]

    @property
    def warnings(self) -> list[str]:
        """The texts of the warnings that a lenient request gets, each once.

        Upstream: apiserver/pkg/endpoints/handlers/rest.go parseYAMLWarnings (1.37).
        """
        return list(dict.fromkeys(self.yaml_errors)) or self.strict_errors
