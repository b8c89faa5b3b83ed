"""Word vectors: from a package that carries them, or from the user's file."""

from tokumei.hierarchies.semantic.vectors.files import convert, open_file
from tokumei.hierarchies.semantic.vectors.opening import open_vectors
from tokumei.hierarchies.semantic.vectors.packaged import WordReader, english, japanese
from tokumei.hierarchies.semantic.vectors.training import train
from tokumei.hierarchies.semantic.vectors.words import WordVectors

__all__ = ["WordReader", "WordVectors", "convert", "english", "japanese", "open_file", "open_vectors", "train"]
