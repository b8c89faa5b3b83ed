"""Which place lies in which: facts that no package carries."""

from __future__ import annotations

__all__ = ["ALIASES", "PREFECTURES", "SUBREGIONS"]

PREFECTURES: dict[str, tuple[str, ...]] = {
    "北海道地方": ("北海道",),
    "東北地方": ("青森県", "岩手県", "宮城県", "秋田県", "山形県", "福島県"),
    "関東地方": ("茨城県", "栃木県", "群馬県", "埼玉県", "千葉県", "東京都", "神奈川県"),
    "中部地方": ("新潟県", "富山県", "石川県", "福井県", "山梨県", "長野県", "岐阜県", "静岡県", "愛知県"),
    "近畿地方": ("三重県", "滋賀県", "京都府", "大阪府", "兵庫県", "奈良県", "和歌山県"),
    "中国地方": ("鳥取県", "島根県", "岡山県", "広島県", "山口県"),
    "四国地方": ("徳島県", "香川県", "愛媛県", "高知県"),
    "九州・沖縄地方": ("福岡県", "佐賀県", "長崎県", "熊本県", "大分県", "宮崎県", "鹿児島県", "沖縄県"),
}

SUBREGIONS: dict[tuple[str, str], str] = {
    ("Africa", "Northern Africa"): "DZ EG LY MA SD TN EH",
    ("Africa", "Eastern Africa"): "IO BI KM DJ ER ET TF KE MG MW MU YT MZ RE RW SC SO SS UG TZ ZM ZW",
    ("Africa", "Middle Africa"): "AO CM CF TD CG CD GQ GA ST",
    ("Africa", "Southern Africa"): "BW SZ LS NA ZA",
    ("Africa", "Western Africa"): "BJ BF CV CI GM GH GN GW LR ML MR NE NG SH SN SL TG",
    ("Americas", "Caribbean"): "AI AG AW BS BB BQ VG KY CU CW DM DO GD GP HT JM MQ MS PR BL KN LC MF VC SX TT TC VI",
    ("Americas", "Central America"): "BZ CR SV GT HN MX NI PA",
    ("Americas", "South America"): "AR BO BV BR CL CO EC FK GF GY PY PE GS SR UY VE",
    ("Americas", "Northern America"): "BM CA GL PM US",
    ("Asia", "Central Asia"): "KZ KG TJ TM UZ",
    ("Asia", "Eastern Asia"): "CN HK MO KP JP MN KR TW",
    ("Asia", "South-eastern Asia"): "BN KH ID LA MY MM PH SG TH TL VN",
    ("Asia", "Southern Asia"): "AF BD BT IN IR MV NP PK LK",
    ("Asia", "Western Asia"): "AM AZ BH CY GE IQ IL JO KW LB OM QA SA PS SY TR AE YE",
    ("Europe", "Eastern Europe"): "BY BG CZ HU PL MD RO RU SK UA",
    ("Europe", "Northern Europe"): "AX DK EE FO FI GG IS IE IM JE LV LT NO SJ SE GB",
    ("Europe", "Southern Europe"): "AL AD BA HR GI GR VA IT MT ME MK PT SM RS SI ES",
    ("Europe", "Western Europe"): "AT BE FR DE LI LU MC NL CH",
    ("Oceania", "Australia and New Zealand"): "AU CX CC HM NZ NF",
    ("Oceania", "Melanesia"): "FJ NC PG SB VU",
    ("Oceania", "Micronesia"): "GU KI MH FM NR MP PW UM",
    ("Oceania", "Polynesia"): "AS CK PF NU PN WS TK TO TV WF",
    ("Antarctica", "Antarctica"): "AQ",
}
"""Continent and region → ISO 3166 codes, as the United Nations' standard M49 groups them (Taiwan by its place)."""

ALIASES: dict[str, tuple[str, ...]] = {
    "GB": ("England", "Scotland", "Wales", "Northern Ireland", "Great Britain", "UK", "U.K.", "イギリス", "英国"),
    "US": ("USA", "U.S.", "U.S.A.", "America", "アメリカ", "アメリカ合衆国", "米国"),
    "KR": ("South Korea", "Korea", "韓国"),
    "KP": ("North Korea", "北朝鮮"),
    "RU": ("Russia", "ロシア"),
    "IR": ("Iran", "イラン"),
    "LA": ("Laos", "ラオス"),
    "VN": ("Vietnam", "ベトナム"),
    "TW": ("Taiwan", "台湾"),
    "HK": ("Hong Kong", "香港"),
    "NL": ("Holland", "The Netherlands", "オランダ"),
    "CZ": ("Czech Republic", "チェコ"),
    "TR": ("Turkey", "トルコ"),
    "SY": ("Syria",),
    "TZ": ("Tanzania",),
    "VE": ("Venezuela",),
    "BO": ("Bolivia",),
    "MD": ("Moldova",),
    "CI": ("Ivory Coast",),
    "CN": ("中国",),
    "DE": ("ドイツ",),
    "FR": ("フランス",),
    "TT": ("Trinidad and Tobago", "Trinidad & Tobago"),
}
"""ISO 3166 code → names in daily use that the standard does not list."""
