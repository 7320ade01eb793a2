"""What of a long list is tried each time: a seeded sample, or all with TESTS=all (`make test-all`)."""

import os
import random
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

ALL = os.environ.get("TESTS") == "all"

BROWSERS = ("chromium", "firefox") if ALL else ("chromium",)
"""For what is decided by code of ours that is the same for both, where tests beside it start a Firefox: that takes four
seconds of a processor."""


def some(items: Iterable[T], count: int, seed: int = 1) -> list[T]:
    """These many of the items, always the same ones, in their order; or all of them."""
    listed = list(items)
    if ALL or count >= len(listed):
        return listed
    chosen = sorted(random.Random(seed).sample(range(len(listed)), count))
    return [listed[at] for at in chosen]


ENGINES_AGREE: dict[str, tuple[str, ...]] = {
    # How the outlines of two moments are compared and shortened: Python, over nodes that are the same in both.
    "browser/outline/test_changes.py": (),
    "browser/outline/test_month_grids.py": (),
    "browser/outline/test_passing_time.py": (),
    "browser/outline/test_row_cells.py": (),
    "browser/outline/test_shown_parts.py": (),
    # Which nodes travel is decided by the kit alone; in Firefox they come in another way.
    "browser/page/test_outline_cache.py": ("test_letters_of_all_scripts", "test_a_letter_cut_in_half"),
    # What a ref stands for is decided by the kit, by texts and attributes; test_refs_property.py tries it in Firefox.
    "browser/page/test_recycled.py": (),
    "browser/page/test_refs.py": ("test_push_state", "test_each_kind_of_wrong_ref"),
    "tools/test_named_elements.py": (),
    "tools/test_name_errors.py": (),
    # Which line stands for a thing and what that is called: the kit, by tags, attributes, texts and classes. What is
    # asked of the engine for it (styles, sizes, what lies on top) is in test_snapshot.py, test_text.py, test_covered.py
    # and kit/test_style_rules.py; kit/test_names.py compares the names in both browsers.
    "browser/reading/test_component_outlines.py": (),
    "browser/reading/test_guessed_names.py": ("test_what_is_being_faded_in",),
    "browser/reading/test_icon_words.py": (),
    "browser/reading/test_lean_outlines.py": (),
    "browser/reading/test_owned_elements.py": (),
    "browser/reading/test_quiet_marks.py": (),
    "browser/reading/test_row_parts.py": (),
    "browser/reading/test_snapshot_modes.py": (),
    "browser/reading/test_trees.py": (),
    "browser/reading/test_unfamiliar_pages.py": (),
    "tools/test_read_page.py": (),
    # Presses, keys and texts, put together in Python. Each of those is tried in Firefox by test_actions.py,
    # test_keys.py, test_scroll.py, fields/test_fill.py and fields/test_select.py, and by `test_in_firefox` of its tool.
    "browser/actions/fields/test_chips.py": (),
    "browser/actions/fields/test_hidden_selects.py": (),
    "browser/actions/fields/test_virtual_lists.py": (),
    "browser/actions/test_miniwob.py": (),
    "tools/test_fill_date_forms.py": (),
    "tools/test_fill_dates.py": (),
    "tools/test_fill_form.py": (),
    "tools/test_fill_submit.py": (),
    "tools/test_scales.py": (),
    "tools/test_select.py": (),
    "tools/test_web_search.py": (),
    # What the filtering proxy refused, in the session's words: Python. What reaches the proxy from each browser is in
    # network/filtering_proxy/, and calls/test_websockets.py has the same refusal in the Firefox that it starts.
    "calls/test_network_guard.py": (),
}
"""Of these files, what runs in both browsers shows the same of us in each: the whole suite runs it in Chromium alone,
but for tests whose names begin so. What is only of Firefox (``test_in_firefox``) runs always."""
