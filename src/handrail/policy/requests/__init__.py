"""Judges what a page sends after an act, by the request itself."""
