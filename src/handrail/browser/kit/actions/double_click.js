// The event of a double click for browsers that take each press of a driven pointer for the first.

import { dom } from '../dom/dom.js';
import { dispatch } from '../dom/native.js';
import { elementOfRef } from '../dom/refs.js';
import { pressedAt } from './hit_test.js';

const { MouseEvent } = globalThis;

/** Tell the page of a double click at a point of an element, after its presses. @type {Operation} */
export const doubleClick = ({ local, position }) => {
  const element = elementOfRef(local);
  const pressed = element && dom.isConnected(element) ? pressedAt(element, position) : null;
  if (pressed === null) return { sent: false };
  const { hit, at } = pressed;
  const event = new MouseEvent('dblclick', {
    bubbles: true,
    cancelable: true,
    composed: true,
    detail: 2,
    view: window,
    clientX: at.x,
    clientY: at.y,
  });
  return { sent: dispatch(hit, event) };
};
