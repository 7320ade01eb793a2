// An editable combobox with a listbox, as the ARIA Authoring Practices describe it.

export function startComboboxes() {
  for (const box of document.querySelectorAll('[data-combobox]')) new Combobox(box);
}

class Combobox {
  constructor(box) {
    this.input = box.querySelector('[role=combobox]');
    this.button = box.querySelector('button');
    this.list = box.querySelector('[role=listbox]');
    this.options = [...this.list.children];
    this.active = null;
    this.input.addEventListener('input', () => this.open(this.input.value));
    this.input.addEventListener('keydown', (event) => this.key(event));
    this.input.addEventListener('blur', () => this.close());
    // The field keeps the focus while the mouse is on the list, so that leaving the field can close it.
    for (const part of [this.list, this.button]) part.addEventListener('mousedown', (event) => event.preventDefault());
    this.button.addEventListener('click', () => { if (this.list.hidden) { this.input.focus(); this.open(''); } else this.close(); });
    this.list.addEventListener('click', (event) => { if (event.target.role === 'option') this.choose(event.target); });
  }

  get shown() { return this.options.filter((option) => !option.hidden); }

  open(text) {
    const wanted = text.trim().toLowerCase();
    for (const option of this.options) option.hidden = !option.textContent.toLowerCase().includes(wanted);
    this.activate(null);
    this.show(this.shown.length > 0);
  }

  close() { this.activate(null); this.show(false); }

  show(open) {
    this.list.hidden = !open;
    for (const part of [this.input, this.button]) part.setAttribute('aria-expanded', String(open));
  }

  activate(option) {
    this.active?.setAttribute('aria-selected', 'false');
    this.active = option;
    if (!option) return this.input.removeAttribute('aria-activedescendant');
    option.setAttribute('aria-selected', 'true');
    option.scrollIntoView({ block: 'nearest' });
    this.input.setAttribute('aria-activedescendant', option.id);
  }

  choose(option) {
    this.input.value = option.textContent;
    this.input.dispatchEvent(new Event('change', { bubbles: true }));
    this.close();
  }

  move(step) {
    if (this.list.hidden) this.open(this.input.value);
    const shown = this.shown;
    if (!shown.length) return;
    const now = shown.indexOf(this.active);
    this.activate(shown[now < 0 ? (step > 0 ? 0 : shown.length - 1) : (now + step + shown.length) % shown.length]);
  }

  key(event) {
    if (event.key === 'ArrowDown') this.move(1);
    else if (event.key === 'ArrowUp') this.move(-1);
    else if (event.key === 'Enter' && this.active) this.choose(this.active);
    else if (event.key === 'Escape' && !this.list.hidden) this.close();
    else if (event.key === 'Escape') this.input.value = '';
    else return;
    event.preventDefault();
  }
}
