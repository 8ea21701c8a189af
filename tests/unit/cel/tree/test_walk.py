"""Walks over trees of any depth."""

from kapivara.cel.tree.ast import Call, Const, Entry, Expr, Ident, ListExpr, MapExpr, Select, StructExpr
from kapivara.cel.tree.walk import children, descendants, qualified_name, rewrite

A, B, C = Ident(1, "a"), Ident(2, "b"), Ident(3, "c")


def test_children() -> None:
    """Nodes come in the order of the source, a target before its arguments."""
    assert children(A) == ()
    assert children(Select(4, A, "x")) == (A,)
    assert children(Call(4, "f", A, (B, C))) == (A, B, C)
    assert children(ListExpr(4, (A, B))) == (A, B)
    assert children(MapExpr(4, (Entry(5, A, B), Entry(6, B, C)))) == (A, B, B, C)
    assert children(StructExpr(4, "T", (Entry(5, "x", A),))) == (A,)


def test_descendants() -> None:
    """A node precedes the nodes below it."""
    tree = Call(4, "f", None, (Select(5, A, "x"), B))
    assert [node.id for node in descendants(tree)] == [4, 5, 1, 2]


def test_qualified_name() -> None:
    """Only selections from an identifier spell a name."""
    assert qualified_name(Select(4, Select(5, A, "x"), "y")) == "a.x.y"
    assert qualified_name(A) == "a"
    assert qualified_name(Select(4, A, "x", test_only=True)) is None
    assert qualified_name(Select(4, Const(5, 1), "x")) is None


def test_rewrite() -> None:
    """Nodes are replaced by id; unchanged parts stay the same objects."""
    kept = ListExpr(4, (A,))
    tree = Call(
        5, "f", Select(6, B, "x"), (kept, MapExpr(7, (Entry(8, C, B),)), StructExpr(9, "T", (Entry(10, "k", C),)))
    )
    replaced = Ident(3, "z")
    made = rewrite(tree, {3: replaced, 6: Ident(6, "b.x")})
    assert isinstance(made, Call)
    assert isinstance(made.target, Ident)
    assert made.args[0] is kept
    assert children(made.args[1]) == (replaced, B)
    assert children(made.args[2]) == (replaced,)
    assert rewrite(tree, {}) is tree


def test_deep_trees() -> None:
    """Deep trees need no deep stack."""
    tree: Expr = C
    for number in range(50_000):
        tree = Call(10 + number, "!_", None, (tree,))
    assert sum(1 for _ in descendants(tree)) == 50_001
    made = rewrite(tree, {3: Ident(3, "z")})
    *_, last = descendants(made)
    assert isinstance(last, Ident)
    assert last.name == "z"
    while isinstance(tree, Call):  # taken apart from the top: freeing a deep tree at once would recurse
        tree = tree.args[0]
    while isinstance(made, Call):
        made = made.args[0]
