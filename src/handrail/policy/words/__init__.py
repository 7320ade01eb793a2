"""What words mean: those of the user's task, and those of labels, addresses and bodies."""
