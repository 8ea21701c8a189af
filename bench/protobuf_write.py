"""protobuf-write: encoding a Deployment to protocol buffers, against `json.loads` of the equivalent JSON."""

from __future__ import annotations

import json

from bench.harness import Benchmark, Pair, calling
from bench.protobuf_read import deployment
from kapivara.codec.protobuf.writing import write_message


def prepare() -> Pair:
    """Encodes the object that the other side decodes."""
    text, obj, shape = deployment()
    return Pair(calling(lambda: write_message(obj, shape)), calling(lambda: json.loads(text)))


BENCHMARK = Benchmark("protobuf-write", 5.5, prepare)
