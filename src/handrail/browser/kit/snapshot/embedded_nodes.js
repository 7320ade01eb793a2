import { nameOf } from '../accessibility/names.js';
import { isInlineRole, isInteractiveRole, roleOf } from '../accessibility/roles.js';
import { statesOf } from '../accessibility/states.js';
import { HAS_ROLE } from '../dom/attributes.js';
import { dom } from '../dom/dom.js';
import { contentRects } from '../dom/ranges.js';
import { normalizeSpace } from '../dom/text.js';
import { addressOf } from '../page/addresses.js';
import { boxOf } from '../style/visibility.js';
import { FLAG_FRAME, PENDING_REF, STATES, URL_FIELD, VALUE } from './node_format.js';
import { addNode, flushLine, outline, requestRef } from './outline.js';
import { isClickable } from './traits.js';
import { elementViewState, UNSEEN } from './view_state.js';

/** Does it show what it leads to, and not what stands in it for browsers that cannot? @param {Entry} entry */
export const isEmbedding = ({ element, tag, has }) => {
  if (!dom.hasAttribute(element, tag === 'object' ? 'data' : 'src')) return false;
  return contentRects(element).length === 0 && !(has & HAS_ROLE && isInteractiveRole(roleOf(element)));
};

/** `role`: 'object' for what may turn out to hold no document: a picture, or what only a plugin could show.
 * @param {Entry} entry @param {number} depth @param {How} how @param {string} [role]
 */
export const addFrame = (entry, depth, how, role = 'frame') => {
  const { element, tag } = entry;
  const seen = elementViewState(entry, how, null);
  const { width, height } = boxOf(element);
  if (seen === UNSEEN || width <= 1 || height <= 1) return;
  flushLine(depth);
  const node = outline.nodes[addNode(depth, role, nameOf(element), how, seen, PENDING_REF, FLAG_FRAME)];
  node[STATES] = [];
  node[VALUE] = null;
  node[URL_FIELD] = addressOf(element, tag);
  requestRef(node, element, how.context);
};

const LEAST_SIDE = 16; // CSS pixels: what is smaller holds nothing that a person would read
const MOST_FALLBACK = 200;
const MOST_ROWS = 30;
const CELLS = 'th, td, [role=cell], [role=gridcell], [role=columnheader], [role=rowheader]';
/** What stands in a drawing for readers, the rows of a table apart. @param {Element} element */
const fallbackOf = (element) => {
  const rows = Array.from(dom.queryIn(element, 'tr, [role=row]')).slice(0, MOST_ROWS);
  const parts = rows.length
    ? rows.map((row) => Array.from(dom.queryIn(row, CELLS), dom.textContent).join(' '))
    : [dom.textContent(element).slice(0, MOST_FALLBACK)];
  return normalizeSpace(parts.join('; ')).slice(0, MOST_FALLBACK);
};

/** What is drawn there only a picture shows: a line says that it is there, how large it is, and what to name it by.
 * @param {Entry} entry @param {string} role @param {number} depth @param {How} how @param {Entry} block
 */
export const addCanvas = (entry, role, depth, how, block) => {
  const { element, tag, has } = entry;
  const seen = elementViewState(entry, how, block);
  const { width, height } = boxOf(element);
  if (seen === UNSEEN || width < LEAST_SIDE || height < LEAST_SIDE) return;
  flushLine(depth);
  outline.nameBlockers++;
  const name = nameOf(element) || fallbackOf(element);
  const node = outline.nodes[addNode(depth, isInlineRole(role) ? 'canvas' : role, name, how, seen, PENDING_REF)];
  node[STATES] = [...statesOf(element, role, tag, has), `size=${Math.round(width)}x${Math.round(height)}`];
  if (isClickable(entry, how)) node[STATES].push('clickable');
  requestRef(node, element, how.context);
};
