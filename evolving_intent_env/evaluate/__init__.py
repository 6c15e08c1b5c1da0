"""Agents at work in the environments: reference policies, the demonstration, validation, benchmarks."""
