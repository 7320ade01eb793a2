// Which attributes an element has, as bits: one question to the browser instead of one for each of them.

import { dom } from './dom.js';

export const HAS_ROLE = 1;
export const HAS_ARIA = 2; // any aria-*
export const HAS_NAMING = 4; // aria-label, aria-labelledby, aria-owns: named by something else than what stands in it
export const HAS_INERT = 8;
export const HAS_HANDLER = 16;
export const HAS_TABINDEX = 32;
export const HAS_EDITABLE = 64;
export const HAS_OTHER = 128; // anything but class, style and id
export const HAS_CLASS = 256;
export const HAS_ID = 512;
export const HAS_TITLE = 1024; // named by its title, or by the tip that shows it, where nothing else names it
export const HAS_STATE = 2048; // a state that an attribute tells: aria-checked and its like
export const HAS_DRAGGABLE = 4096;
export const ATTRIBUTE_BITS = 13; // bits: what stands above them in a number is somebody else's
const BITS = new Map(
  Object.entries({
    role: HAS_ROLE,
    inert: HAS_INERT,
    onclick: HAS_HANDLER,
    ondblclick: HAS_HANDLER,
    onmousedown: HAS_HANDLER,
    onpointerdown: HAS_HANDLER,
    ondrop: HAS_HANDLER,
    draggable: HAS_DRAGGABLE,
    tabindex: HAS_TABINDEX,
    contenteditable: HAS_EDITABLE,
    title: HAS_TITLE,
    'aria-describedby': HAS_ARIA | HAS_TITLE,
    'aria-label': HAS_ARIA | HAS_NAMING,
    'aria-labelledby': HAS_ARIA | HAS_NAMING,
    'aria-owns': HAS_ARIA | HAS_NAMING,
  }).map(([name, bits]) => [name, bits | HAS_OTHER]),
);

for (const state of 'busy checked current disabled expanded invalid level pressed readonly required selected'.split(
  ' ',
)) {
  BITS.set(`aria-${state}`, HAS_ARIA | HAS_STATE | HAS_OTHER);
}

BITS.set('class', HAS_CLASS).set('id', HAS_ID).set('style', 0);
// Scripts that draw tips (Bootstrap, qTip, Tipsy) keep the title there meanwhile, so that the browser shows none.
const KEPT_TITLE = /(?:^|-)(?:old|orig|original)-?title$/;
/** The attributes that may hold a title. @param {Element} element */
export const titlesOf = (element) =>
  dom.attributeNames(element).filter((name) => name === 'title' || KEPT_TITLE.test(name));

/** What an attribute says by being there. @param {string} name */
export const bitsOfName = (name) => {
  let bits = BITS.get(name);
  if (bits === undefined) {
    bits = HAS_OTHER | (name.startsWith('aria-') ? HAS_ARIA : KEPT_TITLE.test(name) ? HAS_TITLE : 0);
    if (BITS.size < 1000) BITS.set(name, bits);
  }
  return bits;
};

/** @returns {number} @param {Element} element */
export const attributeBits = (element) => {
  let bits = 0;
  for (const name of dom.attributeNames(element)) bits |= bitsOfName(name);
  return bits;
};

export const HAS_ANY = -1;
