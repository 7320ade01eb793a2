"""Instructions that act on a page."""
