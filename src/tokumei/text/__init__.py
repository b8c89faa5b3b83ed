"""Free text: character n-gram k-anonymity and the stronger promises built on it."""

from tokumei.core.text_settings import TextSettings
from tokumei.text.anonymize import COLLECTION, mask_texts, text_column
from tokumei.text.masked import MaskedTexts, MaskingFacts

__all__ = ["COLLECTION", "MaskedTexts", "MaskingFacts", "TextSettings", "mask_texts", "text_column"]
