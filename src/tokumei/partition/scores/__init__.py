"""Partitioning for a purpose: splits chosen by what rules ask about, or by a label to predict."""
