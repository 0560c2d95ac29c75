"""For the site: pages that live elsewhere in the project, and examples in docstrings as blocks of code."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

import griffe
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent
EXAMPLE = re.compile(r"(?m)^>>> .*(?:\n(?!\s*$).*)*")
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#:\s]+)(#[^)\s]*)?\)")


def beside() -> dict[Path, str]:
    """What the site has from outside of `docs`, with the address of each there."""
    found = {ROOT / "CHANGELOG.md": "changelog.md", ROOT / "CONTRIBUTING.md": "contributing.md"}
    found[ROOT / "benchmarks" / "RESULTS.md"] = "results/index.md"
    results = ROOT / "benchmarks" / "results"
    for path in results.rglob("*"):
        if path.is_file():
            found[path] = f"results/{path.relative_to(results).as_posix()}"
    for path in (ROOT / "src" / "ludoplan" / "games").glob("*/README.md"):
        found[path] = f"games/{path.parent.name}.md"
    return found


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    for path, address in beside().items():
        files.append(File.generated(config, address, abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """With links as they are on the site; one that leads to what the site has not becomes its text."""
    here = Path(page.file.abs_src_path or "")
    addresses = beside()

    def linked(link: re.Match[str]) -> str:
        mark, words, target, anchor = link.groups(default="")
        path = (here.parent / target).resolve()
        if path.is_relative_to(config.docs_dir):
            address = path.relative_to(config.docs_dir).as_posix()
        elif path in addresses:
            address = addresses[path]
        else:
            return link[0] if not path.exists() else words
        return f"{mark}[{words}]({posixpath.relpath(address, posixpath.dirname(page.file.src_uri))}{anchor})"

    return LINK.sub(linked, markdown)


class Examples(griffe.Extension):
    """Fences everything from `>>>` to the next empty line."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", obj.docstring.value)
