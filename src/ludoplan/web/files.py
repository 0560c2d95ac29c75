"""The files of the pages, which browsers keep for ever: their addresses change with what is in them."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from html import escape
from pathlib import Path

from ..core.steps import distances
from ..drawing.draw import palette_css

PACKAGE = Path(__file__).parent.parent
STATIC = Path(__file__).parent / "static"
KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
}
PALETTE = "palette.css"
PREFIX = "static"


@dataclass
class File:
    """What is sent; `is_versioned`: the address says of which version it is."""

    content: bytes
    kind: str
    is_versioned: bool

    @cached_property
    def packed(self) -> bytes:
        return gzip.compress(self.content, mtime=0)


@cache
def names() -> dict[str, Path]:
    """The files by name: nothing else of the file system can be asked for."""
    return {path.relative_to(STATIC).as_posix(): path for path in sorted(STATIC.rglob("*")) if path.is_file()}


@cache
def version() -> str:
    """Another one whenever a file of the pages is another one, or the code that draws their pictures."""
    found = sha256()
    for name, path in names().items():
        found.update(name.encode() + b"\0" + path.read_bytes())
    for path in sorted(
        [*PACKAGE.glob("drawing/*.py"), *PACKAGE.glob("games/*/view.py"), *PACKAGE.glob("games/*/levels/*")]
    ):
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:12]


def file(name: str) -> File | None:
    """The file of an address: `static/VERSION/NAME`, or a plain name, which is not to be kept; the page has none."""
    prefix = f"{PREFIX}/{version()}/"
    is_versioned = name.startswith(prefix)
    name = name.removeprefix(prefix)
    if name == PALETTE:
        return File(page_palette().encode(), KINDS[".css"], is_versioned)
    path = names().get(name or "index.html")
    if path is None:
        return None
    if path.suffix == ".html":
        return File(index().encode(), KINDS[".html"], is_versioned=False)
    return (versioned if is_versioned else read)(path, is_versioned)


def read(path: Path, is_versioned: bool) -> File:
    return File(path.read_bytes(), KINDS.get(path.suffix, "application/octet-stream"), is_versioned)


versioned = cache(read)  # read and packed once, as it stays what it is as long as the server runs


def index() -> str:
    """The page, with the addresses of this version's files; these name each other by relative addresses."""
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    modules = escape(json.dumps(modules_by_page(), separators=(",", ":")))
    known = {"{static}": f"/{PREFIX}/{version()}", "{version}": version(), "{modules}": modules}
    for name, value in known.items():
        text = text.replace(name, value)
    return text


IMPORT = re.compile(r"""^(?:import .* from |const .* import\()"(\.[^"]+)"\)?.*;$""", re.MULTILINE)
PAGE = re.compile(r"""^  "?(\w*)"?: \[.* import\("\./(pages/[^"]+)"\)""", re.MULTILINE)
COMMON = re.compile(r'"modulepreload" href="\{static\}/([^"]+)"')


@cache
def modules_by_page() -> dict[str, list[str]]:
    """The modules that each page is made of beyond those of all pages, so that they can be asked for at once."""
    common = COMMON.findall((STATIC / "index.html").read_text(encoding="utf-8"))
    pages = PAGE.findall((STATIC / "app.js").read_text(encoding="utf-8"))
    return {page: sorted(needed_by(module).difference(common)) for page, module in pages}


def needed_by(module: str) -> set[str]:
    """A module and all that it imports, directly or not."""

    def imported(name: str) -> Iterator[str]:
        for address in IMPORT.findall((STATIC / name).read_text(encoding="utf-8")):
            yield ((STATIC / name).parent / address).resolve().relative_to(STATIC.resolve()).as_posix()

    return set(distances([module], imported))


@cache
def page_palette() -> str:
    """The colours of pictures that stand in a page, by the theme that is chosen or else the system's."""
    dark = palette_css("dark")
    return (
        f"{palette_css('light')}\n@media(prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n"
        f":root[data-theme=dark]{{{dark}}}\n"
    )
