"""What a claim that a task is done is held against: rules over what acts sent and what pages showed, then a model."""
