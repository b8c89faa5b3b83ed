"""One partition of each column's values for all records, so that the columns of a release can be grouped by."""

from tokumei.global_recoding.axes import Axis, OrderedAxis, TreeAxis, ValuesAxis
from tokumei.global_recoding.recode import GlobalRecoding
from tokumei.global_recoding.rows import kept_records

__all__ = ["Axis", "GlobalRecoding", "OrderedAxis", "TreeAxis", "ValuesAxis", "kept_records"]
