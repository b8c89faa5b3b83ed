"""Free text: character n-gram k-anonymity and the stronger promises built on it."""

from tokumei.core.text_settings import TextSettings
from tokumei.text.anonymize import COLLECTION, mask_texts, text_column
from tokumei.text.likeness import likeness_of
from tokumei.text.masked import MaskedTexts, MaskingFacts, without_texts
from tokumei.text.passes import TextPass
from tokumei.text.sizes import refuse_few_texts
from tokumei.text.streamed import StreamedTexts
from tokumei.text.within import mask_within

__all__ = [
    "COLLECTION",
    "MaskedTexts",
    "MaskingFacts",
    "StreamedTexts",
    "TextPass",
    "TextSettings",
    "likeness_of",
    "mask_texts",
    "mask_within",
    "refuse_few_texts",
    "text_column",
    "without_texts",
]
