"""Entering values: texts, dates, choices, files and secrets."""
