"""Trac (BSD licence), as a second application that is attacked: one that nobody here wrote."""
