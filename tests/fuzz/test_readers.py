"""Every reader for a moment on mutated files: read, or refused with a reason. `make fuzz` does it for longer."""

from __future__ import annotations

import random

import pytest
from tests.fuzz.readers import READERS, mutated, outcome


@pytest.mark.parametrize("name", READERS)
def test_files_are_read_or_refused(name: str) -> None:
    reader = READERS[name]()
    rng = random.Random(name)
    ways = {outcome(reader, text) for text in reader.corpus}
    for _ in range(60):
        ways.add(outcome(reader, mutated(rng, reader.corpus)))
    assert len(ways) > 1, "nothing of the corpus is read, or nothing refused"
