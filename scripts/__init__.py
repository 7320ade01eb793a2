"""Programs for the people who work on Handrail."""
