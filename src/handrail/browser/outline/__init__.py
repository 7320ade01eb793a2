"""The outline of a page as text: its lines, what is folded in them, and what changed in it."""
