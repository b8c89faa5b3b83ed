"""Scores: what proposes cuts of groups, by loss, medians, levels, items, rules or a label."""
