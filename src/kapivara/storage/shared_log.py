"""Writes that processes over one SQLite file have decided, in memory that they share: one order for all of them.

A process decides a write while it holds the lock of the log, in view of all that is in it, and appends it: so each of
them knows what the others have decided, and none has to ask. Some process writes what is there into the file, for all
(`sqlite_shared_writer`), and notes up to which revision that is durable.

What a process leaves behind when it is killed is whole: a record counts once the one word is written that tells where
the log ends. That word has the number of times that writes were given up, too, so that nobody takes new records for
those that were there before. Records that are durable make room for others; whoever has not read them by then finds
them in the file.
"""

from __future__ import annotations

import mmap
import os
import struct
from contextlib import suppress

from kapivara.storage.contract import Event, EventType
from kapivara.storage.key_range import key_bytes, key_text

_SIZE = 8 * 1024 * 1024
_PAGE = 4096
_END, _START, _DURABLE, _COMPACTED, _FIRST_ASLEEP = 0, 1, 2, 3, 8
MOST_MEMBERS = 64
_FIRST_LOST = _FIRST_ASLEEP + MOST_MEMBERS
_FAILURE = 2048
"""Where the text of the last failure is: behind its length, in the first page, which has the words at its beginning."""
_RECORD = struct.Struct("=IIQQBIII")
"""The record's length with all (0: the next one is at the beginning of the memory), then what an event has."""
_BEGINNING = struct.Struct("=IIQ")
_HEAD = _RECORD.size
_LEADS_ON = (0,) * 8
_TYPES = (EventType.ADDED, EventType.MODIFIED, EventType.DELETED)
_ADDED, _DELETED = 0, 2
_NUMBERS = {kind: number for number, kind in enumerate(_TYPES)}
_POSITION_BITS = 48
_POSITIONS = (1 << _POSITION_BITS) - 1


class FullLogError(Exception):
    """There is no room before some of the writes that are there are durable."""


