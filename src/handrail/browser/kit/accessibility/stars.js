// Rows of stars: how many of them are filled.

import { dom } from '../dom/dom.js';

const FEWEST = 3;
const MOST = 10;
const STAR = /(?:^|[-_\s])star(?:$|[-_\s])/i;
// What icon fonts call a star that is not filled.
const EMPTY = /(?:^|[-_\s])(?:o|empty|off|outlined?|border|far|regular|line)(?:$|[-_\s])|(?:^|\s)bi-star(?:$|\s)/i;
const HALF = /half/i;
/** How an icon looks, by its class and that of what is in it; '' for what is no star. @param {Element | null} part */
const lookOf = (part) => {
  const own = part === null ? '' : dom.className(part);
  if (part === null || !STAR.test(own) || /\S/.test(dom.textContent(part))) return '';
  const inner = dom.firstElement(part);
  return inner === null ? own : `${own} ${dom.className(inner)}`;
};

/** @param {Box} one @param {Box} other */
const areOver = (one, other) =>
  one.top < other.bottom && other.top < one.bottom && one.left < other.right && other.left < one.right;

/** A box of stars beside another one: some draw the filled ones over the others, and cut them off by a width.
 * @param {Element | null} box
 */
const twinOf = (box) => {
  const [after, before] = box ? [dom.nextElement(box), dom.previousElement(box)] : [null, null];
  const run = [after, before].find(
    (other) => other && box && lookOf(dom.firstElement(other)) !== '' && areOver(dom.box(box), dom.box(other)),
  );
  return run ? { run, isFirst: run === after } : null;
};

/** @param {Element[]} parts the stars of the box below @param {Element} over */
const overlaid = (parts, over) => {
  const filled = Array.from(dom.children(over));
  const whole = dom.box(parts[parts.length - 1]).right - dom.box(parts[0]).left;
  const full = whole > 0 ? Math.round((2 * parts.length * dom.box(over).width) / whole) / 2 : 0;
  return { parts: parts.map((star, at) => (at < full ? (filled[at] ?? star) : star)), full };
};

/** The stars of a row that begins with this part, and how many are filled; null where none does.
 * @param {Element} part
 */
export const starsFrom = (part) => {
  if (lookOf(part) === '' || lookOf(dom.previousElement(part)) !== '') return null;
  /** @type {Element[]} */
  const parts = [];
  for (let at = /** @type {Element | null} */ (part); at && lookOf(at) !== ''; at = dom.nextElement(at)) parts.push(at);
  if (parts.length < FEWEST || parts.length > MOST) return null;
  const twin = twinOf(dom.parent(part));
  if (twin) return twin.isFirst ? overlaid(parts, twin.run) : null;
  const looks = parts.map(lookOf);
  let full = 0;
  while (full < looks.length && looks[full] === looks[0] && !EMPTY.test(looks[0]) && !HALF.test(looks[full])) full++;
  return { parts, full: full + (full < looks.length && HALF.test(looks[full]) ? 0.5 : 0) };
};
