"""Which kinds are built in: the list that registries start from."""

from __future__ import annotations

from kapivara.apis.apiextensions.kind import CustomResourceDefinitionKind
from kapivara.apis.core.namespace import NamespaceKind
from kapivara.apis.strategy import Kind


def built_in_kinds() -> tuple[Kind, ...]:
    """Returns one of each built-in kind, in the order of discovery: the core group first."""
    return (NamespaceKind(), CustomResourceDefinitionKind())
