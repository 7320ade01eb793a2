"""Model providers, through the model classes of pydantic-ai."""
