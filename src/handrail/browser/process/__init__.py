"""Browser processes: finding, installing, launching and ending them."""
