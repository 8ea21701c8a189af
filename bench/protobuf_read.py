"""protobuf-read: decoding a Deployment from protocol buffers, against `json.loads` of the equivalent JSON."""

from __future__ import annotations

import json

from bench.harness import Benchmark, Pair, calling, shared_folder
from kapivara.codec.protobuf.objects import find_struct
from kapivara.codec.protobuf.reading import read_message
from kapivara.codec.protobuf.writing import write_message
from kapivara.codec.shapes import Struct
from kapivara.codec.typed.decoding import decode_typed
from kapivara.values import JsonObject


def deployment() -> tuple[bytes, JsonObject, Struct]:
    """Returns the JSON of a Deployment, its normal form, and its type."""
    text = (shared_folder("bench") / "deployment.json").read_bytes()
    shape = find_struct("apps/v1", "Deployment")
    return text, decode_typed(json.loads(text), shape).value, shape


def prepare() -> Pair:
    """Decodes the same object on both sides."""
    text, obj, shape = deployment()
    message = write_message(obj, shape)
    return Pair(calling(lambda: read_message(message, shape)), calling(lambda: json.loads(text)))


BENCHMARK = Benchmark("protobuf-read", 4.5, prepare)
