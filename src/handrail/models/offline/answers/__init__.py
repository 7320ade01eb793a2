"""Answers to questions about a page."""
