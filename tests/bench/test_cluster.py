"""Campaigns on Dask: the same rows, also when a worker is killed in the middle."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest
from tests.bench.test_campaigns import SEARCHES, count, outcomes, run, write_suite

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

    suite = load_suite(str(write_suite(tmp_path, SEARCHES, 'bundled = "roll:0[1-5]"')))
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


def test_what_cannot_be_used() -> None:
    with pytest.raises(LudoplanError, match="not one of slurm"), cluster(None, "abacus", 2):
        pass
    with pytest.raises(LudoplanError, match="jobqueue"), cluster(None, "slurm", 2):
        pass
