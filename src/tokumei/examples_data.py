"""Made-up data for the examples: visits to hospitals that never were, by people who never lived.

One set of records, drawn from a seed, written in English and in Japanese. The proportions are plausible (diagnoses
follow age, drugs and costs follow diagnoses), and nothing else is claimed for them.
"""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal, TypeVar

__all__ = ["RECORDS", "Language", "hospital_csv", "register_rows", "town_hierarchy_csv"]

RECORDS = 2_000
Language = Literal["en", "ja"]

_T = TypeVar("_T")
_SEED = 20_180
_HEADER = {
    "en": ("patient_id", "birth_year", "sex", "town", "visit_month", "occupation", "drugs", "diagnosis", "cost"),
    "ja": ("患者ID", "生年", "性別", "市町村", "受診月", "職業", "処方薬", "傷病名", "医療費"),
}
_SEXES = (("female", "女"), ("male", "男"))
_REGIONS = (("Tohoku", "東北"), ("Kanto", "関東"), ("Kinki", "近畿"), ("Kyushu", "九州"))
_PREFECTURES = (
    (("Miyagi", "宮城県"), 0),
    (("Fukushima", "福島県"), 0),
    (("Tokyo", "東京都"), 1),
    (("Kanagawa", "神奈川県"), 1),
    (("Osaka", "大阪府"), 2),
    (("Kyoto", "京都府"), 2),
    (("Fukuoka", "福岡県"), 3),
    (("Kumamoto", "熊本県"), 3),
)


@dataclass(frozen=True, slots=True)
class _Town:
    names: tuple[str, str]
    prefecture: int
    weight: int


_TOWNS = (
    _Town(("Sendai", "仙台市"), 0, 12),
    _Town(("Ishinomaki", "石巻市"), 0, 3),
    _Town(("Kesennuma", "気仙沼市"), 0, 1),
    _Town(("Koriyama", "郡山市"), 1, 5),
    _Town(("Iwaki", "いわき市"), 1, 5),
    _Town(("Aizuwakamatsu", "会津若松市"), 1, 2),
    _Town(("Shinjuku", "新宿区"), 2, 9),
    _Town(("Hachioji", "八王子市"), 2, 10),
    _Town(("Tachikawa", "立川市"), 2, 4),
    _Town(("Yokohama", "横浜市"), 3, 24),
    _Town(("Kawasaki", "川崎市"), 3, 14),
    _Town(("Kamakura", "鎌倉市"), 3, 3),
    _Town(("Osaka City", "大阪市"), 4, 22),
    _Town(("Sakai", "堺市"), 4, 8),
    _Town(("Suita", "吹田市"), 4, 5),
    _Town(("Kyoto City", "京都市"), 5, 14),
    _Town(("Uji", "宇治市"), 5, 3),
    _Town(("Maizuru", "舞鶴市"), 5, 1),
    _Town(("Fukuoka City", "福岡市"), 6, 16),
    _Town(("Kitakyushu", "北九州市"), 6, 9),
    _Town(("Kurume", "久留米市"), 6, 4),
    _Town(("Kumamoto City", "熊本市"), 7, 8),
    _Town(("Yatsushiro", "八代市"), 7, 2),
    _Town(("Amakusa", "天草市"), 7, 1),
)
_WORK = (
    (("office", "事務職"), 24),
    (("sales", "営業職"), 14),
    (("shop", "販売職"), 13),
    (("factory", "製造職"), 15),
    (("engineer", "技術職"), 11),
    (("nurse or carer", "看護・介護職"), 9),
    (("teacher", "教員"), 5),
    (("driver", "運転手"), 5),
    (("farmer", "農業"), 3),
    (("self-employed", "自営業"), 8),
    (("none", "無職"), 12),
)
_STUDENT, _RETIRED = ("student", "学生"), ("retired", "退職")


@dataclass(frozen=True, slots=True)
class _Illness:
    names: tuple[str, str]
    young: int
    old: int
    """Weights at 20 and at 80 years; between them along a line."""
    cost: float
    """Median in yen."""
    drugs: tuple[tuple[str, str], ...]


