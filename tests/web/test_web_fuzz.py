"""Requests of all shapes, drawn from the API's own description, never make the server fail."""

from __future__ import annotations

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from tests.web.conftest import Server

ENDLESS = "/api/events"  # a stream
FEW = settings(
    max_examples=25,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def test_no_request_makes_the_server_fail(server: Server) -> None:
    schema = schemathesis.openapi.from_dict(server.get("/openapi.json").json())
    schema.config.update(base_url=str(server.client.base_url))
    tried = set()

    def call(case: schemathesis.Case) -> None:
        tried.add((case.method, case.path))
        case.call_and_validate(checks=[not_a_server_error], timeout=20)

    for found in schema.get_all_operations():
        operation = found.ok()
        if operation.path != ENDLESS:
            FEW(given(case=operation.as_strategy())(call))()
    assert len(tried) >= 15
