"""Strict YAML as the server reads it: YAML 1.1 to JSON, duplicate keys noted with their lines.

Only the first document of a text counts, as in a request body; files with several are `documents.read_documents`.
Upstream: sigs.k8s.io/yaml YAMLToJSON and YAMLToJSONStrict (1.37).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kapivara.codec.decoded import Decoded
from kapivara.codec.json_in_yaml import read_plain_json
from kapivara.values.stack import deep_stack

if TYPE_CHECKING:
    from kapivara.codec.yaml_nodes import Node


def decode_yaml(data: bytes) -> Decoded:
    """Decodes the first document of a YAML text, null where there is none; raises DecodeError and CannotError."""
    plain = read_plain_json(data)
    if plain is not None:
        return plain
    return decode_exactly(data)


def decode_exactly(data: bytes) -> Decoded:
    """Does the same, whatever the text holds."""
    from kapivara.codec.yaml_nodes import read_nodes  # here, not above: JSON-only runs start faster without it

    root = next(read_nodes(data, body=True), None)
    return Decoded(None) if root is None else decode_node(root)


def decode_node(root: Node) -> Decoded:
    """Decodes one document that has been split into nodes; raises DecodeError."""
    from kapivara.codec.yaml_values import ValueBuilder

    builder = ValueBuilder()
    with deep_stack():
        value = builder.build(root)
    return Decoded(value, tuple(builder.duplicates), tuple(builder.errors))
