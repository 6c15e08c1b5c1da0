"""Training code on these environments: what others bring and what they need. The core imports nothing of it."""
