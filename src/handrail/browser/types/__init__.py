"""What the browser room hands to the others: plain data, by what it is about."""
