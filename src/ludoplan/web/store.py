"""The table of jobs on disk: what a server that was ended had promised is reported as lost, never silently gone."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

KEPT = 500  # finished jobs

SCHEMA = """
create table if not exists job (
  id text primary key,
  kind text not null,
  label text not null,
  session text,
  status text not null,
  created real not null,
  seconds real,
  message text,
  result text
)
"""


class JobStore:
    """Jobs by id. Used by one thread."""

    def __init__(self, path: Path) -> None:
        """Opens the table; what was under way when it was left is lost."""
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.connection = sqlite3.connect(path, isolation_level=None)
        self.connection.row_factory = sqlite3.Row
        self.connection.execute("pragma journal_mode = wal")
        self.connection.execute("pragma synchronous = normal")
        self.connection.execute(SCHEMA)
        self.connection.execute(
            "update job set status = 'lost', message = 'the server was ended' where status in ('queued', 'running')"
        )

    def put(self, job: dict[str, Any]) -> None:
        """Writes a job as it stands."""
        row = {**job, "result": None if job["result"] is None else json.dumps(job["result"])}
        self.connection.execute(
            "insert or replace into job"
            " values (:id, :kind, :label, :session, :status, :created, :seconds, :message, :result)",
            row,
        )

    def forget_old(self) -> None:
        self.connection.execute(
            "delete from job where status not in ('queued', 'running') and id not in "
            "(select id from job order by created desc limit ?)",
            (KEPT,),
        )

    def get(self, job: str) -> dict[str, Any] | None:
        row = self.connection.execute("select * from job where id = ?", (job,)).fetchone()
        return None if row is None else read(row)

    def latest(self, count: int) -> list[dict[str, Any]]:
        """The newest jobs, without their results."""
        rows = self.connection.execute("select * from job order by created desc limit ?", (count,))
        return [{**read(row), "result": None} for row in rows]

    def close(self) -> None:
        self.connection.close()


def read(row: sqlite3.Row) -> dict[str, Any]:
    return {**dict(row), "result": None if row["result"] is None else json.loads(row["result"])}
