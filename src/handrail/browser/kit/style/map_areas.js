// Areas of image maps, which have no box of their own: they lie on a picture.

import { dom } from '../dom/dom.js';
import { isVisible } from './visibility.js';

// Firefox tells of a point only that the picture is there.
const TELLS_AREAS = !CSS.supports('(-moz-appearance: none)');
/** @param {Element} element */
export const isArea = (element) => TELLS_AREAS && dom.tag(element) === 'area';

/** The picture that an area lies on; null where none shows. @param {Element} area */
export const pictureOf = (area) => {
  const map = dom.closest(area, 'map');
  const name = map && dom.attribute(map, 'name');
  if (!name) return null;
  const pictures = Array.from(dom.query(document, 'img[usemap]'));
  return pictures.find((one) => dom.attribute(one, 'usemap') === `#${name}` && isVisible(one)) ?? null;
};

/** The smallest box around an area, in CSS pixels of the window; null where it shows nowhere. @param {Element} area */
export const areaBox = (area) => {
  const picture = pictureOf(area);
  if (picture === null) return null;
  // Measured from the edge of its border, as Chromium does.
  const box = dom.box(picture);
  const coords = (dom.attribute(area, 'coords') ?? '').split(/[\s,;]+/).map(Number);
  if (/^default$/i.test(dom.attribute(area, 'shape') ?? '')) return box;
  if (coords.length < 3 || coords.some(Number.isNaN)) return null;
  const [x, y, radius] = coords;
  const isRound = coords.length === 3;
  const across = isRound ? [x - radius, x + radius] : coords.filter((_, i) => i % 2 === 0);
  const down = isRound ? [y - radius, y + radius] : coords.filter((_, i) => i % 2 === 1);
  const [begin, end] = [Math.min(...across), Math.max(...across)];
  const [above, below] = [Math.min(...down), Math.max(...down)];
  return new DOMRect(box.left + begin, box.top + above, end - begin, below - above);
};
