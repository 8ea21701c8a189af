"""yaml-plain: reading 100 typical manifests, against PyYAML's loader on libyaml."""

from __future__ import annotations

from random import Random

import yaml

from bench.harness import Benchmark, Pair, calling
from kapivara.codec import read_documents

MANIFEST = """\
# What runs the {name} of the shop.
apiVersion: example.com/v1
kind: Application
metadata:
  name: {name}-{number}
  namespace: shop
  labels:
    app.kubernetes.io/name: {name}
    app.kubernetes.io/version: "{version}"
  annotations:
    example.com/owner: team-{name}@example.com
spec:
  replicas: {number}
  paused: false
  strategy:
    type: RollingUpdate
    maxSurge: 25%
  selector:
    matchLabels:
      app.kubernetes.io/name: {name}
  containers:
  - name: server
    image: registry.example.com:5000/shop/{name}:{version}
    args: ["serve", "--port={port}"]
    env:
    - name: LOG_LEVEL
      value: info  # debug tells too much
    - name: STARTED
      value: 2024-01-0{digit}
    ports:
    - containerPort: {port}
      protocol: TCP
    resources:
      limits:
        cpu: 500m
        memory: {memory}Mi
  - name: proxy
    image: proxy:1.2
    command:
    - /bin/sh
    - -c
    - |
      set -e
      exec proxy --to localhost:{port}
    resources:
      limits:
        cpu: 100m
        memory: 128Mi
    readinessProbe:
      httpGet:
        path: /ready
        port: {port}
      periodSeconds: 10
  nodeSelector:
    kubernetes.io/os: linux
  tolerations:
  - key: dedicated
    operator: Equal
    value: shop
    effect: NoSchedule
"""


def make_manifests(count: int = 100) -> bytes:
    """Returns similar manifests, as of one installation, with varying values."""
    source = Random(7)
    names = ["cart", "catalog", "checkout", "mail", "payment", "search", "stock", "web"]
    return "---\n".join(
        MANIFEST.format(
            name=source.choice(names),
            number=number,
            version=f"v1.{source.randrange(20)}.{source.randrange(20)}",
            port=source.randrange(1024, 65536),
            digit=source.randrange(1, 10),
            memory=source.randrange(64, 4096),
        )
        for number in range(count)
    ).encode()


def prepare() -> Pair:
    """Reads the same bytes on both sides."""
    data = make_manifests()
    return Pair(
        calling(lambda: list(read_documents(data, "manifests.yaml"))),
        calling(lambda: list(yaml.load_all(data, yaml.CSafeLoader))),
    )


BENCHMARK = Benchmark("yaml-plain", 0.25, prepare)
