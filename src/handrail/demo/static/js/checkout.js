// The checkout: a custom checkbox, the sums, and card fields that space their digits.

export function startCheckout() {
  const form = document.querySelector('.checkout');
  if (!form) return;
  form.querySelector('[data-focus]')?.focus();
  for (const box of form.querySelectorAll('[data-check]')) startCheckbox(box, form.elements[box.dataset.check]);
  for (const radio of form.querySelectorAll('input[name=delivery]')) radio.addEventListener('change', () => showSums(Number(radio.dataset.cents)));
  spaced(form.querySelector('[data-card]'), (digits) => digits.replace(/(.{4})(?=.)/g, '$1 '), 19);
  spaced(form.querySelector('[data-expiry]'), (digits) => digits.replace(/^(..)(.+)/, '$1 / $2'), 4);
}

/** role=checkbox on a plain element, its state kept in a hidden field. */
function startCheckbox(box, field) {
  const toggle = () => {
    const on = box.getAttribute('aria-checked') !== 'true';
    box.setAttribute('aria-checked', String(on));
    field.value = on ? 'yes' : '';
  };
  box.parentElement.addEventListener('click', toggle);
  box.addEventListener('keydown', (event) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    toggle();
  });
}

function showSums(shipping) {
  const sums = document.querySelector('[data-goods]');
  const money = (cents) => '€' + (cents / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 });
  sums.querySelector('[data-shipping]').textContent = shipping ? money(shipping) : 'Free';
  sums.querySelector('[data-total]').textContent = money(Number(sums.dataset.goods) + shipping);
}

/** Digits in groups. Only at the end of the field, so that a correction in the middle keeps the caret. */
function spaced(input, format, most) {
  input.addEventListener('input', (event) => {
    const atEnd = input.selectionStart === input.value.length;
    if (!atEnd || event.inputType?.startsWith('delete')) return;
    input.value = format(input.value.replace(/\D/g, '').slice(0, most));
  });
}
