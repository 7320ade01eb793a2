"""The attack suite."""
