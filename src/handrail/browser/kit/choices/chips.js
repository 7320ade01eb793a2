// What a field of several holds that has left its list: tokens that stand right before the place where one types.

import { LONGEST_NAME } from '../accessibility/names.js';
import { selectedLabels } from '../accessibility/values.js';
import { hasBox } from '../actions/boxes.js';
import { dom } from '../dom/dom.js';
import { clip, plainText } from '../dom/text.js';
import { styleOf } from '../style/visibility.js';

const LEVELS = 3;
const REMOVERS = 'button, [role=button], svg, i';
const OTHERS = 'a, label, input, select, textarea';
const CROSS = /\s*[×✕✖✗⨯]$/u;
/** @param {Element} part */
const textOf = (part) => plainText(part).replace(CROSS, '');

/** @param {Element} part */
const onlyChild = (part) => {
  const parts = Array.from(dom.children(part));
  return parts.length === 1 && plainText(part) === plainText(parts[0]) ? parts[0] : null;
};

/** Is it a button, or an icon to press? Others only say what a thing is. @param {Element} part */
const takesPresses = (part) =>
  dom.matches(part, 'button, [role=button]') || (dom.matches(part, 'svg, i') && styleOf(part).cursor === 'pointer');

/** What a token says; '' for what is none: a token ends with what takes it out again. @param {Element} part */
const tokenText = (part) => {
  if (dom.matches(part, OTHERS) || dom.query(part, OTHERS).length) return '';
  let inner = part;
  for (let only = onlyChild(inner); only; only = onlyChild(inner)) inner = only;
  const last = Array.from(dom.children(inner)).at(-1);
  const isToken = CROSS.test(dom.textContent(part)) || (last && takesPresses(last));
  // "Status: Open" is a filter beside the field.
  return isToken && !/[:：]/.test(textOf(part)) ? clip(textOf(part), LONGEST_NAME) : '';
};

/** The tokens before a field, in the first box around it that has a text before it: all of that are tokens, or none.
 * @param {Element} field
 */
const tokensBefore = (field) => {
  let inner = field;
  for (let level = 0; level < LEVELS; level++) {
    const box = dom.parent(inner);
    if (!box || ['form', 'body', 'fieldset', 'label'].includes(dom.tag(box))) return [];
    const parts = Array.from(dom.children(box));
    const before = parts.slice(0, parts.indexOf(inner)).filter((part) => hasBox(part) && textOf(part) !== '');
    const tokens = before.map(tokenText);
    if (before.length) return tokens.includes('') || before.some((part) => dom.tag(part) === 'button') ? [] : tokens;
    inner = box;
  }
  return [];
};

/** The labels that stand chosen in a field of several, and are no options of its list any more. Only of lists that say
 * that they take several.
 * @param {Element | null} typing the field in which one types
 * @param {Element} list @param {{label: string, selected: boolean}[]} options @param {Element | null} behind the select
 */
export const heldBeside = (typing, list, options, behind) => {
  if (behind && !dom.hasAttribute(behind, 'multiple')) return [];
  if (!behind && (dom.attribute(list, 'aria-multiselectable') !== 'true' || options.some((one) => one.selected)))
    return [];
  const labels = behind ? selectedLabels(behind) : typing ? tokensBefore(typing) : [];
  return labels.filter((label) => !options.some((option) => option.label === label));
};

const MARGIN = 2; // CSS pixels
/** Whether a press in the middle of a box would meet what takes a token in it out. @param {Element} box */
export const isOverRemover = (box) => {
  const { left, top, width, height } = dom.box(box);
  const [x, y] = [left + width / 2, top + height / 2];
  return Array.from(dom.query(box, REMOVERS)).some((remover) => {
    const at = dom.box(remover);
    const isMet =
      Math.abs(at.left + at.width / 2 - x) < at.width / 2 + MARGIN &&
      Math.abs(at.top + at.height / 2 - y) < at.height / 2 + MARGIN;
    const token = isMet && dom.up(dom.parent(remover), (above) => above === box || textOf(above) !== '');
    return token ? token !== box && tokenText(token) !== '' : false;
  });
};
