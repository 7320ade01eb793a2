// The fields that a visible label stands for though they are not called by it: another name is given to the field, or the page
// hides it and draws one of its own, such as an editor or a place for files.

import { inputType } from '../dom/controls.js';
import { dom, FRAMES } from '../dom/dom.js';
import { labelControl } from '../dom/native.js';
import { refOf } from '../dom/refs.js';
import { normalizeSpace } from '../dom/text.js';
import { isRendered, isVisible } from '../style/visibility.js';
import { seenText } from './labels.js';

const FIELDS =
  'input:not([type=hidden]), textarea, select, [contenteditable=""], [contenteditable=true], [role=textbox], iframe';
const BOXES = ['checkbox', 'radio'];
/** A name as names are compared (`name_key`). @param {string} text */
const key = (text) =>
  normalizeSpace(text)
    .toLowerCase()
    .replace(/^[*: ]+|[*: ]+$/g, '');

/** Whether a person can use a field where it stands; one for files may be transparent. @param {Element} field */
const isUsed = (field) => isVisible(field) || (inputType(field) === 'file' && isRendered(field));

/** The one field that a box is or holds. @param {Element} box @returns {Element[]} */
const fieldIn = (box) => {
  const used = [box, ...dom.queryIn(box, FIELDS)].filter((one) => dom.matches(one, FIELDS) && isUsed(one));
  const outer = used.filter((one) => !used.some((other) => other !== one && dom.contains(other, one)));
  return outer.length === 1 ? outer : [];
};

/** @param {Element} label @returns {Element[]} */
const fieldOf = (label) => {
  const control = labelControl(label);
  if (control === null) {
    const box = dom.byId(document, dom.attribute(label, 'for') ?? '');
    return box ? fieldIn(box) : [];
  }
  if (isUsed(control) || BOXES.includes(inputType(control))) return [control];
  // What a page draws for a field that it hides stands right behind that.
  let drawn = dom.nextElement(control);
  while (drawn && !isRendered(drawn)) drawn = dom.nextElement(drawn);
  return drawn ? fieldIn(drawn) : [];
};

/** The answer is one of `query`. @type {Operation} */
export const labelled = ({ words }) => {
  const labels = Array.from(dom.query(document, 'label')).filter(
    (label) => isVisible(label) && key(seenText(label)) === key(words),
  );
  const found = new Set(labels.flatMap(fieldOf));
  const frames = Array.from(dom.query(document, FRAMES), (element) => ({ local: refOf(element), at: found.size }));
  return { total: found.size, locals: Array.from(found, refOf), frames };
};
