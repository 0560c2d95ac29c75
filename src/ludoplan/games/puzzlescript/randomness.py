"""The random numbers of PuzzleScript: an RC4 stream, so that a seed gives the same game everywhere."""

from __future__ import annotations

import json

_BYTES_A_DRAW = 7


def seed_bytes(seed: object) -> bytes:
    """The bytes of each UTF-16 unit, high byte first, without leading zeros; what is no text counts as its JSON."""
    text = seed if isinstance(seed, str) else json.dumps(seed, separators=(",", ":"), ensure_ascii=False)
    units = text.encode("utf-16-be", "surrogatepass")
    pairs = zip(units[::2], units[1::2], strict=True)
    return b"".join(bytes((high, low)) if high else bytes((low,)) for high, low in pairs)


class RandomNumbers:
    """A stream that can be saved as bytes and taken up again."""

    __slots__ = ("_i", "_j", "_order")

    def __init__(self, saved: bytes) -> None:
        self._order = list(saved[:256])
        self._i, self._j = saved[256:258]

    @classmethod
    def seeded(cls, seed: object) -> RandomNumbers:
        """The stream of a seed."""
        mixed = seed_bytes(seed) or b"\0"
        order = list(range(256))
        j = 0
        for i in range(256):
            j = (j + order[i] + mixed[i % len(mixed)]) % 256
            order[i], order[j] = order[j], order[i]
        return cls(bytes((*order, 0, 0)))

    def saved(self) -> bytes:
        """The state of the stream."""
        return bytes((*self._order, self._i, self._j))

    def below(self, count: int) -> int:
        """A number from 0 to count - 1."""
        order = self._order
        drawn = 0.0
        for _ in range(_BYTES_A_DRAW):
            self._i = i = (self._i + 1) % 256
            self._j = j = (self._j + order[i]) % 256
            order[i], order[j] = order[j], order[i]
            drawn = drawn * 256 + order[(order[i] + order[j]) % 256]
        # A draw may round up to exactly 1; the original then falls off its list.
        return min(int(drawn / 2.0**56 * count), count - 1)
