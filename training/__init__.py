"""Training scripts on the environments: supervised warm-up, GRPO with TRL, and a small REINFORCE loop."""
