// The words of options: what one is called in its first line, and those that stand beside a field once they are chosen.

import { LONGEST_NAME } from '../accessibility/names.js';
import { roleOf } from '../accessibility/roles.js';
import { hasBox } from '../actions/hit_test.js';
import { dom } from '../dom/dom.js';
import { clip, normalizeSpace } from '../dom/text.js';

const MOST_BOXES = 200;
/** @param {Element} part */
const ownText = (part) => Array.from(dom.childNodes(part)).filter(dom.isText).map(dom.data).join(' ');
/** The first words of an option that has more lines than one: what it is called, before what else there is to say of it.
 * @param {Element} item
 */
export const titleOf = (item) => {
  const lead = Array.from(dom.queryIn(item, '*')).find((part) => /\S/.test(ownText(part)));
  return lead && !/\S/.test(ownText(item)) ? clip(normalizeSpace(dom.textContent(lead)), LONGEST_NAME) : '';
};

const TAG_LEVELS = 4;
const MOST_TAGS = 100;
/** What stands in the box of a field beside its list: the labels of what was chosen, where they have left the list.
 * @param {Element} trigger @param {Element | null} list
 */
export const tagsBeside = (trigger, list) => {
  let box = dom.parent(trigger);
  for (let level = 1; box && level < TAG_LEVELS && roleOf(box) !== 'group' && dom.tag(box) !== 'body'; level++)
    box = dom.parent(box);
  if (!box) return [];
  return Array.from(dom.query(box, '*'))
    .filter((part) => dom.tag(part) !== 'option' && !(list && dom.contains(list, part)) && /\S/.test(ownText(part)))
    .slice(0, MOST_BOXES)
    .filter(hasBox)
    .slice(0, MOST_TAGS)
    .map((part) => clip(normalizeSpace(ownText(part)), LONGEST_NAME));
};
