"""How much of a document is read. Files come from strangers: every number here stops one kind of bomb."""

from __future__ import annotations

TIME_LIMIT = 20.0
"""Seconds that reading a part of one document may take."""
MEMORY_LIMIT = 1_000_000_000
"""Bytes of address space of the process that reads, where the system limits it (Linux): 100 MB that it needs itself,
and what a file of `MAX_FILE_BYTES` and its text take."""
MAX_FILE_BYTES = 200_000_000
"""A larger file is not opened."""
MAX_TEXT = 2_000_000
"""Characters of text that are taken out of one document, or of one call's pages of a PDF."""
MAX_PAGES = 50
READ_TIME = 8.0
"""Pages of a PDF that one call reads, and seconds after which it reads no further one: many hold little text."""
MAX_ANSWER_BYTES = 40_000_000
"""Bytes that the reading process may answer."""
MAX_ENTRIES = 10_000
"""Entries of an archive; an office file of more is not opened."""
MAX_UNPACKED = 300_000_000
"""Bytes that the entries of an office file unpack to together. Honest ones stay far below; bombs begin above."""
MAX_PAGE_CHARS = 200_000
"""Characters of one PDF page that are looked at."""
MAX_CELLS = 1_000_000
"""Cells of one sheet that are read."""
MAX_LISTED = 500
"""Links, form fields and entries that are listed."""
MAX_PICTURES = 4
"""Pages that are rendered for one call; each costs a model a thousand tokens and more."""
MAX_ATTACHED_PAGES = 20
MAX_ATTACHED_BYTES = 5_000_000
"""What is attached of a document as it is. A page costs a model some 2,500 tokens; providers take 30 MB a request."""
PICTURE_WIDTH = 1_240
"""Pixels: a sheet of A4 at 150 dots per inch, at which a model reads ordinary print."""
