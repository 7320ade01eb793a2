"""Tabs, navigation, and what happens to a tab after an act."""
