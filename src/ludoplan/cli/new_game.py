"""ludoplan new-game"""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from ..core.errors import LudoplanError
from ..core.files import write_file
from .arguments import Parser


def run(words: list[str]) -> int:
    parser = Parser("new-game", "Starts a game of your own: a folder with a tiny game that works.", ["new-game hopper"])
    parser.add_argument("name", metavar="NAME", help="a small word: letters, digits, _")
    arguments = parser.parse_args(words)
    name = arguments.name
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise LudoplanError(f"{name!r} is not a small word of letters, digits and _")
    target = Path(name)
    if target.exists():
        raise LudoplanError(f"{target} exists already")
    template = Path(str(files("ludoplan.games") / "_template"))
    for source in sorted(template.rglob("*")):
        if source.is_file() and "__pycache__" not in source.parts:
            copy = target / Path(renamed(str(source.relative_to(template)), name))
            write_file(copy, renamed(source.read_text(encoding="utf-8"), name), makes_folder=True)
    print(f"{target}/ is a game that works. Next:")
    print(f"  ludoplan check-game {name}:GAME       test it")
    print(f"  edit {target}/__init__.py      make it yours")
    print(f'  in your pyproject.toml: [project.entry-points."ludoplan.games"] {name} = "{name}:GAME"')
    return 0


def renamed(text: str, name: str) -> str:
    return text.replace("template", name).replace("Template", name.title().replace("_", ""))
