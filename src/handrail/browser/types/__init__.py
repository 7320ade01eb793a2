"""The plain data that the browser exchanges with other packages, by what it is about."""
