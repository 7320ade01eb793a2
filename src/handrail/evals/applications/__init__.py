"""The applications that the suites run against."""
