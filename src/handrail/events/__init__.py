"""What happens in a session: `kinds` declares each event, `stream` brings it to the listeners."""
