"""What a browser may send: the filtering proxy and the request filters."""
