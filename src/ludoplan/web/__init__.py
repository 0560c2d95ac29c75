"""The web page: a local server with a documented HTTP API, and the pages that use it."""
