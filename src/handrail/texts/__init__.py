"""What stands in a text, whoever wrote it: the facts that it names, its words, and how it is cut."""
