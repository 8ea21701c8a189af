"""Runs and checks one round of contention: clients over some servers, a fault, and the final state."""

from __future__ import annotations

import json
import threading
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from time import monotonic, sleep

from bench.faults.clients import MAPS, Client, Histories, contend
from bench.faults.history import Result, Verb
from bench.faults.linearizability import is_linearizable
from bench.load_report import Figure

CLIENTS = 8
NAMES = 6
_PATIENCE = 120.0


class Judgement:
    """Sums up the results of rounds; `stands` holds the last read value of every object."""

    def __init__(self) -> None:
        self.rounds = 0
        self.acknowledged = 0
        self.unknown = 0
        self.newest = 0
        self.untrue: list[str] = []
        self.stands: dict[str, str | None] = {}
        self.longest_gap = 0.0

    def add(self, histories: Histories) -> None:
        """Checks the histories of a round whose clients have ended."""
        self.rounds += 1
        self.acknowledged += histories.acknowledged
        self.newest = max(self.newest, histories.newest)
        ends = []
        for name, history in histories.by_name.items():
            self.unknown += sum(each.result is Result.UNKNOWN for each in history)
            if not is_linearizable(history):
                self.untrue.append(name)
                print(f"  the history of {name} cannot be true (milliseconds, server, request):", flush=True)
                for line in histories.describe(name):
                    print(f"    {line}", flush=True)
            self.stands[name] = max((each for each in history if each.verb is Verb.READ), key=lambda e: e.begun).value
            ends += [each.ended for each in history if each.result is Result.DONE and each.verb is not Verb.READ]
        ends.sort()
        self.longest_gap = max([self.longest_gap, *(later - one for one, later in pairwise(ends))])

    def figures(self, address: tuple[str, int]) -> Iterator[Figure]:
        """Yields the sums, and the differences of all stored objects to the values read before."""
        with urllib.request.urlopen(f"http://{address[0]}:{address[1]}{MAPS}", timeout=_PATIENCE) as answer:
            listing = json.load(answer)
        found = {each["metadata"]["name"]: each["data"]["value"] for each in listing["items"] if "data" in each}
        stands = {name: value for name, value in self.stands.items() if value is not None}
        version = int(listing["metadata"]["resourceVersion"])
        yield Figure("rounds", self.rounds, "")
        yield Figure("writes that were acknowledged", self.acknowledged, "")
        yield Figure("requests that were not answered, or not with yes or no", self.unknown, "")
        yield Figure("objects", len(self.stands), "")
        yield Figure("objects whose history cannot be true", len(self.untrue), "", at_most=0)
        yield Figure("objects that are lost, or stand as they were before", _differing(stands, found), "", at_most=0)
        yield Figure("objects that nobody made", len(found.keys() - self.stands.keys()), "", at_most=0)
        yield Figure("resource versions that went back", max(0, self.newest - version), "", at_most=0)


def _differing(stands: dict[str, str], found: dict[str, str]) -> int:
    differing = [name for name, value in stands.items() if found.get(name) != value]
    for name in differing:
        print(f"  {name} stood as {stands[name]}, and is {found.get(name)} in the end", flush=True)
    return len(differing)


def names_of(round_: int) -> list[str]:
    """Returns the names of the objects of a round, which no other round uses."""
    return [f"round-{round_}-{number}" for number in range(NAMES)]


def run_round(
    addresses: Sequence[tuple[str, int]], histories: Histories, names: list[str], fault: Callable[[], None]
) -> None:
    """Runs clients that contend for objects until `fault` returns."""
    over = threading.Event()
    threads = []
    for number in range(CLIENTS):
        client = Client(addresses[number % len(addresses)], histories)
        threads.append(threading.Thread(target=contend, args=(client, names, over, f"{names[0]}-{number}")))
    for thread in threads:
        thread.start()
    try:
        fault()
    finally:
        over.set()
        for thread in threads:
            thread.join()


def wait_for_writes(histories: Histories, count: int) -> None:
    """Waits until a number of further writes are acknowledged."""
    enough, end = histories.acknowledged + count, monotonic() + _PATIENCE
    while histories.acknowledged < enough:
        assert monotonic() < end, "nothing is acknowledged any more"
        sleep(0.005)


def read_all(address: tuple[str, int], histories: Histories, names: list[str]) -> None:
    """Reads the final values, as part of the history."""
    client, end = Client(address, histories), monotonic() + _PATIENCE
    for name in names:
        while client.read(name) is None:
            assert monotonic() < end, "nothing can be read any more"
            sleep(0.05)
    client.close()
