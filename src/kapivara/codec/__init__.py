"""Bytes to values and back: strict JSON, strict YAML, typed decoding."""

from kapivara.codec.decoded import MAX_BODY_BYTES, MAX_DEPTH, Decoded, too_large
from kapivara.codec.encoding import encode_json
from kapivara.codec.errors import DecodeError
from kapivara.codec.json_reader import decode_json

__all__ = ["MAX_BODY_BYTES", "MAX_DEPTH", "DecodeError", "Decoded", "decode_json", "encode_json", "too_large"]
