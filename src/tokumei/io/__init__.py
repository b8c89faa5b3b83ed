"""Files, databases and data frames: the only place that knows polars, Arrow, pandas and drivers."""
