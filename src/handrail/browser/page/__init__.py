"""The way into one page: the kit client, refs, frames."""
