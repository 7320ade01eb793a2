"""What every tool shares: records, context, results."""
