// Brings the pages to life. Each part looks for its own hooks and does nothing where there are none.
import './elements.js';
import { startComboboxes } from './combobox.js';
import { startCheckout } from './checkout.js';
import { startGallery } from './gallery.js';
import { startJournal } from './journal.js';
import { startPricing } from './pricing.js';
import { startStores } from './stores.js';

/** The dialogs of the browser itself: alert on a button, confirm and prompt before a form is sent. */
function startDialogs() {
  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-alert]');
    if (button) alert(button.dataset.alert);
  });
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (form.dataset.confirm && !confirm(form.dataset.confirm)) event.preventDefault();
    if (form.dataset.prompt) {
      const answer = prompt(form.dataset.prompt);
      if (answer === null) event.preventDefault();
      else form.elements.note.value = answer;
    }
  });
}

/** The shop's own modal. */
function startModals() {
  document.addEventListener('click', (event) => {
    const opener = event.target.closest('[data-opens]');
    if (opener) document.getElementById(opener.dataset.opens).showModal();
    if (event.target.closest('[data-closes]') || event.target.matches('dialog')) event.target.closest('dialog').close();
  });
}

/** The choice about cookies is sent without leaving the page. */
function startCookieBanner() {
  const banner = document.querySelector('[data-cookies]');
  banner?.addEventListener('submit', async (event) => {
    event.preventDefault();
    const form = event.target;
    const body = new URLSearchParams(new FormData(form, event.submitter));
    const answer = await fetch(form.action, { method: 'POST', body, redirect: 'manual' }).catch(() => null);
    if (answer) banner.remove();
    else form.submit();
  });
}

/** A choice that takes effect at once: sorting, the quantity in the basket. */
function startSubmittingChoices() {
  for (const select of document.querySelectorAll('[data-submits]')) {
    select.addEventListener('change', () => select.form.requestSubmit());
  }
}

/** Filters left empty do not stand in the address. */
function startFilters() {
  document.querySelector('.filters')?.addEventListener('formdata', (event) => {
    for (const [name, value] of [...event.formData]) {
      if (value === '' || (name === 'sort' && value === 'featured')) event.formData.delete(name);
    }
  });
}

/** The names of the files that were chosen. */
function startFilePicker() {
  const input = document.querySelector('[data-file]');
  input?.addEventListener('change', () => {
    document.querySelector('[data-names]').textContent = [...input.files].map((file) => file.name).join(', ');
  });
}

startDialogs();
startModals();
startCookieBanner();
startSubmittingChoices();
startFilters();
startFilePicker();
startComboboxes();
startCheckout();
startGallery();
startJournal();
startPricing();
startStores();
