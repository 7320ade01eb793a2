// Custom elements with an open shadow root, that take part in the form around them.

const STEPPER_STYLE = `
  :host { display: inline-flex; align-items: center; border: 1.5px solid #cbc2b2; border-radius: 99px; background: #fff; padding: 3px; }
  button { width: 2.6rem; height: 2.6rem; border: 0; border-radius: 50%; background: none; font: 500 1.3rem/1 system-ui, sans-serif; color: #2f5d50; cursor: pointer; }
  button:hover:not(:disabled) { background: #e4ede6; }
  button:disabled { color: #b9b2a5; cursor: default; }
  input { width: 2.4rem; border: 0; background: none; text-align: center; font: 600 1.05rem/1 system-ui, sans-serif; color: inherit; appearance: textfield; }
  input::-webkit-inner-spin-button { appearance: none; margin: 0; }
  :focus-visible { outline: 3px solid #d98e3c; }
`;
const RATING_STYLE = `
  :host { display: block; margin-bottom: 1.1rem; }
  .label { font-size: .9rem; font-weight: 600; margin-bottom: .2rem; }
  .stars { display: inline-flex; }
  .star { font-size: 1.75rem; line-height: 1; padding: .1rem .12rem; color: #cfc6b5; cursor: pointer; }
  .star.on { color: #c8872b; }
  .star:focus-visible { outline: 3px solid #d98e3c; border-radius: 4px; }
`;

/** A shadow root with its style; constructed, since the page's policy allows no inline style. */
function rootOf(element, style, html) {
  const root = element.attachShadow({ mode: 'open', delegatesFocus: true });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  root.adoptedStyleSheets = [sheet];
  root.innerHTML = html;
  return root;
}

class QuantityStepper extends HTMLElement {
  static formAssociated = true;
  #internals = this.attachInternals();
  #input;
  #less;
  #more;

  connectedCallback() {
    if (this.#input) return;
    const root = rootOf(this, STEPPER_STYLE, `
      <button type="button" aria-label="Fewer">−</button><input type="number" inputmode="numeric"><button type="button" aria-label="More">+</button>`);
    [this.#less, this.#more] = root.querySelectorAll('button');
    this.#input = root.querySelector('input');
    this.#input.min = this.getAttribute('min') ?? 1;
    this.#input.max = this.getAttribute('max') ?? 99;
    this.#input.setAttribute('aria-label', this.getAttribute('label') ?? 'Quantity');
    this.#less.addEventListener('click', () => this.#set(Number(this.#input.value) - 1));
    this.#more.addEventListener('click', () => this.#set(Number(this.#input.value) + 1));
    // While a number is being typed it may be out of range; it is put right when the field is left.
    this.#input.addEventListener('input', () => this.#internals.setFormValue(this.#input.value));
    this.#input.addEventListener('change', () => this.#set(Number(this.#input.value)));
    this.#input.addEventListener('keydown', (event) => { if (event.key === 'Enter') this.#internals.form?.requestSubmit(); });
    this.#set(Number(this.getAttribute('value') ?? 1));
  }

  get value() { return this.#input.value; }

  #set(wanted) {
    const { min, max } = this.#input;
    const value = Math.min(Number(max), Math.max(Number(min), Math.round(wanted) || Number(min)));
    this.#input.value = value;
    this.#less.disabled = value <= Number(min);
    this.#more.disabled = value >= Number(max);
    this.#internals.setFormValue(String(value));
  }
}

class StarRating extends HTMLElement {
  static formAssociated = true;
  #internals = this.attachInternals();
  #stars = [];

  connectedCallback() {
    if (this.#stars.length) return;
    const star = (n) => `<span class="star" role="radio" aria-checked="false" tabindex="${n === 1 ? 0 : -1}" aria-label="${n} ${n === 1 ? 'star' : 'stars'}">★</span>`;
    const root = rootOf(this, RATING_STYLE, `
      <div class="label" id="label"></div><div class="stars" role="radiogroup" aria-labelledby="label">${[1, 2, 3, 4, 5].map(star).join('')}</div>`);
    root.querySelector('.label').textContent = this.getAttribute('label') ?? 'Rating';
    this.#stars = [...root.querySelectorAll('.star')];
    this.#stars.forEach((element, index) => {
      element.addEventListener('click', () => this.#choose(index));
      element.addEventListener('keydown', (event) => this.#key(event, index));
    });
  }

  #key(event, index) {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (step) this.#choose((index + step + this.#stars.length) % this.#stars.length);
    else if (event.key === ' ') this.#choose(index);
    else return;
    event.preventDefault();
  }

  #choose(chosen) {
    this.#stars.forEach((star, index) => {
      star.classList.toggle('on', index <= chosen);
      star.setAttribute('aria-checked', String(index === chosen));
      star.tabIndex = index === chosen ? 0 : -1;
    });
    this.#stars[chosen].focus();
    this.#internals.setFormValue(String(chosen + 1));
  }
}

customElements.define('quantity-stepper', QuantityStepper);
customElements.define('star-rating', StarRating);
