"""Privacy models: what is promised, whether it can be kept, and whether a release keeps it."""
