"""What the tools that read documents share."""
