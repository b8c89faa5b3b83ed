"""What Spark says, as sentences with a remedy."""

from __future__ import annotations

import re

from tokumei.errors import EngineError, ExtraError, OutputError, SourceError, TokumeiError

__all__ = ["error_of"]

KNOWN: tuple[tuple[str, type[TokumeiError], str], ...] = (
    (
        "JAVA_GATEWAY_EXITED",
        EngineError,
        "Spark's Java process ended before it was ready. It needs Java 17 or newer (JAVA_HOME says where that is) and "
        "room in memory; what it printed says more.",
    ),
    ("All masters are unresponsive", EngineError, "The Spark master does not answer: is its address right?"),
    (
        "No module named 'tokumei'",
        EngineError,
        "The workers of the cluster do not have tokumei: install it on them, or send a packed environment with "
        "`spark-submit --archives`.",
    ),
    (
        "PACKAGE_NOT_INSTALLED",
        ExtraError,
        "Spark lacks a package of Python: install `tokumei[spark]`, and for Spark Connect `pyspark[connect]` too.",
    ),
    (
        "No module named ",
        EngineError,
        "The workers of the cluster do not have what tokumei needs: install `tokumei[spark]` on them.",
    ),
    (
        "PYTHON_VERSION_MISMATCH",
        EngineError,
        "Driver and workers have different versions of Python: set PYSPARK_PYTHON to the same.",
    ),
    (
        "Cannot run program",
        EngineError,
        "The workers of the cluster do not have the Python that is named: set PYSPARK_PYTHON to one that they have.",
    ),
    (
        "No space left on device",
        EngineError,
        "The disk of a worker, or of the working folder, is full. Make room, and run it again.",
    ),
    (
        "Python worker exited unexpectedly",
        EngineError,
        "A worker's Python ended in the middle, mostly for want of memory: set `spark.executor.memoryOverhead` higher, "
        "or more `engine.pieces`.",
    ),
    ("OutOfMemoryError", EngineError, "Spark has too little memory: set `spark.executor.memory` higher."),
    (
        "Mkdirs failed",
        OutputError,
        "The workers cannot write to the working folder: set `engine.work` to a folder that the driver and all workers "
        "may write to.",
    ),
    ("PATH_NOT_FOUND", SourceError, "Spark finds nothing at the source's address."),
    ("UNABLE_TO_INFER_SCHEMA", SourceError, "Spark finds no file at the source's address that it can read."),
    ("TABLE_OR_VIEW_NOT_FOUND", SourceError, "The catalog has no such table, or you may not see it."),
    (
        "REPLACE TABLE",
        OutputError,
        "The catalog does not replace a table in one step, as those of Delta and Iceberg do: drop the old release "
        "first, or give the new one another name.",
    ),
    (
        "PERMISSION_DENIED",
        EngineError,
        "The catalog does not allow it: ask for the right to read the source and to write the release.",
    ),
    (
        "AccessControlException",
        EngineError,
        "The file system does not allow it: ask for the right to read the source and to write.",
    ),
    ("FIELD_NOT_FOUND", SourceError, "The files of the source do not have the same columns."),
    (
        "CANNOT_MERGE_SCHEMA",
        SourceError,
        "The files of the source do not have the same columns, or a column is of two types. Give all files the same.",
    ),
    (
        "FAILED_READ_FILE",
        SourceError,
        "A file of the source cannot be read as the others: has it other columns, a column of another type, or rows "
        "that are too short?",
    ),
    (
        "No suitable driver",
        SourceError,
        "Spark has no driver for this database: name its package, as in `spark-submit --packages "
        "org.postgresql:postgresql:42.7.4`.",
    ),
    (
        "No FileSystem for scheme",
        EngineError,
        "Spark knows no file system for such an address: add the package that has it, and write `s3a://` for S3.",
    ),
    (
        "ClassNotFoundException",
        EngineError,
        "Spark lacks a package that the job needs: name it with `spark-submit --packages`, such as that of the file "
        "system or the database.",
    ),
    (
        "ConnectException",
        EngineError,
        "The cluster, or what an address of the job names, cannot be reached: is the address right, and is it running?",
    ),
)
"""Words in what Spark says → the kind of error, what is behind them, and what to do."""
ABOUT_FILES = ("java.io.", "java.nio.", "java.net.", "org.apache.hadoop.")
"""Errors of Java whose words are about files and machines; those of others may quote the data."""


def error_of(error: Exception, stage: str) -> TokumeiError:
    """What is behind a failure of Spark, as far as its words tell."""
    words = str(error)
    for part, kind, sentence in KNOWN:
        if part in words:
            return kind(sentence)
    condition = getattr(error, "getCondition", getattr(error, "getErrorClass", lambda: None))()
    return EngineError(f"Spark failed ({stage}): {condition or _of_java(words)}. Its own log says more.")


def _of_java(words: str) -> str:
    """The first error of Java that is named, and what it says where that is not about the data."""
    for line in words.splitlines():
        match = re.search(r"((?:[a-z]\w*\.)+[A-Z]\w*(?:Exception|Error))(?:: (.*))?", line)
        if match is not None:
            name, more = match.group(1), match.group(2)
            return f"{name}: {more[:200].rstrip('.')}" if more and name.startswith(ABOUT_FILES) else name
    return "no reason was given"
