"""Water jugs: fill, empty and pour until a jug holds the wanted amount."""

from ludoplan import BadInput, Defect, Game, Glyph, Scene, Shape, View

Numbers = tuple[int, ...]


def scene(level: Numbers, state: Numbers) -> Scene:
    """Jugs side by side, each as high as it is large, with what is in it; the wanted amount as a line."""
    shapes, glyphs, high = [], {}, max(level) / 3
    for jug, (size, amount) in enumerate(zip(level, state, strict=False)):
        left = 1.5 * jug
        glyphs[0, jug] = Glyph(f"{amount}/{size}")
        shapes.append(Shape("rect", (left, high - size / 3, 1, size / 3, 0.1), "off"))
        shapes.append(Shape("rect", (left, high - amount / 3, 1, amount / 3, 0.1), "path"))
        shapes.append(Shape("text", (left + 0.5, high - 0.3, 0.4), "text", f"{amount}/{size}"))
    goal = high - level[-1] / 3
    shapes.append(Shape("line", (0, goal, 1.5 * len(state) - 0.5, goal, 0.05), "goal"))
    text = Scene.of_grid(1, len(state), glyphs, [])
    return Scene(1.5 * len(state) - 0.5, high, tuple(shapes), text.lines)


class Jugs(Game[Numbers, Numbers, str]):
    name = "jugs"
    title = "Water jugs"
    view = View(scene)
    how_to_play = "Fill, empty and pour until a jug holds the wanted amount."

    def parse(self, text: str, source: str = "level") -> Numbers:
        """Numbers: the sizes of the jugs, and last the wanted amount."""
        words = text.split()
        if len(words) < 2 or not all(word.isascii() and word.isdigit() for word in words):
            raise BadInput(source, [Defect(1, 1, "expected the sizes of the jugs and the wanted amount")])
        return tuple(map(int, words))

    def initial(self, level: Numbers) -> Numbers:
        return (0,) * (len(level) - 1)

    def moves(self, level: Numbers, state: Numbers) -> list[str]:
        jugs = range(len(state))
        pours = [f"pour {i} {j}" for i in jugs for j in jugs if i != j]
        return [f"fill {i}" for i in jugs] + [f"empty {i}" for i in jugs] + pours

    def apply(self, level: Numbers, state: Numbers, move: str) -> Numbers:
        verb, *numbers = move.split()
        jugs, i, j = list(state), int(numbers[0]), int(numbers[-1])
        if verb == "pour":
            amount = min(jugs[i], level[j] - jugs[j])
            jugs[i], jugs[j] = jugs[i] - amount, jugs[j] + amount
        else:
            jugs[i] = level[i] if verb == "fill" else 0
        return tuple(jugs)

    def is_goal(self, level: Numbers, state: Numbers) -> bool:
        return level[-1] in state


GAME = Jugs()
LEVELS = ["3 5 4", "5 7 3 6", "4 9 6"]
