"""The one way to run a function under hard limits, in a supervised process."""

from .job import Context, Job, Outcome
from .supervised import Run, run, start

__all__ = ["Context", "Job", "Outcome", "Run", "run", "start"]
