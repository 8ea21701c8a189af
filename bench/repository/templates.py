"""The templates of documents, and the values put into them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random
from string import Template

from bench.repository.pod_template import pod_template_schema

FOLDER = Path(__file__).parent / "templates"
_TEAMS = ("billing", "catalog", "checkout", "identity", "logistics", "search", "support")
_LEVELS = ("debug", "info", "warn", "error")


_POD_TEMPLATE = re.compile(r"^( *)[$]pod_template\n", re.M)


@cache
def read_template(name: str) -> str:
    """Returns a template by its path, with the schema of pod templates inserted."""
    text = (FOLDER / name).read_text()
    return _POD_TEMPLATE.sub(lambda line: pod_template_schema(len(line[1])).replace("$", "$$"), text)


def count_documents(text: str) -> int:
    """Returns the number of documents of a template; all but the first start with `---`."""
    return text.removeprefix("---\n").count("---\n") + 1


def render(text: str, values: dict[str, object]) -> str:
    """Returns a template with values inserted; no value has a line break, so line numbers do not change."""
    return Template(text).substitute(values)


def make_values(source: Random, **given: object) -> dict[str, object]:
    """Returns random values for templates: numbers and words typical of manifests."""
    return {
        "checksum": f"c{source.getrandbits(28):07x}",
        "connections": source.randrange(100, 1000),
        "cpu": source.randrange(1, 40) * 50,
        "digit": source.randrange(1, 10),
        "level": source.choice(_LEVELS),
        "memory": source.randrange(2, 32) * 64,
        "minute": source.randrange(60),
        "most": source.randrange(10, 40),
        "octet": source.randrange(256),
        "other_port": source.randrange(6000, 7000),
        "percent": source.randrange(50, 95),
        "port": source.randrange(8000, 9000),
        "replicas": source.randrange(2, 8),
        "retries": source.randrange(3, 10),
        "seconds": source.randrange(10, 90),
        "secret": f"{source.getrandbits(30 * 4):030x}"[:28],
        "size": source.randrange(1, 200),
        "team": source.choice(_TEAMS),
        "user": source.randrange(1000, 9000),
        "version": f"{source.randrange(9)}.{source.randrange(20)}.{source.randrange(20)}",
        **given,
    }
