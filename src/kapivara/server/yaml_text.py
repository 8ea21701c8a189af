"""Documents as YAML, for clients that ask for it: sorted keys, block style, no line breaks but the document's own.

Upstream: sigs.k8s.io/yaml JSONToYAML (1.37).
"""

from __future__ import annotations

import yaml

from kapivara.values import JsonObject

_Base: type = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


class _Dumper(_Base):  # type: ignore[misc]  # which of the two it is, is found at run time
    """A dumper that writes every value out, however often it comes."""

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002  PyYAML's signature
        return True


def to_yaml(document: JsonObject) -> bytes:
    """Writes a document as YAML in UTF-8."""
    text: str = yaml.dump(
        document, Dumper=_Dumper, sort_keys=True, default_flow_style=False, allow_unicode=True, width=2**31 - 1
    )
    return text.encode()
