"""The least number of agreeing scenarios of each group, kept in `tests/conformance/floors.json`, and its table.

By recording and group, one line a group: numbers only rise, and two branches that raise different groups merge.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict

from conformance.recordings import ROOT, TAGS, WHAT, parse_lines, tags_folder
from conformance.tally import Count

FILE = ROOT / "tests" / "conformance" / "floors.json"
TAG_FILE = FILE.with_name("tag_floors.json")

Floors = dict[str, dict[str, Count]]


def read_floors() -> Floors:
    """Reads the kept floors."""
    kept = json.loads(FILE.read_text())
    return {name: {group: Count(**counts) for group, counts in groups.items()} for name, groups in kept.items()}


def raise_floors(reached: Mapping[str, Mapping[str, Count]]) -> None:
    """Writes reached numbers that are larger; recordings that were not replayed keep their floors."""
    floors = read_floors() if FILE.exists() else {}
    for name, groups in reached.items():
        known = floors.get(name, {})
        floors[name] = {group: _higher(known.get(group, Count()), count) for group, count in groups.items()}
    FILE.write_text(render(floors))


def render(floors: Floors) -> str:
    """Writes floors in the format of the file."""
    sections = []
    for name in sorted(floors):
        rows = [f"    {json.dumps(group)}: {json.dumps(asdict(floors[name][group]))}" for group in sorted(floors[name])]
        sections.append(f"  {json.dumps(name)}: {{\n" + ",\n".join(rows) + "\n  }")
    return "{\n" + ",\n".join(sections) + "\n}\n"


def _higher(floor: Count, reached: Count) -> Count:
    """Returns the new floor: the present number of scenarios, and other numbers that never fall."""
    return Count(
        scenarios=reached.scenarios,
        playable=max(floor.playable, reached.playable),
        exact=max(floor.exact, reached.exact),
        verdict=max(floor.verdict, reached.verdict),
    )


def render_table() -> str:
    """Renders the table of recordings in docs/parity.md."""
    floors = read_floors()
    counts = {name: sum(groups.values(), Count()) for name, groups in floors.items()} | _tag_counts()
    rows = [
        f"| `{name}` | {WHAT[name]} | {count.scenarios} | {count.playable} | {count.exact} | {count.verdict} |\n"
        for name, count in ((name, counts[name]) for name in WHAT)
    ]
    heading = "| recording | holds | recorded | playable | exact | verdict |\n|---|---|---|---|---|---|\n"
    return f"\n{heading}{''.join(rows)}\n"


def _tag_counts() -> dict[str, Count]:
    """Counts the corpus of tags: its cases have floors of their own; tests require all merges and parses to agree."""
    topics = json.loads(TAG_FILE.read_text()).values()
    cases, same = (sum(topic[measure] for topic in topics) for measure in ("cases", "identical"))
    found = {f"{TAGS}/*/cases": Count(cases, cases, same, same)}
    for name in ("migration", "parse"):
        lines = len(parse_lines((tags_folder() / f"{name}.jsonl").read_text()))
        found[f"{TAGS}/{name}"] = Count(lines, lines, lines, lines)
    return found
