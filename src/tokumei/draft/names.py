"""What the name of a column says about it, in English and Japanese. A new pattern is one line in a table.

Names are compared after `plain`: compatibility forms unified, words apart, lower case. Patterns are tried from top to
bottom, the first that is found counts; so what names a person stands before what merely describes one, and exceptions
stand before their rule.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from tokumei.core.columns import Kind, Role

__all__ = ["NameHint", "hint", "plain"]

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_GAP = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class NameHint:
    """What a name suggests."""

    role: Role
    meaning: str
    """The key of its words in `tokumei.draft.words`."""
    kind: Kind | None = None
    """The type, where the values alone would mislead: codes that look like numbers."""
    sure: bool = True
    """Whether the values cannot talk the name out of it."""


_THINGS = r"(product|item|goods|shop|store|file|brand|drug|medicine|disease|diagnosis|course|event|table|column)s?"
_PERSON = r"(full|first|last|middle|family|given|maiden|patient|customer|user|person|employee|student)"
_WHO = "患者|会員|顧客|社員|職員|従業員|学籍|学生|利用者|お客様|個人|受診者|受験"
_PAPER = "受付|整理|管理|レセプト|カルテ|伝票|注文|契約|回答|枝|通し|申込|登録"


def _identifier(meaning: str) -> NameHint:
    return NameHint(Role.IDENTIFIER, meaning)


def _quasi(meaning: str, kind: Kind | None = None) -> NameHint:
    return NameHint(Role.QUASI, meaning, kind)


def _sensitive(meaning: str) -> NameHint:
    return NameHint(Role.SENSITIVE, meaning)


_TABLE: tuple[tuple[NameHint, str, str], ...] = (
    # Exceptions first: names and numbers of things are not names of people.
    (_sensitive("diagnosis"), r"\bdiagnos\w+|\bdisease|\bicd\b", "病(?!院|棟|床)|疾患|診断|症状"),
    (
        _quasi("thing", Kind.CATEGORY),
        rf"\b{_THINGS} (name|id|code|no|number)\b",
        "(商品|品目|製品|店舗|施設|病院|部署|学部|学科)(名|コード|番号|id)?",
    ),
    # Names and numbers of people.
    (_identifier("email"), r"\be ?mail\b|\bmail ?address\b", "メール"),
    (_identifier("device"), r"\b(ip|mac) ?addr(ess)?\b", "ipアドレス|macアドレス"),
    (
        _identifier("official_number"),
        r"\b(my ?number|ssn|social security|national id|nino|passport|nhs|medicare|driving licen[cs]e)\b",
        "マイナンバー|個人番号|旅券|パスポート|免許|基礎年金|被保険者|保険証|記号番号",
    ),
    (
        _identifier("card"),
        r"\b(credit ?card|card (no|number)|iban|account( no| number| id)?|routing)\b",
        "口座|カード番号|クレジット",
    ),
    (_identifier("telephone"), r"\b(tele)?phone|\b(tel|mobile|cell|fax)\b", "電話|携帯|ファックス|ファクス"),
    (
        _identifier("account"),
        r"\b(url|homepage|twitter|instagram|facebook|line id|user ?name|login|nick ?name|handle)\b",
        "ユーザー?名|ログイン|ニックネーム|ハンドル",
    ),
    (
        _identifier("name"),
        rf"\b{_PERSON} ?names?\b|\bnames?\b|\b(surname|forename|initials)\b",
        "氏名|姓名|名前|ふりがな|フリガナ|カナ氏|^(姓|名|氏|せい|めい|セイ|メイ)$",
    ),
    (
        _identifier("key"),
        r"\b(id|ids|uuid|guid|mrn|key|serial|imei|imsi|vin)\b",
        f"({_WHO}|{_PAPER})(番号|id|コード|no)|id$|識別子|識別番号|連番|シリアル",
    ),
    (NameHint(Role.IDENTIFIER, "number", sure=False), r"\b(no|num|number)$", "(?<!郵便)番号$"),
    (
        _identifier("person"),
        r"^(respondent|subject|participant|patient|customer|client|member|user|person|employee|student)$",
        f"^({_WHO}|回答者)$",
    ),
    # Amounts and opinions about a place are no places.
    (
        _sensitive("amount"),
        r"\b(costs?|charges?|expenses?|fees?|spend\w*|payments?)\b",
        "金額|費用|医療費|料金|点数|支払|価格|請求|消費額",
    ),
    (
        _sensitive("judgement"),
        r"\b(satisfaction|nps|inconvenience|intent\w*|opinion|rating|evaluation)\b",
        "満足|評価|意向|推奨度|不便|意見",
    ),
    # What describes a person and can be known to others.
    (_quasi("birth"), r"\b(birth|dob\b|born\b)", "生年|誕生|生まれ"),
    (_quasi("age"), r"\bage( ?group| ?band)?\b", "年齢|年代|^歳$"),
    (_quasi("sex", Kind.CATEGORY), r"\b(sex|gender)\b", "性別|男女"),
    (_quasi("postal", Kind.CATEGORY), r"\b(zip|zip ?code|post ?code|postal ?code|postal)\b", "郵便|〒"),
    (_quasi("address"), r"\b(street|address|addr|house|apartment)\b", "住所|所在地|番地|町名|丁目"),
    (_quasi("place"), r"\b(lat|lng|lon|latitude|longitude|gps|coordinates?)\b", "緯度|経度|座標"),
    (
        _quasi("place", Kind.CATEGORY),
        r"\b(city|town|village|prefecture|state|county|country|region|province|district|area|place|location)\b"
        r"|\b(municipality|ward|residence)\b",
        "都道府県|市区町村|市町村|自治体|居住|地域|地区|出身|本籍|[県市区町村国]$|国名",
    ),
    (
        _quasi("occupation", Kind.CATEGORY),
        r"\b(occupation|profession|job|work ?class|employer|company|industry|department|position|title)\b",
        "職業|職種|勤務|会社|業種|役職|所属|産業",
    ),
    (_quasi("education"), r"\b(education|degree|school|university)\b", "学歴|学校|大学|学年"),
    (
        _sensitive("money"),
        r"\b(salary|income|wages?|pay|earnings|savings|debts?|loans?|credit|balance|assets)\b",
        "年収|給与|給料|所得|収入|賃金|報酬|月収|資産|負債|借入|残高",
    ),
    (
        _quasi("family"),
        r"\b(marital|marriage|spouse|relationship|household|family|children|dependents?)\b",
        "婚姻|既婚|未婚|配偶|続柄|世帯|家族|子供|扶養",
    ),
    (
        _quasi("origin", Kind.CATEGORY),
        r"\b(race|ethnic\w*|nationality|citizenship|native|language)\b",
        "人種|民族|国籍|言語",
    ),
    (_quasi("body"), r"\b(height|weight|bmi|blood ?type)\b", "身長|体重|血液型"),
    # What a person would not want others to learn.
    (
        _sensitive("diagnosis"),
        r"\b(illness|disorder|symptoms?|comorbid\w*|medical history)\b",
        "症$|既往|障害|障がい",
    ),
    (
        _sensitive("treatment"),
        r"\b(drugs?|medic(ine|ation)s?|prescriptions?|treatments?|therap\w+|surgery|procedures?|hiv|test results?)\b",
        "薬|処方|治療|手術|検査",
    ),
    (
        _sensitive("amount"),
        r"\b(amount|price)\b",
        "額$",
    ),
    (
        _sensitive("belief"),
        r"\b(religio\w+|belief|politic\w+|party|union|sexual\w*|orientation|crimin\w+|conviction|offen[cs]e)\b",
        "宗教|信条|思想|政党|組合|性的|犯罪|前科|犯歴",
    ),
    (
        _sensitive("judgement"),
        r"\b(scores?|grades?|marks?|gpa)\b",
        "成績",
    ),
    (
        _quasi("time"),
        r"\b(visit|admission|discharge|date|day|month|year|time)\b",
        "受診|来院|入院|退院|診療|年月|日時|年度|[日月年]$",
    ),
    (
        _quasi("code", Kind.CATEGORY),
        r"\b(flag|class|category|type|kind|code|status)$",
        "区分|種別|分類|コード$|フラグ",
    ),
)
_PATTERNS = tuple((re.compile(f"{english}|{japanese}"), found) for found, english, japanese in _TABLE)


def hint(name: str) -> NameHint | None:
    """What the name suggests, or None."""
    words = plain(name)
    return next((found for pattern, found in _PATTERNS if pattern.search(words)), None)


def plain(name: str) -> str:
    """A column's name for comparison: `PatientID`, `patient_id` and `Patient ID` are the same."""
    unified = unicodedata.normalize("NFKC", name)
    return _GAP.sub(" ", _CAMEL.sub(" ", unified)).strip().lower()