class SharedLog:
    """The log of `members` processes, over a file at `revision` that is compacted up to `compacted`.

    Made before these processes are, which inherit it. What is said to need the lock is for whoever holds the lock that
    all members share; all else can be asked at any time.
    """

    def __init__(self, *, revision: int, compacted: int, members: int, size: int = _SIZE) -> None:
        if members > MOST_MEMBERS:
            raise ValueError(f"a log has {MOST_MEMBERS} members at most")
        self.members = members
        self._size = size
        self._memory = mmap.mmap(-1, _PAGE + size)
        self._words = memoryview(self._memory)[:_FAILURE].cast("Q")
        self._words[_DURABLE] = revision
        self._words[_COMPACTED] = compacted
        self._doors = [os.pipe() for _ in range(members)]
        for door in self._doors:
            for end in door:
                os.set_blocking(end, False)

    @property
    def durable(self) -> int:
        """The newest revision that is durable."""
        return self._words[_DURABLE]

    def note_durable(self, revision: int) -> None:
        """Takes note that all writes up to a revision are in the file. For who holds the lock of commits."""
        self._words[_DURABLE] = revision

    @property
    def compacted(self) -> int:
        """The revision up to which the history is compacted."""
        return self._words[_COMPACTED]

    def note_compacted(self, revision: int) -> None:
        """Takes note of a compaction. For who holds the lock of commits."""
        self._words[_COMPACTED] = revision

    @property
    def mark(self) -> int:
        """Another number whenever anything was appended, or given up: quick to compare."""
        return self._words[_END]

    @property
    def end(self) -> int:
        """The position of the next record."""
        return self._words[_END] & _POSITIONS

    @property
    def losses(self) -> int:
        """How many times writes were given up."""
        return self._words[_END] >> _POSITION_BITS

    @property
    def start(self) -> int:
        """The position of the oldest record that is still there."""
        return self._words[_START]

    def append(self, event: Event) -> None:
        """Adds a write; raises FullLogError. Needs the lock."""
        key, value, old = key_bytes(event.key), event.value or b"", event.old_value or b""
        key_size, value_size, old_size = len(key), len(value), len(old)
        length = _HEAD + key_size + value_size + old_size
        aligned = length + -length % 8
        mark = self._words[_END]
        end = mark & _POSITIONS
        position = self._make_room(end, aligned)
        head = _RECORD.pack(
            aligned, 0, event.revision, event.old_revision, _NUMBERS[event.type], key_size, value_size, old_size
        )
        place = _PAGE + position % self._size
        self._memory[place : place + length] = b"".join((head, key, value, old))
        self._words[_END] = mark + position - end + aligned

    def _make_room(self, end: int, length: int) -> int:
        """Returns the position of a record of such a length, and lets go of what is in its way."""
        size, start = self._size, self._words[_START]
        left = size - end % size
        if length <= left and end + length - start <= size:  # nearly always, until it is full for the first time
            return end
        if length > size:
            raise FullLogError
        position = end if length <= left else end + left
        while position + length - start > size:
            if start >= end:  # nothing is left
                start = position
                break
            start, revision = self._next(start)
            if revision > self.durable:
                raise FullLogError
        self._words[_START] = start
        if position != end:
            struct.pack_into("=I", self._memory, _PAGE + end % size, 0)
        return position

    def _next(self, position: int) -> tuple[int, int]:
        """Returns where the record behind one is, and the revision of that one, 0 where it only leads on."""
        offset = position % self._size
        length = revision = 0
        if self._size - offset >= _HEAD:
            length, _, revision = _BEGINNING.unpack_from(self._memory, _PAGE + offset)
        if not length:
            return position + self._size - offset, 0
        return position + length, revision

    def read(self, position: int) -> list[Event]:
        """Returns the writes from a position on, which is the start or behind it. Needs the lock."""
        events: list[Event] = []
        end, size, memory, unpack = self.end, self._size, self._memory, _RECORD.unpack_from
        while position < end:  # hot: every process reads what all others write
            offset = position % size
            head = unpack(memory, _PAGE + offset) if size - offset >= _HEAD else _LEADS_ON
            length, _, revision, old_revision, kind, key_size, value_size, old_size = head
            if not length:
                position += size - offset
                continue
            position += length
            key_at = _PAGE + offset + _HEAD
            value_at = key_at + key_size
            old_at = value_at + value_size
            key = key_text(memory[key_at:value_at])
            value = None if kind == _DELETED else memory[value_at:old_at]
            old = None if kind == _ADDED else memory[old_at : old_at + old_size]
            events.append(Event(_TYPES[kind], key, value, old, revision, old_revision))
        return events

    def give_up(self, failure: str) -> None:
        """Drops all writes that are not durable, for a reason. Needs the lock."""
        text = failure.encode(errors="replace")[: _PAGE - _FAILURE - 4]
        self._memory[_FAILURE : _FAILURE + 4 + len(text)] = struct.pack("=I", len(text)) + text
        position, end, durable = self._words[_START], self.end, self.durable
        while position < end:
            following, revision = self._next(position)
            if revision > durable:
                break
            position = following
        for word in range(_FIRST_LOST, _FIRST_LOST + self.members):
            self._words[word] = self._words[word] or durable
        losses = (self.losses + 1) % (1 << (64 - _POSITION_BITS))
        self._words[_END] = (losses << _POSITION_BITS) | min(position, end)

    def take_losses(self, member: int) -> int:
        """Returns the revision up to which writes were durable when they were first given up since a member last asked.

        What it knew of behind that is lost, whatever has the same revisions since. 0: nothing was. Needs the lock.
        """
        durable = self._words[_FIRST_LOST + member]
        self._words[_FIRST_LOST + member] = 0
        return durable

    @property
    def failure(self) -> str:
        """Why writes were given up last."""
        (length,) = struct.unpack_from("=I", self._memory, _FAILURE)
        return self._memory[_FAILURE + 4 : _FAILURE + 4 + length].decode(errors="replace")

    # Who sleeps is woken by the others, through a pipe.

    def door(self, member: int) -> int:
        """Returns the descriptor from which a member can read once it was woken."""
        return self._doors[member][0]

    def fall_asleep(self, member: int) -> None:
        """Takes note that a member is about to wait: it looks for news once more after that, with the lock."""
        self._words[_FIRST_ASLEEP + member] = 1

    def wake_up(self, member: int) -> None:
        """Takes note that a member has woken, however it did."""
        self._words[_FIRST_ASLEEP + member] = 0
        with suppress(BlockingIOError):
            os.read(self._doors[member][0], 4096)

    def wake(self, member: int) -> None:
        """Wakes a member."""
        self._words[_FIRST_ASLEEP + member] = 0
        with suppress(BlockingIOError):
            os.write(self._doors[member][1], b"!")

    def wake_others(self, member: int) -> None:
        """Wakes all other members that sleep."""
        for other in range(self.members):
            if other != member and self._words[_FIRST_ASLEEP + other]:
                self.wake(other)

    def close(self) -> None:
        """Lets go of the memory, as far as this process is concerned."""
        for door in self._doors:
            for end in door:
                os.close(end)
        self._doors = []
        self._words.release()
        self._memory.close()
