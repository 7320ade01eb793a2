"""Handrail beside browser-use: the same tasks, the same pages, the same decisions of the same local model server."""
