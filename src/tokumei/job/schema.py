"""The job file's JSON schema, for editors."""

from __future__ import annotations

from typing import Any

from tokumei.core.columns import Role
from tokumei.job.job import Job

__all__ = ["schema"]


def schema() -> dict[str, Any]:
    """The JSON schema of the job file: a column is one of its models, by role and type, or a bare role."""
    made = Job.model_json_schema()
    made["properties"].pop("folder")  # known from where the file lies, not written in it
    column = made["properties"]["columns"]["additionalProperties"]
    bare = {"enum": [role.value for role in Role], "description": "A bare role is short for {role: …}."}
    made["properties"]["columns"]["additionalProperties"] = {"oneOf": [bare, *column["oneOf"]]}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made}
