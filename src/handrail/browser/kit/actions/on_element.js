import { elementOfRef } from '../dom/refs.js';

/** Operations that name an element answer {gone: true} where it no longer stands in the document. @type {(work: (element: Element, args: any, deadline: Deadline) => object) => Operation} */
export const onElement = (work) => (args, deadline) => {
  const element = elementOfRef(args.local);
  return element ? work(element, args, deadline) : { gone: true };
};
