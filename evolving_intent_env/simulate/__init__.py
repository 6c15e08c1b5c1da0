"""From a chain to a trajectory to words."""
