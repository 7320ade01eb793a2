"""Services of the web that are asked in place of a page: search providers and Tabstack. Says what is sent to them, and
reads what they answer; nothing here sends anything."""
