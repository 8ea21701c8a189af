"""Drops the fields of disabled features from written objects, unless the old object has them.

Upstream: the dropDisabledFields functions of pkg/api and pkg/registry (1.37).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

Path: TypeAlias = tuple[str, ...]
"""The field names that lead to a field. Lists on the path are traversed, and `*` stands for all values of a map."""
Tree: TypeAlias = tuple[frozenset[str], Mapping[str, "Tree | None"]]
"""The first steps of paths, each with the steps that follow; None where a path ends."""
_EVERY = "*"
_MOST_TREES = 256


def drop_disabled(new: Any, old: Any, *features: tuple[Path, ...]) -> None:
    """Drops the fields of features from `new`; keeps all fields of a feature that `old` uses anywhere."""
    if old is not None:
        features = tuple(paths for paths in features if not is_used(old, *paths))
    tree = _trees.get(features)
    if tree is None:
        tree = _tree_of(features)
        if len(_trees) < _MOST_TREES:
            _trees[features] = tree
    _drop(new, tree)


_trees: dict[tuple[tuple[Path, ...], ...], Tree] = {}  # nearly always one entry per kind: all its features


def _tree_of(features: tuple[tuple[Path, ...], ...]) -> Tree:
    return _node_of([path for paths in features for path in paths])


def _node_of(paths: Iterable[Path]) -> Tree:
    following: dict[str, list[Path]] = {}
    for path in paths:
        following.setdefault(path[0], []).append(path[1:])
    below = {step: None if () in rests else _node_of(rests) for step, rests in following.items()}
    return frozenset(below), below


def _drop(value: Any, tree: Tree) -> None:
    """Drops the fields at the ends of paths.

    Hot: runs for every pod and template, whose objects rarely have such fields.
    """
    if type(value) is list:
        for item in value:
            _drop(item, tree)
    elif value:
        steps, nodes = tree
        if steps.isdisjoint(value) and _EVERY not in steps:
            return
        for step, below in nodes.items():
            if step == _EVERY and below is not None:
                for item in value.values():
                    _drop(item, below)
            elif step in value:
                if below is None:
                    del value[step]
                else:
                    _drop(value[step], below)


def is_used(value: Any, *paths: Path) -> bool:
    """Returns True if a value has a field at one of the paths."""
    return any(_has(value, path) for path in paths)


def _has(value: Any, path: Path) -> bool:
    if type(value) is list:
        return any(_has(item, path) for item in value)
    if not value:
        return False
    if path[0] == _EVERY:
        return any(_has(item, path[1:]) for item in value.values())
    return path[0] in value and (len(path) == 1 or _has(value[path[0]], path[1:]))
