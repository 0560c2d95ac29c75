"""PuzzleScript: games written as text, with the meaning that the original engine gives them."""

from .session import Session
from .source import Source, compile_source

__all__ = ["Session", "Source", "compile_source"]
