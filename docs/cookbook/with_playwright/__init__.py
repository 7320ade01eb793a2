"""The same programs with Playwright alone, for comparison."""
