"""Turns folders of levels with recorded optima into tests. Does nothing unless a folder is named.

    pytest --ludoplan-levels my-levels

or, in the project's pytest settings, `ludoplan_levels = ["my-levels"]`. Each level file is a test: it can be read, its
recorded optimum is the optimum, and one without a record can be solved. One more test looks for duplicates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
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
    """The levels of a folder: a test for everything that `ludoplan levels lint` calls a fault of a file, and one that
    no two levels are the same puzzle."""

    def collect(self) -> Iterator[pytest.Item]:
        from ..core.level import read_set
        from ..core.limits import Limits
        from .level_set import check, duplicates, readable

        limits = Limits(seconds=self.config.getoption("--ludoplan-seconds"))
        entries = read_set(self.path)
        for entry in entries:
            yield LevelItem.from_parent(self, name=entry.file, findings=partial(check, entry, limits))

        def same() -> Iterator[Finding]:
            return duplicates(task for entry in entries for task in readable(entry)[0])

        yield LevelItem.from_parent(self, name="duplicates", findings=same)


class LevelItem(pytest.Item):
    """A test that finds no fault; where it does, the failure is told in a sentence."""

    def __init__(self, *, findings: Callable[[], Iterable[Finding]], **more: Any) -> None:
        super().__init__(**more)
        self.findings = findings

    def runtest(self) -> None:
        faults = [str(finding) for finding in self.findings() if finding.is_fault]
        if faults:
            raise LevelFault("\n".join(faults))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        return str(excinfo.value) if isinstance(excinfo.value, LevelFault) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, f"{self.path.name}/{self.name}"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    for folder in folders(config):
        from ..core.errors import LudoplanError

        levels: LevelSet = LevelSet.from_parent(session, name=folder.name, path=folder, nodeid=folder.name)
        try:
            items += list(levels.collect())
        except LudoplanError as error:
            raise pytest.UsageError(str(error)) from None
