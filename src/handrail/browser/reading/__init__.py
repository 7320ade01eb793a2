"""Reading a page: snapshot, text, elements, changes."""
