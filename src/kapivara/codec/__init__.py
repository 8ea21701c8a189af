"""Converts between bytes and values: strict JSON, strict YAML, typed decoding, protocol buffers.

It validates no object. Kinds are declared in `apis`; `typed` makes their shapes.

Folders
- `json/`: JSON as the server reads and writes it
- `protobuf/`: reads and writes objects of built-in kinds as protocol buffers
- `stored/`: objects in the form in which storage and memory keep them
- `typed/`: decodes JSON values by the shape of their Go type
- `yaml/`: YAML as the server reads it: YAML 1.1 to JSON

Steps
- `decoded.py`: the result of reading a document, and the limits of all readers
- `errors.py`: exceptions for bytes and values that cannot be read
- `text_place.py`: byte offsets as lines and columns
- `scalar_places.py`: the place of a character within a scalar
- `positions.py`: the position of a field in a text, by its path
- `python_values.py`: converts values of a Python program to JSON, or rejects them
- `shapes.py`: shapes of Go types, as data; generated validators import it
- `known_shapes.py`: shapes of types with JSON methods, such as Quantity; generated validators import it
- `documents.py`: reads files and standard input into documents with positions

Entry point: `decode_json`, `decode_yaml`, `encode_json`, `read_documents`; `typed.decoding.decode_typed`.
"""

from kapivara.codec.decoded import MAX_BODY_BYTES, MAX_DEPTH, Decoded
from kapivara.codec.documents import Document, read_documents
from kapivara.codec.errors import DecodeError
from kapivara.codec.json.plain.encoding import encode_json
from kapivara.codec.json.plain.reader import decode_json
from kapivara.codec.positions import Positions
from kapivara.codec.yaml.reader import decode_yaml

__all__ = [
    "MAX_BODY_BYTES",
    "MAX_DEPTH",
    "DecodeError",
    "Decoded",
    "Document",
    "Positions",
    "decode_json",
    "decode_yaml",
    "encode_json",
    "read_documents",
]
