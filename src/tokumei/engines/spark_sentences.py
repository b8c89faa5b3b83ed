"""What Spark says, as sentences with a remedy."""

from __future__ import annotations

__all__ = ["sentence_of"]

KNOWN = (
    (
        "JAVA_GATEWAY_EXITED",
        "Spark needs a Java runtime (17 or newer), and none was found: install one, or set JAVA_HOME.",
    ),
    ("JAVA_HOME", "Spark needs a Java runtime (17 or newer), and none was found: install one, or set JAVA_HOME."),
    ("All masters are unresponsive", "The Spark master does not answer: is its address right, and is it running?"),
    ("Could not parse Master URL", "Spark does not know such a master: give `local`, `spark://host:7077`, `yarn`, …"),
    (
        "No module named 'tokumei'",
        "The workers of the cluster do not have tokumei: install it on them, or send a packed environment with "
        "`spark-submit --archives`.",
    ),
    ("No module named 'pyarrow'", "The workers of the cluster do not have pyarrow: install `tokumei[spark]` on them."),
    (
        "PYTHON_VERSION_MISMATCH",
        "Driver and workers have different versions of Python: set PYSPARK_PYTHON to the same.",
    ),
    (
        "No space left on device",
        "The disk of a worker, or of the working folder, is full. Make room, and run it again.",
    ),
    ("PATH_NOT_FOUND", "Spark finds nothing at the source's address."),
    ("TABLE_OR_VIEW_NOT_FOUND", "The catalog has no such table, or you may not see it."),
    (
        "PERMISSION_DENIED",
        "The catalog does not allow it: ask for the right to read the source and to write the release.",
    ),
    ("AccessControlException", "The file system does not allow it: ask for the right to read the source and to write."),
    ("FIELD_NOT_FOUND", "The files of the source do not have the same columns."),
    ("CANNOT_MERGE_SCHEMA", "The files of the source do not have the same columns, or a column is of two types."),
    ("FAILED_READ_FILE", "A file of the source cannot be read as the others: is a column of another type in it?"),
    ("ConnectException", "The cluster cannot be reached: is its address right, and is it running?"),
)
"""Words in what Spark says → what is behind them, and what to do."""


def sentence_of(said: str, stage: str) -> str:
    """What is behind a failure of Spark, as far as its words tell."""
    for words, sentence in KNOWN:
        if words in said:
            return sentence
    line = next((line.strip() for line in said.splitlines() if line.strip()), "no reason was given")
    return f"Spark failed ({stage}): {line[:300]}"
