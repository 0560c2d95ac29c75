"""Turns folders of levels with recorded optima into tests. Does nothing unless a folder is named.

    pytest --ludoplan-levels my-levels

or, in the project's pytest settings, `ludoplan_levels = ["my-levels"]`. Each level file is a test: it can be read, its
recorded optimum is the optimum, and one without a record can be solved. One more test looks for duplicates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ..core.index import Entry
    from .level_set import Finding


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("ludoplan")
    group.addoption(
        "--ludoplan-levels", metavar="DIR", action="append", default=[], help="test the levels of this folder"
    )
    group.addoption("--ludoplan-seconds", metavar="SEC", type=float, default=60.0, help="for each level (default 60)")
    parser.addini("ludoplan_levels", "folders whose levels are tested", type="paths", default=[])


def folders(config: pytest.Config) -> list[Path]:
    given = [config.invocation_params.dir / folder for folder in config.getoption("--ludoplan-levels")]
    return [Path(folder).resolve() for folder in (*given, *config.getini("ludoplan_levels"))]


class LevelFault(Exception):  # noqa: N818 - names what is told
    """What is wrong with a level."""


class LevelSet(pytest.Collector):
    """The levels of a folder."""

    def collect(self) -> Iterator[pytest.Item]:
        from ..core.level import read_set

        for entry in read_set(self.path):
            item: LevelItem = LevelItem.from_parent(self, name=entry.file)
            item.entry = entry
            yield item
        yield DuplicatesItem.from_parent(self, name="duplicates")


class FolderItem(pytest.Item):
    """A test whose failure is told in a sentence."""

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        return str(excinfo.value) if isinstance(excinfo.value, LevelFault) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, f"{self.path.name}/{self.name}"

    def fail(self, findings: Iterable[Finding]) -> None:
        faults = [str(finding) for finding in findings if finding.is_fault]
        if faults:
            raise LevelFault("\n".join(faults))


class LevelItem(FolderItem):
    """One file: everything that `ludoplan levels lint` calls a fault of it."""

    entry: Entry

    def runtest(self) -> None:
        from ..core.limits import Limits
        from .level_set import check

        self.fail(check(self.entry, Limits(seconds=self.config.getoption("--ludoplan-seconds"))))


class DuplicatesItem(FolderItem):
    """No two levels of the folder are the same puzzle."""

    def runtest(self) -> None:
        from ..core.level import read_set
        from .level_set import duplicates, readable

        self.fail(duplicates(task for entry in read_set(self.path) for task in readable(entry)[0]))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    for folder in folders(config):
        from ..core.errors import LudoplanError

        levels: LevelSet = LevelSet.from_parent(session, name=folder.name, path=folder, nodeid=folder.name)
        try:
            items += list(levels.collect())
        except LudoplanError as error:
            raise pytest.UsageError(str(error)) from None
