"""Runs on Dask workers: a scheduler that is there already, or workers that a batch system starts.

Every worker runs its jobs in processes of their own, like a local campaign does; what comes back is a result that the
referee has judged there. Dask gives the jobs of a worker that is lost to another one.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from shutil import which
from typing import TYPE_CHECKING, Any

from ..core.errors import LudoplanError, NotInstalled
from ..running.job import LOST, Job, Outcome
from ..running.supervised import start
from .campaign import MOST_TRIES, Arrived
from .place import Place, here
from .runs import Planned

if TYPE_CHECKING:
    from distributed import Client

# The class of dask-jobqueue, and the program that it submits jobs with.
BATCH_SYSTEMS = {"slurm": ("SLURMCluster", "sbatch"), "lsf": ("LSFCluster", "bsub"), "pbs": ("PBSCluster", "qsub")}


@contextmanager
def cluster(scheduler: str | None, kind: str | None, workers: int) -> Iterator[Cluster]:
    """A backend on the scheduler at this address or on new workers; raises LudoplanError."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise NotInstalled("Dask is not installed: pip install 'ludoplan[cluster]'") from None
    if scheduler is not None:
        try:
            client = Client(scheduler, timeout=10)
        except (OSError, ValueError) as error:
            raise LudoplanError(f"{scheduler}: no Dask scheduler answers ({error})") from None
        with client:
            yield Cluster(client, None)
        return
    if kind == "local":
        started = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)
    elif kind in BATCH_SYSTEMS:
        started = batch_system(*BATCH_SYSTEMS[kind], workers)
    else:
        raise LudoplanError(f"--cluster: {kind!r} is not one of {', '.join(BATCH_SYSTEMS)}, local")
    with started, Client(started) as client:
        yield Cluster(client, workers)


def batch_system(name: str, program: str, workers: int) -> Any:
    """A cluster of dask-jobqueue; queue, cores and memory are told by Dask's own configuration files."""
    if which(program) is None:
        raise NotInstalled(f"there is no command {program!r} here: start this where jobs can be submitted")
    try:
        import dask_jobqueue
    except ImportError:
        raise NotInstalled("dask-jobqueue is not installed: pip install 'ludoplan[cluster]'") from None
    try:
        started = getattr(dask_jobqueue, name)()
    except ValueError as error:
        advice = "say cores and memory in ~/.config/dask/jobqueue.yaml, see docs/campaigns.md"
        raise LudoplanError(f"the batch system cannot be used: {error}; {advice}") from None
    started.scale(workers)
    return started


class Cluster:
    """Runs on the workers of a Dask client."""

    def __init__(self, client: Client, workers: int | None) -> None:
        self.client = client
        # The workers that are there take so many at a time.
        self.jobs = workers or sum(client.nthreads().values()) or 1

    def run_all(self, runs: Sequence[Planned]) -> Generator[Arrived]:
        from distributed import as_completed

        if not runs:
            return
        waiting = iter(runs)
        pending: dict[str, Planned] = {}
        tries: dict[str, int] = {}

        def submit(planned: Planned) -> Any:
            tries[planned.key] = tries.get(planned.key, 0) + 1
            name = f"{planned.key}-{tries[planned.key]}"
            pending[name] = planned
            # Named, so that running a campaign again while its jobs are still there does not double them.
            return self.client.submit(run_job, planned.job(), key=name, pure=True)

        # A few more than run at a time: a worker that is done has the next job at once.
        ahead = [submit(planned) for planned in islice(waiting, max(16, 3 * self.jobs))]
        arriving = as_completed(ahead)
        try:
            for future in arriving:
                planned = pending.pop(future.key)
                outcome, place = self.outcome(future)
                if outcome.exit == LOST and tries[planned.key] < MOST_TRIES:
                    arriving.add(submit(planned))
                    continue
                yield planned, outcome, place
                if (following := next(waiting, None)) is not None:
                    arriving.add(submit(following))
        finally:
            self.client.cancel([*pending], force=True)

    def outcome(self, future: Any) -> tuple[Outcome, Place]:
        """What a job has come to; a worker that was lost again and again is an outcome too."""
        error = future.exception()
        if error is not None:
            return Outcome(LOST, output=f"{type(error).__name__}: {error}"[-4000:]), here()
        found: tuple[Outcome, Place] = future.result()
        return found


def run_job(job: Job) -> tuple[Outcome, Place]:
    """On a worker: what a job has come to, and where."""
    return start(job).wait(), here()
