// The labels of native fields.

import { dom } from './dom.js';
import { labelControl } from './native.js';

/** The label that an element is or stands in. @param {Element} element */
export const labelAround = (element) => dom.up(element, (above) => dom.tag(above) === 'label');
/** The control of that label. @param {Element} element */
export const controlOfLabelAround = (element) => {
  const label = labelAround(element);
  return label && labelControl(label);
};
