"""What the words of a task mean on a page."""
