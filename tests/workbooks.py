"""Small workbooks in the old Excel form and in the OpenDocument form, for tests of reading."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Sequence
from xml.sax.saxutils import escape

Rows = Sequence[Sequence[str | int | None]]
_MANIFEST = (
    '<?xml version="1.0" encoding="UTF-8"?>'
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
    '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>'
)
_SECTOR = 512
_FREE, _END, _TABLE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD


def ods(rows: Rows) -> bytes:
    """One sheet of an OpenDocument spreadsheet."""
    cells = "".join(f"<table:table-row>{''.join(map(_ods_cell, row))}</table:table-row>" for row in rows)
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
    )
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {spaces}><office:body><office:spreadsheet>'
        f'<table:table table:name="s">{cells}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", _MANIFEST)
        archive.writestr("content.xml", content)
    return packed.getvalue()


def _ods_cell(value: str | int | None) -> str:
    if value is None:
        return "<table:table-cell/>"
    if isinstance(value, int):
        return f'<table:table-cell office:value-type="float" office:value="{value}"/>'
    return f'<table:table-cell office:value-type="string"><text:p>{escape(value)}</text:p></table:table-cell>'


def xls(rows: Rows) -> bytes:
    """One sheet in the form of Excel 97: records of a stream, in a compound file with four sectors beside it."""
    name = "s".encode("utf-16-le")
    bound = struct.pack("<IBBBB", 0, 0, 0, 1, 1) + name
    opening = _record(0x0809, struct.pack("<HHHHII", 0x0600, 5, 0, 0, 0, 0)) + _record(0x0042, struct.pack("<H", 1200))
    place = len(opening) + 4 + len(bound) + 4
    bound = struct.pack("<I", place) + bound[4:]
    sheet = _record(0x0809, struct.pack("<HHHHII", 0x0600, 16, 0, 0, 0, 0))
    for down, row in enumerate(rows):
        for across, value in enumerate(row):
            where = struct.pack("<HHH", down, across, 0)
            if isinstance(value, int):
                sheet += _record(0x0203, where + struct.pack("<d", value))
            elif value is not None:
                sheet += _record(0x0204, where + struct.pack("<HB", len(value), 1) + value.encode("utf-16-le"))
    return _compound(opening + _record(0x0085, bound) + _record(0x000A, b"") + sheet + _record(0x000A, b""))


def _record(number: int, content: bytes) -> bytes:
    return struct.pack("<HH", number, len(content)) + content


def _compound(stream: bytes) -> bytes:
    """A compound file with the stream `Workbook`; from 4,096 bytes on a stream has sectors of its own."""
    stream = stream.ljust(max(4096, -(-len(stream) // _SECTOR) * _SECTOR), b"\0")
    sectors = len(stream) // _SECTOR
    table = [_TABLE, _END, *range(3, sectors + 2), _END]
    table += [_FREE] * (_SECTOR // 4 - len(table))
    head = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(16) + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + bytes(6)
    head += struct.pack("<IIIIIIIII", 0, 1, 1, 0, 4096, _END, 0, _END, 0)
    head += struct.pack("<109I", 0, *[_FREE] * 108)
    root = _entry("Root Entry", 5, child=1, start=_END, size=0)
    book = _entry("Workbook", 2, child=_FREE, start=2, size=len(stream))
    folder = (root + book).ljust(_SECTOR, b"\0")
    return head + struct.pack(f"<{_SECTOR // 4}I", *table) + folder + stream


def _entry(name: str, kind: int, *, child: int, start: int, size: int) -> bytes:
    text = name.encode("utf-16-le")
    return (
        text.ljust(64, b"\0")
        + struct.pack("<HBBIII", len(text) + 2, kind, 1, _FREE, _FREE, child)
        + bytes(36)
        + struct.pack("<IQ", start, size)
    )
