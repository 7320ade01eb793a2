// What a box shows without any text in it.

import { isTransparent } from './colors.js';
import { styleOf } from './visibility.js';

const getComputed = window.getComputedStyle;
const SIDES = /** @type {const} */ (['Top', 'Right', 'Bottom', 'Left']);
/** @param {Element} element @param {string} which */
const isGenerated = (element, which) => !/^(?:none|normal)?$/.test(getComputed.call(window, element, which).content);
/** Does a style sheet draw a picture or a sign in a box? @param {Element} element */
export const hasPicture = (element) =>
  styleOf(element).backgroundImage !== 'none' || isGenerated(element, '::before') || isGenerated(element, '::after');

/** Has a box a background, an edge, a shadow, or a sign that a style sheet adds? @param {Element} element */
export const isPainted = (element) => {
  const style = styleOf(element);
  return (
    !isTransparent(style.backgroundColor) ||
    style.boxShadow !== 'none' ||
    SIDES.some((side) => style[`border${side}Style`] !== 'none' && style[`border${side}Width`] !== '0px') ||
    hasPicture(element)
  );
};
