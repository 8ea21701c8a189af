"""json-decode: the strict reader on an object of 100 KB, against `json.loads`."""

from __future__ import annotations

import json
import random

from bench.harness import Benchmark, Pair, calling
from kapivara.codec import decode_json


def make_object(size: int = 100_000) -> bytes:
    """Returns an object of about this size, with the shapes of real manifests."""
    source = random.Random(7)
    words = ["server", "Größe", "backend-tls", "line\nbreak", "x" * 60, "10.0.0.1", "500m"]
    items: list[object] = []
    document = {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "big"}, "spec": {"items": items}}
    length = 0
    while length < size:
        items.append(
            {
                "name": f"item-{len(items)}",
                "port": source.randrange(1, 65536),
                "weight": round(source.random() * 100, 3),
                "enabled": source.random() < 0.5,
                "labels": {f"example.com/key-{n}": source.choice(words) for n in range(4)},
                "command": [source.choice(words) for _ in range(5)],
                "nothing": None,
            }
        )
        length += len(json.dumps(items[-1], ensure_ascii=False).encode())
    return json.dumps(document, ensure_ascii=False).encode()


def prepare() -> Pair:
    """Decodes the same bytes on both sides."""
    data = make_object()
    return Pair(calling(lambda: decode_json(data)), calling(lambda: json.loads(data)))


BENCHMARK = Benchmark("json-decode", 2.5, prepare)
