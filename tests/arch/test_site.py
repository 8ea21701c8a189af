"""Tests that the docs build as a site with every page in its navigation and without dead links."""

import subprocess
import sys
from pathlib import Path


def test_the_site_builds(root: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "site")]
    built = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    start = (tmp_path / "site" / "index.html").read_text()
    assert 'href="coming-from/"' in start
