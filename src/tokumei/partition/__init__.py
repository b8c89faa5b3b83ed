"""Top-down partitioning (the Mondrian family): dimensions, scores, growth and search."""
