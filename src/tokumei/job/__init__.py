"""The job file: what to read, what each column is, what to promise, how, and where to write.

Frozen models that refuse unknown keys and check themselves when made; one model for each role and type of a column.
`load` takes a path, a dict or a `Job`. `capabilities` is the table of what each mechanism can do.
"""

from tokumei.job.about import AboutJob
from tokumei.job.attack import AttackJob, LimitsJob, PopulationJob
from tokumei.job.columns import ColumnJob, KeyedPseudonym, RareJob
from tokumei.job.engine import EngineJob, engine_refusals
from tokumei.job.hierarchy import KeywordCategories, TableCategories
from tokumei.job.job import Job
from tokumei.job.ledger import LedgerJob
from tokumei.job.method import MethodJob
from tokumei.job.output import OutputJob
from tokumei.job.privacy import KMapJob, KmJob, LDiversityJob, PresenceJob, PrivacyJob, TClosenessJob
from tokumei.job.reading import load, load_any, with_settings
from tokumei.job.registry import RegistryJob
from tokumei.job.rules import HasCondition, RangeCondition, RuleJob
from tokumei.job.schema import schema
from tokumei.job.selection import FiscalYearOf, MissingCondition, OnePerJob, PrefixOf, YearOf, YearsFrom
from tokumei.job.source import FOLDERS, CsvSource, FileSource, ParquetSource, SqlSource, TableSource, named_place
from tokumei.job.tables import TableJob, TablesJob, TablesOutputJob
from tokumei.job.texts import text_settings

__all__ = [
    "FOLDERS",
    "AboutJob",
    "AttackJob",
    "ColumnJob",
    "CsvSource",
    "EngineJob",
    "FileSource",
    "FiscalYearOf",
    "HasCondition",
    "Job",
    "KMapJob",
    "KeyedPseudonym",
    "KeywordCategories",
    "KmJob",
    "LDiversityJob",
    "LedgerJob",
    "LimitsJob",
    "MethodJob",
    "MissingCondition",
    "OnePerJob",
    "OutputJob",
    "ParquetSource",
    "PopulationJob",
    "PrefixOf",
    "PresenceJob",
    "PrivacyJob",
    "RangeCondition",
    "RareJob",
    "RegistryJob",
    "RuleJob",
    "SqlSource",
    "TClosenessJob",
    "TableCategories",
    "TableJob",
    "TableSource",
    "TablesJob",
    "TablesOutputJob",
    "YearOf",
    "YearsFrom",
    "engine_refusals",
    "load",
    "load_any",
    "named_place",
    "schema",
    "text_settings",
    "with_settings",
]
