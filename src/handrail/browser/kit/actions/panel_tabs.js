// Tabs that only show a panel of their document.

import { roleOf } from '../accessibility/roles.js';
import { dom } from '../dom/dom.js';
import { kindOf } from '../forms/control_kinds.js';
import { formOf } from '../forms/forms.js';

/** Whether a link's address names only a part of its own page. @param {Element} link */
const staysHere = (link) =>
  /^#./.test((dom.attribute(link, 'href') ?? '').trim()) &&
  dom.baseUri(link).split('#')[0] === location.href.split('#')[0];
/** Whether a press only shows a panel, which stands in the document already: the name of the tab is that of its panel.
 * @param {Element} tab
 */
export const showsPanel = (tab) => {
  if (roleOf(tab) !== 'tab' || formOf(tab) || !dom.closest(tab, '[role=tablist]')) return false;
  if (kindOf(tab) === 'link' && !staysHere(tab)) return false;
  const named = `${dom.attribute(tab, 'aria-controls') ?? ''} ${(dom.attribute(tab, 'href') ?? '').slice(1)}`;
  const ids = named.split(/\s+/).filter(Boolean);
  const panels = ['[role=tabpanel]', ...ids.map((id) => `[id="${CSS.escape(id)}"]`)];
  return dom.query(dom.root(document), panels.join()).length > 0;
};
