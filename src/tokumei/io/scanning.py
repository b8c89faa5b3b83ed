"""Files that are read piece by piece: Parquet and CSV, alone or in folders, whose schemas must agree."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from tokumei.core.files import check_file, inner_ending
from tokumei.errors import SourceError
from tokumei.io.csv_files import CsvForm, form_of_file
from tokumei.io.reading import SourceFacts, check_names
from tokumei.io.sources import ENDINGS, sha256_file

__all__ = ["CSV", "PARQUET", "Scan", "files_by_untyped", "files_in", "scan_csv", "scan_file", "scan_parquet"]

PARQUET = (".parquet", ".pq")
CSV = (".csv", ".tsv", ".tab", ".txt")


@dataclass(frozen=True, eq=False)
class Scan:
    """A source that can be read as often as one likes, a part at a time."""

    lazy: pl.LazyFrame
    names: Sequence[str]
    files: Sequence[Path]
    kind: str
    form: CsvForm | None = None

    def facts(self, rows: int) -> SourceFacts:
        """What the report says of it."""
        digest = sha256_file(self.files[0]) if len(self.files) == 1 else _digest(self.files)
        form = self.form
        return SourceFacts(
            kind=self.kind,
            rows=rows,
            encoding=None if form is None else form.encoding,
            delimiter=None if form is None else form.delimiter,
            decimal=None if form is None else form.decimal,
            sha256=digest,
            notes=() if form is None else form.notes,
        )


def scan_file(path: Path, options: Mapping[str, object]) -> Scan:
    """One file, by its ending."""
    check_file(path, "file")
    ending, compression = inner_ending(path)
    kind = ENDINGS.get(ending)
    if compression or kind not in ("parquet", "csv", "tsv"):
        raise SourceError(
            f"The file {str(path)!r} cannot be read piece by piece: Parquet and CSV can, without .gz or .zst. Convert "
            "it, or set `engine: local`."
        )
    return scan_parquet([path]) if kind == "parquet" else scan_csv([path], options)


def files_in(place: Path, endings: Sequence[str]) -> list[Path]:
    """The files of a folder and those below it, in the order of their names; what is hidden is left out."""
    if place.is_file():
        return [place]
    if not place.is_dir():
        raise SourceError(f"There is no folder {str(place)!r}.")
    found = sorted(
        file
        for file in place.rglob("*")
        if file.is_file()
        and file.suffix.lower() in endings
        and not any(part.startswith((".", "_")) for part in file.relative_to(place).parts)
    )
    if not found:
        raise SourceError(f"The folder {str(place)!r} has no files that end in {', '.join(endings)}.")
    return found


def scan_parquet(files: Sequence[Path]) -> Scan:
    """Parquet files with the same columns; one that is all missing in a file has the type of the others."""
    schemas = {file: _schema(file) for file in files}
    types: dict[str, pl.DataType] = {}
    first = next(iter(schemas))
    for file, schema in schemas.items():
        if list(schema) != list(schemas[first]):
            raise _other_columns(file, first, set(schema) ^ set(schemas[first]))
        for name, dtype in schema.items():
            known = types.setdefault(name, dtype)
            if known == pl.Null:
                types[name] = dtype
            elif dtype not in (known, pl.Null):
                raise SourceError(
                    f"Column {name!r} is of the type {dtype} in the file {file.name!r} and of the type {known} in "
                    f"others. Give it one type in all files."
                )
    parts = []
    for file, schema in schemas.items():
        lazy = pl.scan_parquet(file, hive_partitioning=False)
        other = [pl.col(name).cast(types[name]) for name, dtype in schema.items() if dtype != types[name]]
        parts.append(lazy.with_columns(other) if other else lazy)
    same = all(schema == schemas[first] for schema in schemas.values())
    lazy = pl.scan_parquet(list(files), hive_partitioning=False) if same else pl.concat(parts)
    plain = [
        pl.col(name).cast(pl.String) for name, dtype in types.items() if isinstance(dtype, pl.Enum | pl.Categorical)
    ]
    return Scan(lazy.with_columns(plain) if plain else lazy, list(types), list(files), "parquet")


def files_by_untyped(files: Sequence[Path]) -> dict[tuple[str, ...], list[Path]]:
    """Columns that have no type in some Parquet files, since all is missing there, and one in others → those files."""
    schemas = {file: _schema(file) for file in files}
    typed = {name for schema in schemas.values() for name, dtype in schema.items() if dtype != pl.Null}
    groups: dict[tuple[str, ...], list[Path]] = {}
    for file, schema in schemas.items():
        untyped = tuple(name for name, dtype in schema.items() if dtype == pl.Null and name in typed)
        groups.setdefault(untyped, []).append(file)
    return groups


def scan_csv(files: Sequence[Path], options: Mapping[str, object]) -> Scan:
    """CSV files of one form, every column as text."""
    forms = [form_of_file(file, **options) for file in files]  # type: ignore[arg-type]
    for file, form in zip(files, forms, strict=True):
        if form.names != forms[0].names:
            raise _other_columns(file, files[0], set(form.names) ^ set(forms[0].names))
        if form.encoding != "utf-8":
            raise SourceError(
                f"The file {str(file)!r} is in {form.encoding}, and only UTF-8 can be read piece by piece. Convert it, "
                "or set `engine: local`."
            )
        if form.delimiter != forms[0].delimiter:
            raise SourceError(f"The file {file.name!r} has another delimiter than {files[0].name!r}. Give them one.")
    parts = [
        pl.scan_csv(
            file,
            separator=form.delimiter,
            has_header=form.header,
            skip_lines=form.skip,
            new_columns=None if form.header else list(form.names),
            infer_schema=False,
        )
        for file, form in zip(files, forms, strict=True)
    ]
    check_names(list(forms[0].names), f"The file {str(files[0])!r}")
    return Scan(pl.concat(parts), list(forms[0].names), list(files), "csv", forms[0])


def _schema(file: Path) -> dict[str, pl.DataType]:
    try:
        return dict(pl.read_parquet_schema(file))
    except (OSError, pl.exceptions.PolarsError):
        raise SourceError(f"The file {str(file)!r} is not a Parquet file that can be read.") from None


def _other_columns(file: Path, first: Path, differ: set[str]) -> SourceError:
    more = f": {', '.join(map(repr, sorted(differ)[:5]))}" if differ else " in another order"
    return SourceError(
        f"The files {file.name!r} and {first.name!r} do not have the same columns{more}. All files of a source have "
        "the same."
    )


def _digest(files: Sequence[Path]) -> str:
    """One for many files, in their order."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(bytes.fromhex(sha256_file(file)))
    return digest.hexdigest()
