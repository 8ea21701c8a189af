"""`scripts/play` and `scripts/record`: replay and record on any running server, given by its URL and token."""

from __future__ import annotations

import argparse
import fnmatch
import http.client
import lzma
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

from conformance.client import Client
from conformance.conversation import PLAYING, RECORDING, Scenario
from conformance.recorder import record_all, to_line
from conformance.recordings import parse_lines, read_text
from conformance.tally import Count, Tally, judge, play_all, tally

_ROW = "{:44} {:>9} {:>9} {:>7} {:>8}"


def main(arguments: list[str]) -> int:
    """Replays or records; returns the exit code."""
    options = _parse(arguments)
    try:
        texts = {_name_of(source): _read(source) for source in options.recordings}
    except (OSError, lzma.LZMAError, UnicodeDecodeError) as error:
        print(f"scripts/{options.command}: {error}", file=sys.stderr)
        return 2
    if problem := _find_problem(options.server, options.token):
        print(f"scripts/{options.command}: {problem}", file=sys.stderr)
        return 2
    return _play(options, texts) if options.command == "play" else _record(options, texts)


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    play = commands.add_parser("play", help="plays recordings and tells where the server's answers differ")
    play.add_argument("--rest", action="store_true", help="rest where the recorded server had to: for real servers")
    play.add_argument("--show", type=int, default=10, help="how many scenarios that differ are shown (10)")
    record = commands.add_parser("record", help="plays recordings and writes down what the server answers")
    record.add_argument("--into", type=Path, required=True, help="the folder that the new recordings are written to")
    for command, workers in ((play, 4), (record, 16)):
        command.prog = f"scripts/{command.prog.rpartition(' ')[2]}"
        command.add_argument("--server", required=True, help="URL of a running server with an empty store")
        command.add_argument("--token", help="bearer token; none is sent without")
        command.add_argument("--only", default="*", metavar="GLOB", help="only scenarios whose id matches")
        command.add_argument("--workers", type=int, default=workers, help=f"how many at a time ({workers})")
        command.add_argument(
            "recordings", nargs="+", metavar="RECORDING", help="name of a carried one, or a file (.jsonl, .jsonl.xz)"
        )
    return parser.parse_args(arguments)


def _find_problem(server: str, token: str | None) -> str:
    """Returns why a server cannot be reached; empty if it can."""
    try:
        with closing(Client(server, token)) as client:
            client.send("GET", "/version")
    except (ValueError, OSError, http.client.HTTPException) as error:
        return f"{server} cannot be reached: {error}"
    return ""


def _name_of(source: str) -> str:
    return Path(source).name.removesuffix(".xz").removesuffix(".jsonl")


def _read(source: str) -> str:
    """Reads a recording by its name or from a file."""
    if not Path(source).exists() and (text := read_text(source)) is not None:
        return text
    data = Path(source).read_bytes()
    return (lzma.decompress(data) if source.endswith(".xz") else data).decode()


def _select(text: str, pattern: str) -> list[Scenario]:
    scenarios = [line for line in parse_lines(text) if "steps" in line]
    return [scenario for scenario in scenarios if fnmatch.fnmatch(scenario["id"], pattern)]


def _play(options: argparse.Namespace, texts: dict[str, str]) -> int:
    tallies: dict[str, Tally] = {}
    shown = 0
    judging = partial(judge, pace=RECORDING if options.rest else PLAYING)
    for text in texts.values():
        scenarios = _select(text, options.only)
        outcomes = list(play_all(scenarios, options.server, options.token, workers=options.workers, judge=judging))
        tallies |= tally(outcomes)
        for outcome in (each for each in outcomes if not each.exact):
            shown += 1
            if shown <= options.show:
                print(f"--- {outcome.id}", *outcome.differences[:6], sep="\n    ")
    print(_ROW.format("group", "scenarios", "playable", "exact", "verdict"))
    counts = {group: each.count for group, each in sorted(tallies.items())}
    everything = sum(counts.values(), Count())
    for group, count in (*counts.items(), ("all", everything)):
        print(_ROW.format(group, count.scenarios, count.playable, count.exact, count.verdict))
    return 0 if everything.exact == everything.scenarios else 1


def _record(options: argparse.Namespace, texts: dict[str, str]) -> int:
    options.into.mkdir(parents=True, exist_ok=True)
    failed = 0
    for name, text in texts.items():
        scenarios = _select(text, options.only)
        file = options.into / f"{name}.jsonl"
        with file.open("w") as lines:
            for recorded in record_all(scenarios, options.server, options.token, workers=options.workers):
                if recorded.failure:
                    failed += 1
                    print(f"not recorded: {recorded.scenario['id']}: {recorded.failure}", file=sys.stderr)
                else:
                    lines.write(to_line(recorded.scenario, ascii_only=text.isascii()))
        print(f"{file}: {len(scenarios)} scenarios played")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
