"""The examples of lint rules as complete CRDs."""

from __future__ import annotations

from textwrap import indent

from kapivara.apis.groups.apiextensions.lint.rule import ExamplePart, LintRule

_HEAD = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
"""
_SPEC = """\
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  versions:
  - name: v1
    served: true
    storage: true
"""
_SCHEMA = """\
    schema:
      openAPIV3Schema:
        type: object
        required: [spec]
        properties:
          spec:
            type: object
            properties:
"""
_PAUSED = "paused: {type: boolean}\n"


def framed_example(rule: LintRule, text: str) -> str:
    """Returns the YAML of a CRD that contains an example of a rule."""
    match rule.scope:
        case ExamplePart.METADATA:
            return _HEAD + indent(text, "  ") + _SPEC + _SCHEMA + indent(_PAUSED, " " * 14)
        case ExamplePart.VERSION:
            return _HEAD + _SPEC + indent(text, "    ")
        case ExamplePart.FIELDS:
            return _HEAD + _SPEC + _SCHEMA + indent(text, " " * 14)
