"""The public names: each has a docstring whose example runs, and stands on the page."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from types import ModuleType

import pytest
from tests.conftest import ROOT

import ludoplan

PAGE = ROOT / "docs" / "api.md"
# Data without a docstring.
CONSTANTS = {"DEAD_END"}


def test_all_is_sorted_and_there() -> None:
    assert len(set(ludoplan.__all__)) == len(ludoplan.__all__)
    assert all(hasattr(ludoplan, name) for name in ludoplan.__all__)
    assert set(ludoplan.__all__) <= set(dir(ludoplan))
    # A room of the same name would take its place as soon as it is imported.
    assert not [name for name in ludoplan.__all__ if isinstance(getattr(ludoplan, name), ModuleType)]
    assert not [name for name in ludoplan.__all__ if (ROOT / "src" / "ludoplan" / name).is_dir()]
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = ludoplan.no_such_name


@pytest.mark.parametrize("name", sorted(set(ludoplan.__all__) - CONSTANTS))
def test_every_name_has_an_example_that_runs(name: str) -> None:
    thing = getattr(ludoplan, name)
    text = thing.__doc__
    assert text, f"{name} has no docstring"
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    run = [example for example in test.examples if doctest.SKIP not in example.options]
    assert run, f"{name} has no example"
    output: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=output.append)
    assert not output, "".join(output)


def test_the_page_lists_exactly_the_names() -> None:
    listed = re.findall(r"^\| `(\w+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(ludoplan.__all__)


def test_the_code_on_the_page_runs(capsys) -> None:
    code = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(code) == 3
    for block in code:
        exec(block, {})
    assert "optimal" in capsys.readouterr().out


def test_importing_loads_nothing_heavy() -> None:
    code = "import sys, ludoplan; print(*(m for m in sys.modules if m.startswith('ludoplan.')))"
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    rooms = {module.split(".")[1] for module in loaded}
    assert rooms <= {"core", "running"}
