"""What a model wrote or chose in pages, which a page may send later."""
