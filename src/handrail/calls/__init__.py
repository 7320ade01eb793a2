"""The pipeline that every call of a tool goes through."""
