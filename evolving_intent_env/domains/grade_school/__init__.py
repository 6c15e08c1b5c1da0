"""The embedded bank: hand-written word problems with exact programs."""
