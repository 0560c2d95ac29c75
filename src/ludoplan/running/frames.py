"""Messages between the processes of a run: kind, size and content, in a stream of bytes."""

from __future__ import annotations

import contextlib
import os
import struct
from collections.abc import Iterator

# To the supervisor: what to run, and that it is to end.
JOB, CANCEL = b"J", b"C"
# From the worker: all is loaded; progress; something found on the way; the answer.
READY, PROGRESS, FOUND, ANSWER = b"R", b"P", b"F", b"A"
# From the supervisor, besides progress and answer: the worker's process; how it ended; the job could not be read.
STARTED, END, UNREADABLE = b"S", b"E", b"U"
KINDS = frozenset((JOB, CANCEL, READY, PROGRESS, FOUND, ANSWER, STARTED, END, UNREADABLE))
MAGIC = b"\xf0ludo"
HEADER = struct.Struct("!5scQ")


class BadFrame(Exception):  # noqa: N818
    """Something else than frames was written."""


class Frames:
    """Cuts a stream of bytes into frames."""

    def __init__(self) -> None:
        self.buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[tuple[bytes, bytes]]:
        """Takes data, and yields the frames that are complete; those not asked for stay. Raises BadFrame."""
        self.buffer += data
        while len(self.buffer) >= HEADER.size:
            magic, kind, size = HEADER.unpack_from(self.buffer)
            if magic != MAGIC or kind not in KINDS:
                raise BadFrame
            end = HEADER.size + size
            if len(self.buffer) < end:
                return
            with memoryview(self.buffer) as view:
                payload = bytes(view[HEADER.size : end])
            del self.buffer[:end]
            yield kind, payload


def frame(kind: bytes, payload: bytes = b"") -> bytes:
    """One message as bytes."""
    return HEADER.pack(MAGIC, kind, len(payload)) + payload


def write(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def read_some(descriptor: int) -> Iterator[bytes]:
    """What can be read now without waiting, up to a few megabytes."""
    with contextlib.suppress(BlockingIOError):
        for _ in range(64):
            if data := os.read(descriptor, 1 << 16):
                yield data
            else:
                return
