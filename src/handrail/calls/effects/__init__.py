"""What may come of an act: its limits, and who judges the presses, requests and files that follow from it."""
