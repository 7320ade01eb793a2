"""Runs that go round in circles, and honest ones that look alike."""
