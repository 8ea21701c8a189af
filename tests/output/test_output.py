"""Tests of packages with generated files: each file is up to date, can be imported alone, and passes its cases."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PACKAGES = sorted(each.parent.name for each in HERE.glob("*/zz_generated_validations.py"))


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(arguments, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("package", PACKAGES)
def test_generated_file_is_up_to_date(package):
    done = run(sys.executable, "-m", "kapivara", "gen", "--check", str(HERE / package))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("package", [each for each in PACKAGES if (HERE / each / "cases.jsonl").exists()])
def test_cases_pass(package):
    done = run(sys.executable, "-m", "kapivara", "test-types", str(HERE / package))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("package", PACKAGES)
def test_generated_file_needs_no_generator(package):
    code = "import sys; sys.modules['kapivara.generator'] = None; sys.path.insert(0, sys.argv[1]); "
    code += "import zz_generated_validations as made; print(len(made.TYPES))"
    done = run(sys.executable, "-c", code, str(HERE / package))
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 0
