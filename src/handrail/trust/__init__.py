"""Text from outside is a type, not a habit. This package imports no other."""

from handrail.trust.clean import clean, clean_data, one_line, site_line, well_formed, well_formed_data, without_quotes
from handrail.trust.external import External, Text, TextOut, is_of_site
from handrail.trust.fence import LABELS, WARNING, Fenced, fence
from handrail.trust.instructions import reads_like_instruction
from handrail.trust.plain import externals, plain

__all__ = [
    "LABELS", "WARNING", "External", "Fenced", "Text", "TextOut", "clean", "clean_data", "externals", "fence",
    "is_of_site", "one_line", "plain", "reads_like_instruction", "site_line", "well_formed",
    "well_formed_data", "without_quotes",
]  # fmt: skip
