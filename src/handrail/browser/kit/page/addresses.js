import { dom, getter } from '../dom/dom.js';
import { oncePerCall } from '../dom/per_call.js';

const hrefOf = getter(HTMLAnchorElement.prototype, 'href');
const areaHref = getter(HTMLAreaElement.prototype, 'href');
const imageSource = getter(HTMLImageElement.prototype, 'src');
const frameSource = getter(HTMLIFrameElement.prototype, 'src');
const objectData = getter(HTMLObjectElement.prototype, 'data');
/** An address as short as it can be written: relative to the document where it is of the same folder, page or origin. */
const shortener = () => {
  const here = location.href;
  const page = here.split('#')[0];
  const folder = page.split('?')[0].replace(/[^/]*$/, '');
  const origin = self.origin === 'null' ? '\0' : self.origin;
  return (/** @type {string} */ url) => {
    if (url.startsWith('javascript:') || url === '') return '';
    // One that leads nowhere stands for a script.
    if (url.startsWith(page) && url[page.length] === '#') return url.slice(page.length).replace(/^#$/, '');
    if (folder.length > origin.length + 1 && url.startsWith(folder) && url.length > folder.length)
      return `./${url.slice(folder.length)}`;
    if (url.startsWith(origin)) return url.slice(origin.length) || '/';
    return url.length > 2000 ? `${url.slice(0, 2000)}…` : url;
  };
};

// The same words lead to the same place for as long as the document has the same address and base.
const MOST_KNOWN = 5000;
let from = '';
/** @type {(url: string) => string} */
let shorten;
/** @type {Map<string, string>} */
const known = new Map();
const shortening = oncePerCall(() => {
  const now = `${location.href} ${dom.baseUri(document)}`;
  if (now !== from) {
    from = now;
    shorten = shortener();
    known.clear();
  }
  if (known.size > MOST_KNOWN) known.clear();
  return shorten;
});

/** @param {Element} anchor */
const linked = (anchor) => {
  const words = dom.attribute(anchor, 'href') ?? '';
  const short = shortening();
  let address = known.get(words);
  if (address === undefined) known.set(words, (address = short(hrefOf(anchor))));
  return address;
};

/** @param {Element} element @param {string} tag */
export const addressOf = (element, tag) => {
  if (dom.isHtml(element, 'a')) return linked(element);
  return shortening()(rawAddress(element, tag));
};

/** @param {Element} element @param {string} tag */
const rawAddress = (element, tag) => {
  if (tag === 'area') return areaHref(element);
  if (tag === 'img') return imageSource(element);
  if (tag === 'iframe') return frameSource(element);
  if (tag === 'object') return objectData(element);
  return dom.attribute(element, 'href') ?? dom.attribute(element, 'xlink:href') ?? dom.attribute(element, 'src') ?? '';
};
