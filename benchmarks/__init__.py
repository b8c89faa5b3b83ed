"""Benchmarks, one script a claim: `python -m benchmarks --list`."""
