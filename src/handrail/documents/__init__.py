"""Reads files of other people's making (PDF, office files, archives) in a process of its own, within limits."""
