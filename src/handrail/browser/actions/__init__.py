"""Acting on a page with real input."""
