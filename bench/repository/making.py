"""Makes the whole repository."""

from __future__ import annotations

from collections.abc import Iterable

from bench.repository import charts, kustomizations, operators
from bench.repository.mistakes import Mistake
from bench.repository.tree import Tree

DOCUMENTS = 5_000


def make_tree(mistakes: Iterable[Mistake], documents: int = DOCUMENTS) -> Tree:
    """Returns a repository with this many documents: a third each of charts, of kustomizations and of operators."""
    tree = Tree(mistakes)
    charts.add_releases(tree, documents // 3 // charts.DOCUMENTS)
    kustomizations.add_applications(tree, documents // 3 // kustomizations.DOCUMENTS)
    operators.add_operators(tree, documents - tree.documents)
    return tree
