"""Reading documents, each by the process that reads them."""