_INSULIN, _OPIOID = ("insulin", "インスリン"), ("opioid", "オピオイド")
_PAIN, _STOMACH = ("acetaminophen", "アセトアミノフェン"), ("antacid", "制酸薬")
_STATIN, _PRESSURE = ("statin", "スタチン"), ("amlodipine", "アムロジピン")
_ANTIBIOTIC, _STEROID = ("amoxicillin", "アモキシシリン"), ("steroid inhaler", "吸入ステロイド")
_ILLNESSES = (
    _Illness(("cold", "感冒"), 24, 10, 4_800, (_PAIN, ("cough syrup", "鎮咳薬"), ("antihistamine", "抗ヒスタミン薬"))),
    _Illness(("influenza", "インフルエンザ"), 12, 8, 7_500, (("oseltamivir", "オセルタミビル"), _PAIN)),
    _Illness(("hay fever", "花粉症"), 16, 5, 5_200, (("antihistamine", "抗ヒスタミン薬"), ("eye drops", "点眼薬"))),
    _Illness(("gastritis", "胃炎"), 10, 9, 8_900, (_STOMACH, ("rebamipide", "レバミピド"))),
    _Illness(("hypertension", "高血圧症"), 2, 30, 9_800, (_PRESSURE, ("losartan", "ロサルタン"), _STATIN)),
    _Illness(("diabetes", "糖尿病"), 2, 18, 16_500, (("metformin", "メトホルミン"), _INSULIN, _STATIN)),
    _Illness(("asthma", "喘息"), 8, 6, 11_000, (_STEROID, ("salbutamol", "サルブタモール"))),
    _Illness(("depression", "うつ病"), 9, 5, 12_500, (("sertraline", "セルトラリン"), ("zolpidem", "ゾルピデム"))),
    _Illness(("back pain", "腰痛症"), 7, 16, 7_200, (_PAIN, ("loxoprofen", "ロキソプロフェン"), ("patch", "湿布"))),
    _Illness(("pneumonia", "肺炎"), 2, 9, 86_000, (_ANTIBIOTIC, _PAIN)),
    _Illness(("cancer", "悪性腫瘍"), 1, 10, 240_000, (("chemotherapy", "抗がん剤"), _OPIOID, _STOMACH)),
    _Illness(("HIV infection", "HIV感染症"), 1, 1, 62_000, (("antiretroviral", "抗HIV薬"),)),
)


_REGISTER = ("患者番号", "氏名", "生年月日", "性別", "郵便番号", "入院日", "在院日数", "診療科", "傷病名", "入院費")
_SURNAMES = (
    *("佐藤", "鈴木", "高橋", "田中", "伊藤", "渡辺", "山本", "中村", "小林", "加藤"),
    *("吉田", "山田", "佐々木", "山口", "松本", "井上", "木村", "林", "斎藤", "清水"),
)
_WOMEN = (
    *("和子", "幸子", "恵子", "洋子", "節子", "京子", "陽子", "美智子"),
    *("久美子", "由美子", "明美", "真由美", "愛", "美咲", "さくら", "結衣"),
)
_MEN = ("清", "実", "勇", "茂", "正", "進", "弘", "隆", "誠", "健一", "浩", "剛", "大輔", "翔太", "拓也", "陽斗")
_AREAS = (("980-0", 9), ("981-3", 6), ("982-0", 5), ("983-0", 4), ("985-0", 3), ("986-0", 3), ("988-0", 1))
"""Beginnings of postcodes, with weights."""
_WARDS = (
    ("内科", 30, ("肺炎", "心不全", "糖尿病", "腎不全", "胃潰瘍"), 12),
    ("外科", 18, ("胆石症", "虫垂炎", "鼠径ヘルニア", "大腸がん"), 9),
    ("整形外科", 16, ("大腿骨骨折", "腰椎椎間板ヘルニア", "変形性膝関節症"), 20),
    ("脳神経外科", 8, ("脳梗塞", "くも膜下出血"), 24),
    ("産婦人科", 10, ("正常分娩", "切迫早産", "子宮筋腫"), 7),
    ("精神科", 5, ("うつ病", "統合失調症"), 40),
)
"""Department, weight, diseases, and the median of the days that a stay lasts."""


