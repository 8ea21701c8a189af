"""Decodes and encodes values: strict JSON, strict YAML, typed decoding."""

from kapivara.codec.decoded import MAX_BODY_BYTES, MAX_DEPTH, Decoded
from kapivara.codec.documents import Document, read_documents
from kapivara.codec.encoding import encode_json
from kapivara.codec.errors import DecodeError
from kapivara.codec.json_reader import decode_json
from kapivara.codec.positions import Positions
from kapivara.codec.yaml_reader import decode_yaml

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
