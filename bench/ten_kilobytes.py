"""A Deployment of ten kilobytes, for benchmarks of decoding, patching and applying."""

from __future__ import annotations

import json
from typing import Any

CONTAINERS = 15


def deployment(name: str = "large") -> dict[str, Any]:
    """Returns a Deployment of about ten kilobytes."""
    labels = {"app": "large", "part": "web"}
    containers = [
        {
            "name": f"c{number}",
            "image": f"registry.example/app/c{number}:1.2.3",
            "args": ["--verbose", f"--port={8000 + number}", "--config=/etc/app/config.yaml"],
            "ports": [{"name": f"p{number}", "containerPort": 8000 + number, "protocol": "TCP"}],
            "env": [{"name": f"VARIABLE_{each}", "value": f"value {each} of {number}"} for each in range(6)],
            "resources": {"requests": {"cpu": "100m", "memory": "64Mi"}, "limits": {"cpu": "1", "memory": "1Gi"}},
            "readinessProbe": {"httpGet": {"path": "/ready", "port": 8000 + number}, "periodSeconds": 5},
        }
        for number in range(CONTAINERS)
    ]
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": name, "namespace": "default", "labels": labels},
        "spec": {
            "replicas": 3,
            "selector": {"matchLabels": labels},
            "template": {"metadata": {"labels": labels}, "spec": {"containers": containers}},
        },
    }


def body(name: str = "large") -> bytes:
    """Returns the Deployment as JSON."""
    return json.dumps(deployment(name), separators=(",", ":")).encode()