def hospital_csv(language: Language = "en", records: int = RECORDS) -> str:
    """The visits as CSV."""
    draw = random.Random(_SEED)
    place = 0 if language == "en" else 1
    return _csv([_HEADER[language], *(_visit(draw, place) for _ in range(records))], ",")


def register_rows(records: int = 1_200) -> list[tuple[str, ...]]:
    """A made-up register of inpatients, in Japanese, as an office keeps one in Excel: its header, then its rows."""
    draw = random.Random(_SEED + 1)
    return [_REGISTER, *(_stay(draw, number) for number in range(1, records + 1))]


def _stay(draw: random.Random, number: int) -> tuple[str, ...]:
    ward, _, diseases, days = _pick(draw, _WARDS, [weight for _, weight, _, _ in _WARDS])
    woman = ward == "産婦人科" or draw.random() < 0.5
    age = draw.randint(20, 42) if ward == "産婦人科" else min(97, max(3, round(draw.gauss(64, 19))))
    born = date(2025 - age, 1, 1) + timedelta(days=draw.randrange(365))
    came = date(2024, 4, 1) + timedelta(days=draw.randrange(365))
    stay = max(1, round(days * draw.lognormvariate(0, 0.5)))
    return (
        f"{240000 + number}",
        f"{draw.choice(_SURNAMES)} {draw.choice(_WOMEN if woman else _MEN)}",
        born.isoformat(),
        _SEXES[not woman][1],
        _pick(draw, [area for area, _ in _AREAS], [weight for _, weight in _AREAS]) + f"{draw.randrange(100):03d}",
        came.isoformat(),
        str(stay),
        ward,
        draw.choice(diseases),
        str(round(stay * 38_000 * draw.lognormvariate(0, 0.3), -3)).removesuffix(".0"),
    )


def town_hierarchy_csv(language: Language = "en") -> str:
    """Town; prefecture; region; `*`: the form that ARX uses."""
    place = 0 if language == "en" else 1
    above = [(names, _REGIONS[region]) for names, region in _PREFECTURES]
    rows = [(town.names, *above[town.prefecture]) for town in _TOWNS]
    return _csv([[*(names[place] for names in row), "*"] for row in rows], ";")


def _visit(draw: random.Random, place: int) -> tuple[str, ...]:
    age = min(95, max(6, round(draw.gauss(52, 21))))
    weights = [max(1, round(one.young + (one.old - one.young) * (age - 20) / 60)) for one in _ILLNESSES]
    illness = _pick(draw, _ILLNESSES, weights)
    drugs = {illness.drugs[0][place], *(drug[place] for drug in illness.drugs[1:] if draw.random() < 0.5)}
    extra = [_PAIN, _STOMACH, _PRESSURE, _STATIN]
    drugs |= {drug[place] for drug in extra if draw.random() < age / 1_000}
    month = draw.randrange(24)
    return (
        f"P{draw.randrange(10**7):07d}",
        str(2025 - age),
        _SEXES[draw.random() < 0.46][place],
        _pick(draw, _TOWNS, [town.weight for town in _TOWNS]).names[place],
        f"{2024 + month // 12}-{month % 12 + 1:02d}",
        _work(draw, age)[place],
        "|".join(sorted(drugs)),
        illness.names[place],
        str(round(illness.cost * draw.lognormvariate(0, 0.45), -1)).removesuffix(".0"),
    )


def _work(draw: random.Random, age: int) -> tuple[str, str]:
    if age < 19 or (age < 24 and draw.random() < 0.5):
        return _STUDENT
    if age > 70 or (age > 62 and draw.random() < 0.5):
        return _RETIRED
    return _pick(draw, [name for name, _ in _WORK], [weight for _, weight in _WORK])


def _pick(draw: random.Random, choices: Sequence[_T], weights: Sequence[int]) -> _T:
    return draw.choices(choices, weights)[0]


def _csv(rows: Sequence[Sequence[str]], delimiter: str) -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return text.getvalue()
