"""From a task in plain words to its steps."""
