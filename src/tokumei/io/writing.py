"""Writing so that either everything is there or nothing is."""

from __future__ import annotations

import codecs
import errno
import os
import secrets
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import IO

import polars as pl

from tokumei.core.files import inner_ending
from tokumei.errors import OutputError, listing
from tokumei.io.compression import compressed
from tokumei.io.distinct import narrowed
from tokumei.io.encodings import encodable
from tokumei.io.excel import write_excel
from tokumei.io.flat import flat
from tokumei.io.sources import ENDINGS, sha256_file
from tokumei.io.sql import write_sql

__all__ = [
    "Staged",
    "append_rows",
    "sha256_file",
    "write_frame",
    "write_rows",
    "write_sql",
    "write_text",
    "written_to",
]

_SLICE = 200_000
_UTF8 = ("utf-8", "utf8")


class Staged:
    """Several outputs that appear together, or not at all.

    `path(target)` gives a hidden name beside the target to write to. When the block ends well, every one is renamed to
    its target; when it ends with an exception (Ctrl-C is one), all are removed, and the folders made for them too.
    """

    def __init__(self, *, force: bool = False) -> None:
        self._force = force
        self._files: dict[Path, Path] = {}
        self._folders: list[Path] = []
        self._last: list[Callable[[], object]] = []

    def __enter__(self) -> Staged:
        return self

    def path(self, target: str | Path, *, folder: bool = False) -> Path:
        """Where to write what shall become `target`, a file or a `folder`; the ending is the same.

        Raises OutputError where the target is a folder (and should be none), exists (without `force`), or its folder
        cannot be written to.
        """
        target = Path(target)
        self.check(target, force=self._force, folder=folder)
        if any(target.absolute() == other.absolute() for other in self._files):
            raise OutputError(f"Two outputs would be written to {str(target)!r}. Give each its own name.")
        with written_to(target):
            for parent in reversed([parent for parent in target.parents if not parent.exists()]):
                parent.mkdir()
                self._folders.append(parent)
        if not os.access(target.parent, os.W_OK):
            raise OutputError(f"There is no permission to write in the folder {str(target.parent)!r}.")
        self._files[target] = target.parent / f".tmp-{secrets.token_hex(4)}.{target.name}"
        return self._files[target]

    def before_renaming(self, step: Callable[[], object]) -> None:
        """A last step, such as a database's transaction: when it fails, no file appears."""
        self._last.append(step)

    @staticmethod
    def check(target: str | Path, *, force: bool = False, folder: bool = False) -> None:
        """Refuses a target that cannot be written, so that a long run does not end with it."""
        target = Path(target)
        _check_name(target)
        if folder and target.exists() and not target.is_dir():
            raise OutputError(f"The output {str(target)!r} is a file, and a folder would take its place. Rename one.")
        if target.is_dir() and not folder:
            raise OutputError(f"The output {str(target)!r} is a folder. Give the name of a file.")
        if os.path.lexists(target) and not force:
            raise OutputError(f"The output {str(target)!r} exists. Use `--force` to write over it.")
        above = next((parent for parent in target.parents if parent.exists()), Path())
        if not above.is_dir():
            raise OutputError(f"The output {str(target)!r} cannot be written: {str(above)!r} is not a folder.")
        if not os.access(above, os.W_OK):
            raise OutputError(f"There is no permission to write in the folder {str(above)!r}.")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self._clear()
        else:
            self.finish()

    def finish(self) -> None:
        """The last steps, and every output in its place; nothing of them where one fails."""
        try:
            for step in self._last:
                step()
            self._rename()
        except BaseException:
            self._clear()
            raise

    def _rename(self) -> None:
        done: list[tuple[Path, Path | None]] = []
        try:
            for target, staged in self._files.items():
                if not staged.exists():
                    continue
                with written_to(target):
                    done.append((target, _spare(target)))
                    os.replace(staged, target)  # a folder has made room for it
        except BaseException:
            for target, spare in reversed(done):
                with suppress(OSError):
                    if spare is not None:
                        _remove(target)
                        os.replace(spare, target)
                    elif not self._files[target].exists():
                        _remove(target)
            raise
        for _, spare in done:
            if spare is not None:
                _remove(spare)

    def discard(self) -> None:
        """Removes what was written; the targets are as they were."""
        self._clear()

    def _clear(self) -> None:
        for staged in self._files.values():
            with suppress(OSError):
                _remove(staged)
        for folder in reversed(self._folders):
            with suppress(OSError):
                folder.rmdir()


