"""PuzzleScript: games written as text, with the meaning that the original engine gives them."""
