"""One column, opened: its role and type, how it becomes more general, and what five values become."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tokumei.report.markup import EMPTY, Html, element
from tokumei.web.edits import column_of
from tokumei.web.screens.columns import problem_part, roles, why
from tokumei.web.screens.frame import Setting, address, field, page
from tokumei.web.screens.risk import risk_panel
from tokumei.web.screens.spark import spark
from tokumei.web.screens.start import dropping
from tokumei.web.session import Session
from tokumei.web.settings import CALENDAR, ENDS, FIELDS, KINDS, RARE, WAYS, way_of
from tokumei.web.words import Words

__all__ = ["DICTIONARIES", "column_page"]

DICTIONARIES = ("addresses", "countries", "icd10", "wordnet")
"""The dictionaries that packages carry; a job file may name files too."""


def column_page(setting: Setting, session: Session, place: int) -> str:
    """The page of one column."""
    words = setting.words
    surveyed = session.surveyed(place)
    name = surveyed["name"]
    where = f"{address(session, 'columns')}/{place}"
    role_form = element(
        "form",
        field(
            words("role"), roles(words, column_of(session.job, name)["role"], name=f"role-{place}", id=f"role-{place}")
        ),
        element("noscript", element("button", words("save"), type="submit")),
        method="post",
        action=where,
        data_live=True,
        autocomplete="off",
    )
    return page(
        setting,
        name,
        element(
            "div",
            element(
                "div",
                element("p", element("a", words("back_to_columns"), href=address(session, "columns"))),
                element("h1", name),
                spark(surveyed["bars"], words("spark_alt", column=name, count=words.number(surveyed["distinct"]))),
                why(surveyed, words, kind="lead"),
                problem_part(session, words),
                role_form,
                _form(session, place, where, words),
                element("div", _file(session, place, words), id="file-part", data_part=True),
                element("div", element("div", id="levels", data_fetch=f"{where}/levels")),
            ),
            risk_panel(session, words),
            class_="beside",
        ),
        session=session,
        screen="columns",
    )


def _form(session: Session, place: int, where: str, words: Words) -> Html:
    surveyed = session.surveyed(place)
    settings = column_of(session.job, surveyed["name"])
    role = settings["role"]
    kind = settings.get("type") or surveyed["kind"]
    controls: list[Html] = []
    if role in ("quasi", "sensitive"):
        options = [element("option", words(f"type_{one}"), value=one, selected=one == kind) for one in KINDS]
        controls.append(field(words("type_of"), element("select", *options, name="type", id="type")))
    for name in FIELDS.get((role, kind), ()):
        controls += _controls(name, settings, kind, words, session.job["privacy"].get("k"))
    return element(
        "form",
        element("div", *controls, class_="cards3", id="settings", data_part=True),
        element("noscript", element("button", words("apply_settings"), type="submit")),
        method="post",
        action=f"{where}/settings",
        data_live="whole",
        autocomplete="off",
        class_="card fields",
    )


def _controls(name: str, settings: Mapping[str, Any], kind: str, words: Words, k: Any) -> list[Html]:
    """The controls of a setting; none where it says nothing in this form of publishing."""
    way = way_of(settings)
    value = settings.get(name)
    if name == "hierarchy":
        return _ways(settings, kind, words)
    if name in ("at_least", "at_most"):
        return [] if way == "none" else [_level(name, settings, words)]
    if name in ("top", "bottom"):
        return [] if way != "none" else [field(words(f"{name}_of"), _number(name, value))]
    if name == "ends":
        return [] if way != "none" else [_ends(value, kind, words)]
    if name == "rare":
        return _rare(value or {}, words)
    if name == "pseudonym":
        chosen = "random" if value == "random" else ""
        options = [
            element("option", words(f"pseudonym_{one or 'none'}"), value=one, selected=one == chosen)
            for one in ("", "random")
        ]
        return [field(words("pseudonym_of"), element("select", *options, name=name, id=name))]
    if name in ("n", "k"):
        number = value if value is not None else 2 if name == "n" else k
        return [_slider(name, number, words, least=1 if name == "n" else 2, most=8 if name == "n" else 30)]
    if name in ("round", "weight"):
        default = 1 if name == "weight" else ""
        return [field(words(f"{name}_of"), _number(name, default if value is None else value))]
    return [field(words(f"{name}_of"), element("input", name=name, id=name, value=value or ""))]


def _ways(settings: Mapping[str, Any], kind: str, words: Words) -> list[Html]:
    way = way_of(settings)
    options = [
        element("option", words(f"way_none_{kind}" if one == "none" else f"way_{one}"), value=one, selected=one == way)
        for one in WAYS[kind]
        if one != "file" or way == "file"
    ]
    controls = [field(words("hierarchy_of"), element("select", *options, name="way", id="way"))]
    asked = settings.get("hierarchy")
    listed = asked.get(way) if isinstance(asked, Mapping) else None
    if way in ("intervals", "prefixes"):
        said = ", ".join(f"{one:g}" if isinstance(one, float) else str(one) for one in listed or [])
        controls.append(field(words(f"{way}_of"), element("input", name=way, id=way, value=said, inputmode="numeric")))
    if way == "levels":
        controls.append(_boxes("levels", CALENDAR, listed or [], words, words("levels_of")))
    if way == "semantic":
        controls.append(_boxes("semantic", DICTIONARIES, listed or [], words, words("semantic_of")))
    return controls


def _boxes(name: str, values: Sequence[str], chosen: Sequence[str], words: Words, legend: str) -> Html:
    boxes = [
        element(
            "label",
            element("input", type="checkbox", name=name, value=one, id=f"{name}-{one}", checked=one in chosen),
            element("span", words.known(f"calendar_{one}", one)),
            class_="check",
        )
        for one in values
    ]
    return element("fieldset", element("legend", legend), *boxes, class_="boxes")


def _level(name: str, settings: Mapping[str, Any], words: Words) -> Html:
    """A level by its name where the hierarchy has names, else by its number."""
    asked = settings.get("hierarchy")
    named = asked if isinstance(asked, Mapping) else {}
    known = next((named[way] for way in ("levels", "intervals", "prefixes") if way in named), None)
    value = settings.get(name)
    if known is None:
        return field(words(f"{name}_of"), _number(name, "" if value is None else value, least=1))
    options = [element("option", words("nothing_here"), value="", selected=value is None)]
    options += [
        element("option", words.known(f"calendar_{one}", str(one)), value=str(one), selected=str(one) == str(value))
        for one in known
    ]
    return field(words(f"{name}_of"), element("select", *options, name=name, id=name))


def _ends(value: Any, kind: str, words: Words) -> Html:
    if kind == "date":
        options = [
            element("option", words(f"ends_{one}" if one else "nothing_here"), value=one, selected=one == (value or ""))
            for one in ENDS
        ]
        return field(words("ends_of"), element("select", *options, name="ends", id="ends"))
    known = element(
        "datalist", *(element("option", words(f"ends_{one}"), value=one) for one in ENDS[1:]), id="known-ends"
    )
    control = element("input", name="ends", id="ends", value="" if value is None else value, list="known-ends")
    return element("div", field(words("ends_of"), control, hint=words("ends_hint")), known)


def _slider(name: str, value: Any, words: Words, *, least: int, most: int) -> Html:
    label = f"{words(f'{name}_of' if name == 'n' else 'k_texts')} = {value}"
    most = max(most, value) if isinstance(value, int) else most
    return field(label, element("input", type="range", name=name, id=name, min=least, max=most, step=1, value=value))


def _rare(value: Mapping[str, Any], words: Words) -> list[Html]:
    options = [
        element("option", words(f"rare_{one}"), value=one, selected=one == value.get("do", "pool")) for one in RARE
    ]
    return [
        field(words("rare_of"), _number("rare_below", value.get("below", ""), least=2)),
        field(words("rare_do"), element("select", *options, name="rare_do", id="rare_do")),
    ]


def _number(name: str, value: Any, *, least: float | None = None) -> Html:
    return element(
        "input", type="number", name=name, id=name, step="any", min=least, value="" if value is None else value
    )


def _file(session: Session, place: int, words: Words) -> Html:
    """A place for a file of the hierarchy, where the column can have one."""
    settings = column_of(session.job, session.surveyed(place)["name"])
    if settings["role"] != "quasi" or settings.get("type") == "text":
        return EMPTY
    where = f"{address(session, 'columns')}/{place}/hierarchy"
    return element("details", element("summary", words("way_file")), dropping(words, action=where, label="file_of"))
