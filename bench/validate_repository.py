"""validate-repository: `kapivara validate` of a repository of 5,000 documents, against PyYAML's C loader on its files.

The repository has rendered charts, kustomizations, and the CRDs and objects of three operators, in more than a thousand
files, with errors among them (`bench.repository`). The measurement is the wall time of both commands from start to end;
before it, the reported errors are checked.
"""

from __future__ import annotations

import sys

from bench.harness import ROOT, Benchmark, Pair, running, scratch_folder
from bench.repository.checking import check_reports
from bench.repository.made_mistakes import INVALID
from bench.repository.making import make_tree

_LOAD = """
import pathlib, sys, yaml
for file in sorted(pathlib.Path(sys.argv[1]).rglob("*.yaml")):
    for document in yaml.load_all(file.read_bytes(), yaml.CSafeLoader):
        pass
"""


def prepare() -> Pair:
    """Writes the repository, and checks the report."""
    folder = scratch_folder() / "shop"
    tree = make_tree(INVALID)
    tree.write(folder)
    if problems := check_reports(tree, folder):
        raise AssertionError("\n".join(problems))
    ours = running([ROOT / "kapivara", "validate", folder], exit_code=1)
    return Pair(ours, running([sys.executable, "-c", _LOAD, folder]), rounds=5, seconds=0)


BENCHMARK = Benchmark("validate-repository", 0.8, prepare)
