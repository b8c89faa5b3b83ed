"""How long a search takes: 10,000 values against 100,000 concepts with vectors of 300 dimensions.

    python -m benchmarks.hierarchies_speed [--values 10000] [--concepts 100000]

Names are made up of words that have a vector; no value is a concept, so that every one is searched for. Also a file of
200,000 × 300 vectors: converting it once, and opening it from then on.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from pathlib import Path

import numpy as np

from tokumei.hierarchies.semantic import candidates
from tokumei.hierarchies.semantic.graph import GraphBuilder
from tokumei.hierarchies.semantic.morphemes import PlainAnalyser
from tokumei.hierarchies.semantic.similarity import Similarity
from tokumei.hierarchies.semantic.vectors import open_file
from tokumei.hierarchies.semantic.vectors.words import WordVectors

WORDS, DIMENSIONS = 200_000, 300


def word(number: int) -> str:
    return "w" + "".join(chr(ord("a") + int(digit)) for digit in str(number))


def names(rng: np.random.Generator, count: int) -> list[str]:
    words = (rng.pareto(1.0, (count * 2, 3)) * 50).astype(np.int64) % WORDS
    return list(dict.fromkeys(" ".join(map(word, (a, b, c))) for a, b, c in words.tolist()))[:count]


def clustered_matrix(rng: np.random.Generator) -> np.ndarray:
    """Vectors in 2,000 clumps, as words are."""
    middles = rng.standard_normal((2_000, DIMENSIONS)).astype(np.float32)
    return middles[rng.integers(0, 2_000, WORDS)] + rng.standard_normal((WORDS, DIMENSIONS)).astype(np.float32)


def memory() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--values", type=int, default=10_000)
    parser.add_argument("--concepts", type=int, default=100_000)
    options = parser.parse_args()
    rng = np.random.default_rng(0)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "words.bin"
        matrix = clustered_matrix(rng)
        with open(file, "wb") as out:
            out.write(f"{WORDS} {DIMENSIONS}\n".encode())
            for number, vector in enumerate(matrix):
                out.write(f"{word(number)} ".encode() + vector.tobytes() + b"\n")
        del matrix
        start = time.perf_counter()
        open_file(file)
        print(f"convert {WORDS:,} × {DIMENSIONS}: {time.perf_counter() - start:.2f} s")
        start = time.perf_counter()
        vectors = open_file(file)
        print(f"open again: {time.perf_counter() - start:.3f} s")
        made = names(rng, options.concepts + options.values)
        builder = GraphBuilder("made up")
        for number, name in enumerate(made[: options.concepts]):
            builder.chain([f"top {word(number % 20)}", f"field {word(number % 1000)}", name])
        dictionary = builder.done()
        values = [f"{name} more" for name in made[options.concepts :]]
        start, busy = time.perf_counter(), time.process_time()
        candidates(values, [1] * len(values), [dictionary], k=5, vectors=vectors)
        seconds, busy = time.perf_counter() - start, time.process_time() - busy
        print(f"{len(values):,} values, {len(dictionary):,} concepts: {seconds:.1f} s", end="")
        print(f" ({busy:.1f} s of processor time), peak {memory():.2f} GB")
        agreement(vectors, made, options.concepts)


def agreement(vectors: WordVectors, made: list[str], concepts: int) -> None:
    """How often the rough search finds what the full one finds, on 500 values, at the same number of concepts."""
    from tokumei.hierarchies.semantic import similarity

    values = [f"{name} more" for name in made[concepts : concepts + 500]]
    search = Similarity(made[:concepts], vectors=vectors, words=PlainAnalyser())
    full = search.nearest(values)
    similarity._MANY = 0
    rough = search.nearest(values)
    same = sum(a == b for a, b in zip(full, rough, strict=True))
    print(f"rough search agrees with the full one on {same / len(values):.1%} of {len(values)} values")


if __name__ == "__main__":
    main()
