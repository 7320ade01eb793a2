"""Roles of elements that are alike for an outline."""

CHECKED = frozenset(("checkbox", "menuitemcheckbox", "menuitemradio", "radio", "switch"))
CHOICES = frozenset(("option", "menuitem", "menuitemcheckbox", "menuitemradio"))
PRESSED = CHECKED | {"button", "clickable", "link", "menuitem", "option", "tab", "treeitem"}
"""Of what a press is all there is to do with it."""
GRIDS = frozenset(("table", "grid", "treegrid"))
CELLS = frozenset(("cell", "columnheader", "rowheader", "gridcell"))
LANDMARKS = frozenset(("banner", "complementary", "contentinfo", "navigation"))
