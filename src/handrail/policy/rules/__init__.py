"""Rules that judge a call before it acts."""
