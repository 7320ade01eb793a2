// Why an element cannot be operated: it is disabled, read-only, hidden or inert.

import { isDisabled, isReadonly } from '../accessibility/states.js';
import { inputType } from '../dom/controls.js';
import { dom } from '../dom/dom.js';
import { actedOn } from '../forms/control_kinds.js';
import { hasBox } from './hit_test.js';

/** Why no input can be given to an element now, in one word of ours; '' where it can. @param {Element} element */
export const obstacleTo = (element, { editable = false } = {}) => {
  if (!hasBox(element)) return 'hidden';
  const active = actedOn(element);
  if (isDisabled(element) || isDisabled(active)) return 'disabled';
  if (editable && isReadonly(active)) return 'readonly';
  if (dom.up(element, (above) => dom.hasAttribute(above, 'inert'))) return 'inert';
  return '';
};

/** What has no place for a pointer, or nothing that a press would lead to. @param {Element} element */
export const pressless = (element) => {
  if (dom.tag(element) === 'option' && dom.up(element, (above) => dom.tag(above) === 'select')) return 'option';
  return inputType(actedOn(element)) === 'file' ? 'file' : '';
};
