"""Where and how a job writes."""

from __future__ import annotations

from typing import Literal

from pydantic import model_validator

from tokumei.job.settings import Settings

__all__ = ["OutputJob"]

TEXT_ENDINGS = (".csv", ".tsv", ".tab", ".txt", ".csv.gz", ".tsv.gz", ".csv.zst", ".tsv.zst", ".txt.gz", ".txt.zst")

DATABASES: tuple[str, ...] = ("sqlite:", "postgresql:", "postgres:")


class OutputJob(Settings):
    """Where and how to write."""

    data: str | None = None
    """The release; its format by its ending. For SQL: a URL with `#table`. With an engine also a folder of Parquet
    files (a name without an ending), and with Spark its address, or `table:catalog.database.release`."""
    report: str | None = None
    """The report as HTML; the same as JSON is written beside it."""
    public_report: str | None = None
    """A report that may be shown: counts rounded, no hash, path or seed. As HTML; the same as JSON beside it."""
    recoding: str | None = None
    """Where the recoding is stored, for `tokumei apply`: a file that ends in .json. With recoding column or level."""
    numbers: Literal["ranges", "bounds"] = "ranges"
    """A range as one column `[a;b]`, or as two columns name_low, name_high."""
    removed: Literal["drop", "mark"] = "drop"
    """A removed record is absent, or a row of `*`."""
    order: Literal["shuffle", "keep"] = "shuffle"
    """Rows leave shuffled, since their order can tell on people."""
    format: Literal["pwscup2018"] | None = None
    """The contest's form, for histories."""
    encoding: str | None = None
    """Of a CSV, TSV or text file: utf-8, utf-8-sig (with a byte order mark, for Excel), cp932, … When absent: UTF-8; a
    source in CP932 is answered in CP932, or in UTF-8 with a mark where a character does not fit; one in EUC-JP or
    ISO-2022-JP in UTF-8 with a mark."""
    language: Literal["en", "ja"] = "en"
    """Of the report."""

    @property
    def marks(self) -> bool:
        """Whether removed records are rows of `*`."""
        return self.removed == "mark" or self.format is not None

    @property
    def keeps_order(self) -> bool:
        """Whether rows leave in the source's order."""
        return self.order == "keep" or self.format is not None

    @model_validator(mode="after")
    def _of_its_format(self) -> OutputJob:
        if self.format is not None:
            fixed = [name for name in ("numbers", "removed", "order") if self.written(name)]
            if fixed:
                raise ValueError(f"`format: {self.format}` says how rows are written: leave `{fixed[0]}` out")
        if self.recoding is not None and not self.recoding.lower().endswith(".json"):
            raise ValueError("`recoding` is written as JSON: give it a name that ends in .json")
        if (
            self.encoding not in (None, "utf-8")
            and self.data is not None
            and not self.data.lower().endswith(TEXT_ENDINGS)
        ):
            raise ValueError("`encoding` is for text files such as .csv: leave it out")
        return self