def _remove(path: Path) -> None:
    """A file or a folder with all that is in it, where there is one."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _check_name(target: Path) -> None:
    """Refuses a name that no file can have: too long, or with a NUL or half of a surrogate pair in it."""
    try:
        with written_to(target), suppress(FileNotFoundError, NotADirectoryError, PermissionError):
            os.lstat(target)
    except ValueError:
        raise OutputError(f"No file can be called {str(target)!r}. Give the output another name.") from None


def _spare(target: Path) -> Path | None:
    """A second name for what is about to be replaced, to put it back; None where there is none.

    A file keeps its own until then; a folder has to leave it, since no other can be renamed to it.
    """
    if not target.exists():
        return None
    spare = target.parent / f".tmp-{secrets.token_hex(4)}.old.{target.name}"
    if target.is_dir():
        os.replace(target, spare)
        return spare
    try:
        os.link(target, spare)
    except OSError:  # the file system has no hard links
        shutil.copy2(target, spare)
    return spare


def write_frame(
    frame: pl.DataFrame,
    path: str | Path,
    *,
    encoding: str = "utf-8",
    header: bool = True,
    separators: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """A frame as a file; the format by its ending, which may have `.gz` or `.zst` after it.

    A missing value is an empty field and an empty text is `""` in CSV, so that both can be read back, and the header
    can be left out. Lists are lists in Parquet and JSON lines; elsewhere they are texts, with the separator between
    their items where `separators` has the column, and JSON arrays otherwise. Raises OutputError when the disk is full,
    or a character is not in the encoding.
    """
    path = Path(path)
    ending, compression = inner_ending(path)
    kind = ENDINGS.get(ending)
    if kind is None:
        raise OutputError(
            f"The format of {str(path)!r} is not known by its ending. Known endings are {listing(ENDINGS)}, "
            "each also with .gz or .zst."
        )
    if ending in (".xls", ".xlsm", ".ods"):
        raise OutputError(f"Files that end in {ending} are read, and not written. Write .xlsx or .csv.")
    frame = frame.with_columns(map(narrowed, frame.get_columns()))
    with written_to(path):
        if kind == "xlsx":
            if compression is not None:
                raise OutputError("An Excel file is packed already: leave out the ending after .xlsx.")
            write_excel(flat(frame, separators), path)
        elif kind == "parquet" and compression is None:
            frame.write_parquet(path)
        else:
            with compressed(path, compression) as sink:
                if kind == "parquet":
                    frame.write_parquet(sink)
                elif kind == "jsonl":
                    frame.write_ndjson(sink)
                else:
                    _write_csv(flat(frame, separators), sink, "\t" if kind == "tsv" else ",", encoding, header)


def append_rows(
    frame: pl.DataFrame, path: Path, delimiter: str, *, header: bool, separators: Mapping[str, str]
) -> None:
    """Rows of a text table in UTF-8 after those that stand in the file already."""
    with path.open("ab") as sink:
        _write_csv(flat(frame, separators), sink, delimiter, "utf-8", header)


def write_rows(header: Sequence[str], rows: Sequence[Sequence[str]], path: str | Path) -> None:
    """Rows of texts as a file; the format by its ending."""
    write_frame(pl.DataFrame(rows, schema=dict.fromkeys(header, pl.String), orient="row"), path)


def write_text(text: str, path: str | Path) -> None:
    """A text as a UTF-8 file."""
    with written_to(Path(path)):
        Path(path).write_text(text, encoding="utf-8", newline="\n")


def _write_csv(frame: pl.DataFrame, sink: IO[bytes], delimiter: str, encoding: str, header: bool) -> None:
    if encoding.lower() in _UTF8:
        frame.write_csv(sink, separator=delimiter, include_header=header)
        return
    with encodable(encoding):
        if encoding.lower().replace("_", "-") in ("utf-8-sig", "utf8-sig"):
            frame.write_csv(sink, separator=delimiter, include_bom=True, include_header=header)
            return
        encoder = codecs.getincrementalencoder(encoding)()
        if header:
            sink.write(encoder.encode(frame.clear().write_csv(separator=delimiter)))
        for part in frame.iter_slices(_SLICE):
            sink.write(encoder.encode(part.write_csv(separator=delimiter, include_header=False)))


@contextmanager
def written_to(path: Path) -> Iterator[None]:
    """Failures of the system as one sentence."""
    try:
        yield
    except OSError as error:
        raise OutputError(_sentence(path, error)) from None
    except pl.exceptions.PolarsError as error:
        if "space" in str(error).lower():
            raise OutputError(f"The disk is full: {str(path)!r} could not be written.") from None
        raise


def _sentence(path: Path, error: OSError) -> str:
    if error.errno in (errno.ENOSPC, errno.EDQUOT) or "No space left" in str(error):
        return f"The disk is full: {str(path)!r} could not be written. Make room, or write to another disk."
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS) or isinstance(error, PermissionError):
        return f"There is no permission to write {str(path)!r}."
    return f"{str(path)!r} cannot be written: {error.strerror or type(error).__name__}."
