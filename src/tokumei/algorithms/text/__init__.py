"""Free text: character n-gram k-anonymity and the stronger promises built on it."""

from tokumei.algorithms.text.anonymize import COLLECTION, mask_texts, text_column
from tokumei.algorithms.text.masked import MaskedTexts, MaskingFacts
from tokumei.core.text_settings import TextSettings

__all__ = ["COLLECTION", "MaskedTexts", "MaskingFacts", "TextSettings", "mask_texts", "text_column"]
