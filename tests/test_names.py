"""A name says one thing: no two classes of the package are called the same."""

import ast
from collections import Counter
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "sortrank_gui"


def count_classes() -> Counter[str]:
    """Return how often each class name exists."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in PACKAGE.rglob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    return Counter(node.name for node in nodes if isinstance(node, ast.ClassDef))


def test_class_names_exist_once() -> None:
    """Whoever reads a class's name knows which one is meant."""
    twice = {name for name, times in count_classes().items() if times > 1}
    assert twice == set()
