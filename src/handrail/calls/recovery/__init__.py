"""Restoring a lost browser or tab."""
