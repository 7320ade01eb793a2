"""Access to one page: the kit client, refs, frames."""
