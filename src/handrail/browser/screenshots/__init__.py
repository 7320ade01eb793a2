"""Screenshots: capture, annotation, redaction."""
