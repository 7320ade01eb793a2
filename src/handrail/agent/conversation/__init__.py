"""What a model is sent: the messages of a run, and what of them is still worth its tokens."""
