"""One place per source benchmark: its tasks, its framing, its verifier."""
