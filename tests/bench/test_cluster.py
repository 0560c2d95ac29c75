"""Campaigns on Dask: the same rows, also when a worker is killed in the middle."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest
from tests.bench.test_campaigns import FAULTY, SEARCHES, count, outcomes, run, write_suite

from ludoplan import LudoplanError
from ludoplan.bench.campaign import run_campaign
from ludoplan.bench.cluster import Cluster, cluster
from ludoplan.bench.store import Store
from ludoplan.bench.suite import load_suite

pytest.importorskip("distributed")
# Of Dask's own, while it shuts down.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")


def test_the_same_rows_though_a_worker_is_killed(tmp_path: Path) -> None:
    from distributed import Client, LocalCluster

    faults = "".join(f'[[solvers]]\nsolver = "{FAULTY}:{name}"\n' for name in ("CRASH", "RAISES", "WRONG_PLAN"))
    suite = load_suite(str(write_suite(tmp_path, SEARCHES + faults, 'bundled = "roll:0[1-5]"')))
    undisturbed = run(suite, tmp_path / "undisturbed.db")
    database = tmp_path / "dask.db"
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as workers,
        Client(workers) as client,
        Store(database, must_exist=False) as store,
    ):
        first, second = client.run(os.getpid).values()
        killed = []

        def kill_a_worker() -> None:
            while count(database) < 10:
                time.sleep(0.01)
            killed.append(count(database))
            os.kill(first, signal.SIGKILL)

        killer = threading.Thread(target=kill_a_worker)
        killer.start()
        run_campaign(suite, store, Cluster(client, 2))
        killer.join()
        assert 10 <= killed[0] < len(undisturbed)
        assert second in client.run(os.getpid).values()
        assert outcomes(store.rows()) == outcomes(undisturbed)
        # By the address of the scheduler, nothing is left to do.
        with cluster(client.scheduler.address, None, 1) as backend:
            run_campaign(suite, store, backend)
        assert len(store.rows()) == len(undisturbed)


SBATCH = """#!/bin/bash
script=$(cat "$1")
setsid bash -c "$script" > /dev/null 2>&1 &
echo "Submitted batch job $!"
"""
SCANCEL = """#!/bin/bash
kill -- -"$1"
"""


def test_slurm(tmp_path: Path, ludoplan, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a `sbatch` that runs the job at once on this machine."""
    for name, script in (("sbatch", SBATCH), ("scancel", SCANCEL)):
        (tmp_path / name).write_text(script)
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("DASK_CONFIG", str(tmp_path))
    path = write_suite(tmp_path, '[[solvers]]\nsolver = "bfs"\n')
    words = ["bench", "run", path, "-o", tmp_path / "slurm.db", "--cluster", "slurm", "--workers", 1]
    unsaid = ludoplan(*words)
    assert unsaid.returncode == 2
    assert "cores and memory" in unsaid.stderr
    assert "Traceback" not in unsaid.stderr
    (tmp_path / "jobqueue.yaml").write_text(
        "jobqueue:\n  slurm:\n    cores: 1\n    processes: 1\n    memory: 1GB\n    interface: lo\n"
        "    scheduler-options: {dashboard_address: null}\n"
    )
    done = ludoplan(*words, timeout=100, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "3 of 3 solved" in done.stdout


def test_what_cannot_be_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(LudoplanError, match="not one of slurm"), cluster(None, "abacus", 2):
        pass
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(LudoplanError, match="no command 'sbatch'"), cluster(None, "slurm", 2):
        pass
