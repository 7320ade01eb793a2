// The items of a list that a page draws as controls of its own, for a select that it hides: who wants one presses that.

import { roleOf } from '../accessibility/roles.js';
import { dom } from '../dom/dom.js';
import { optionLabel, optionsOf, optionValue } from '../dom/native.js';
import { onElement, refOf } from '../dom/refs.js';
import { normalizeSpace } from '../dom/text.js';
import { clip } from '../forms/control_kinds.js';
import { seenText } from '../forms/labels.js';
import { isVisible } from '../style/visibility.js';

const LEVELS = 5;
const PRESSED = 'a, button, [role=button], [role=option], [tabindex]';
const MOST = 20;
/** What is drawn near an element for these values, in the box that also holds the one hidden select with such options.
 * An item that was chosen may be drawn twice.
 */
export const itemsBeside = onElement((element, { values }) => {
  let at = dom.parent(element);
  for (let level = 0; at && level < LEVELS; level++, at = dom.parent(at)) {
    const selects = Array.from(dom.queryIn(at, 'select'));
    if (selects.length === 0) continue;
    if (selects.length > 1 || isVisible(selects[0])) break;
    const labels = Array.from(optionsOf(selects[0]))
      .filter((option) =>
        [optionLabel(option), optionValue(option)].some((word) => values.includes(normalizeSpace(word))),
      )
      .map((option) => normalizeSpace(optionLabel(option)));
    const items = Array.from(dom.queryIn(at, PRESSED)).filter(
      (one) => isVisible(one) && labels.includes(seenText(one)),
    );
    const named = items.map((one) => ({
      local: refOf(one),
      role: roleOf(one) || 'clickable',
      name: clip(seenText(one)),
    }));
    return { items: named.slice(0, MOST) };
  }
  return { items: [] };
});
