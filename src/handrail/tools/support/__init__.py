"""What tool handlers use."""
