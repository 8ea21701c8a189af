"""Renders a Diagnosis as JUnit XML: a suite for each file, a test case for each subject.

The output satisfies both common schemas: that of Ant's task, which requires every attribute of a suite and allows one
failure for each case, and that of Jenkins.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from kapivara.cli.diagnosis import Diagnosis, Diagnostic, Level, Subject
from kapivara.cli.framework.terminal import printable


def render_junit(diagnosis: Diagnosis) -> str:
    """Returns the whole diagnosis as one XML document."""
    suites: dict[str, list[Subject]] = {}
    for subject in diagnosis.subjects:
        suites.setdefault(subject.place.source, []).append(subject)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<testsuites>"]
    package = f"kapivara.{diagnosis.command}"
    if diagnosis.remarks:
        lines += _suite(0, diagnosis.remarks[0].place.source, [], package, diagnosis.remarks)
    for number, (source, subjects) in enumerate(suites.items(), 1 if diagnosis.remarks else 0):
        lines += _suite(number, source or diagnosis.command, subjects, package)
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _suite(
    number: int, name: str, subjects: list[Subject], package: str, remarks: Iterable[Diagnostic] = ()
) -> Iterator[str]:
    """Yields the lines of a suite; remarks about the run are its properties."""
    attributes = {
        "name": name,
        "package": package,
        "id": str(number),
        "timestamp": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime()),
        "hostname": socket.gethostname() or "localhost",
        "tests": str(len(subjects)),
        "failures": str(sum(bool(each.errors) for each in subjects)),
        "errors": "0",
        "skipped": str(sum(bool(each.skipped) for each in subjects)),
        "time": "0",
    }
    yield f"  <testsuite{_attributes(attributes.items())}>"
    properties = [f"      <property{_attributes((('name', each.rule), ('value', each.text)))}/>" for each in remarks]
    yield from ("    <properties>", *properties, "    </properties>") if properties else ("    <properties/>",)
    for subject in subjects:
        yield from _case(subject, package)
    yield "    <system-out/>"
    yield "    <system-err/>"
    yield "  </testsuite>"


def _case(subject: Subject, package: str) -> Iterator[str]:
    group = f"{package}.{subject.group}" if subject.group else package
    start = f"    <testcase{_attributes((('name', subject.name), ('classname', group), ('time', '0')))}"
    if not subject.errors and not subject.skipped:
        yield f"{start}/>"
        return
    yield f"{start}>"
    if subject.errors:
        first = subject.errors[0]
        lines = (f"{each.place}: {each.text} [{each.rule}]" for each in subject.diagnostics if each.level != Level.NOTE)
        attributes = _attributes((("message", first.message), ("type", first.rule)))
        yield f"      <failure{attributes}>{escape(_shown(chr(10).join(lines)))}</failure>"
    else:
        yield "      <skipped/>"
    yield "    </testcase>"


def _attributes(pairs: Iterable[tuple[str, str]]) -> str:
    return "".join(f" {name}={quoteattr(_shown(value))}" for name, value in pairs)


def _shown(text: str) -> str:
    """Returns a text that XML can hold: control characters are escaped, line breaks stay."""
    return "\n".join(map(printable, text.split("\n")))
