"""Three operators: their CRDs, and custom resources of teams."""

from __future__ import annotations

from bench.repository.templates import count_documents, read_template
from bench.repository.tree import Tree

_DEFINITIONS = {
    "certificates": ("certificates", "issuers", "requests"),
    "databases": ("backups", "clusters"),
    "messaging": ("brokers", "topics"),
}
_OBJECTS_A_FILE = 6  # multiples of the objects in an operator's template
LEAST_DOCUMENTS = sum(map(len, _DEFINITIONS.values()))
_FILLING = "operators/account.yaml"


def add_operators(tree: Tree, documents: int) -> None:
    """Adds the CRDs of all operators, and custom resources up to the number of documents."""
    for operator, names in _DEFINITIONS.items():
        for name in names:
            path = f"operators/{operator}/crds/{name}.yaml"
            tree.add(path, f"operators/{operator}/crd-{name}.yaml", tree.values(), (0, 1))
    templates = [f"operators/{operator}/objects.yaml" for operator in _DEFINITIONS]
    each_time = sum(count_documents(read_template(template)) for template in templates)
    times, rest = divmod(documents - LEAST_DOCUMENTS, each_time)
    for number in range(times):
        for operator, template in zip(_DEFINITIONS, templates, strict=True):
            values = tree.values(name=f"{operator[0]}{number:03}", namespace=f"team-{number % 7}")
            path = f"operators/{operator}/objects/part{number // _OBJECTS_A_FILE:02}.yaml"
            tree.add(path, template, values, (number, times))
    for number in range(rest):
        tree.add("operators/accounts.yaml", _FILLING, tree.values(name=f"operator-{number}"), (number, rest))
