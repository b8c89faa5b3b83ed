"""The job file's JSON schema, for editors."""

from __future__ import annotations

from typing import Any

from tokumei.core.columns import Role
from tokumei.job.job import Job
from tokumei.job.tables import TablesJob

__all__ = ["schema"]


def schema() -> dict[str, Any]:
    """The JSON schema of the job file, of one table or several: a column is one of its models, or a bare role."""
    one, several = Job.model_json_schema(), TablesJob.model_json_schema()
    models = one.pop("$defs") | several.pop("$defs")
    for made in (one, several):
        made["properties"].pop("folder")  # known from where the file lies, not written in it
    for table in (one, models["TableJob"]):
        column = table["properties"]["columns"]["additionalProperties"]
        bare = {"enum": [role.value for role in Role], "description": "A bare role is short for {role: …}."}
        table["properties"]["columns"]["additionalProperties"] = {"oneOf": [bare, *column["oneOf"]]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": models,
        "if": {"required": ["tables"]},
        "then": several,
        "else": one,
    }
