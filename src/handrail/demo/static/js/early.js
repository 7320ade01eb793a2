// Listens on the document, and is loaded before its body: what asks or opens does so from the first click on.
(() => {
  'use strict';

  /** The dialogs of the browser itself: confirm and prompt before a form is sent. False: do not send. */
  function mayBeSent(form) {
    if (form.dataset.confirm) return confirm(form.dataset.confirm);
    if (!form.dataset.prompt) return true;
    const answer = prompt(form.dataset.prompt);
    form.elements.note.value = answer ?? '';
    return answer !== null;
  }

  /** The choice about cookies is sent without leaving the page. */
  async function sendChoice(banner, form, button) {
    const body = new URLSearchParams(new FormData(form, button));
    const answer = await fetch(form.action, { method: 'POST', body, redirect: 'manual' }).catch(() => null);
    if (answer) banner.remove();
    else form.submit();
  }

  /** Monthly or yearly: prices change in place, and the choice goes along with the form. */
  function showPeriod(period) {
    for (const text of document.querySelectorAll('[data-monthly]')) text.textContent = text.dataset[period];
    for (const field of document.querySelectorAll('input[name=billing]')) field.value = period;
  }

  document.addEventListener('click', (event) => {
    const on = (selector) => event.target.closest(selector);
    if (on('[data-alert]')) alert(on('[data-alert]').dataset.alert);
    if (on('[data-opens]')) document.getElementById(on('[data-opens]').dataset.opens).showModal();
    if (on('[data-closes]') || event.target.matches('dialog')) on('dialog').close();
  });

  document.addEventListener('submit', (event) => {
    const banner = event.target.closest('[data-cookies]');
    if (!banner && mayBeSent(event.target)) return;
    event.preventDefault();
    if (banner) sendChoice(banner, event.target, event.submitter);
  });

  document.addEventListener('change', (event) => {
    const field = event.target;
    if (field.matches('[data-submits]')) field.form.requestSubmit();
    if (field.matches('[data-billing] input')) showPeriod(field.value);
    if (field.matches('[data-file]')) {
      document.querySelector('[data-names]').textContent = [...field.files].map((file) => file.name).join(', ');
    }
  });

  /** Filters left empty do not stand in the address. */
  document.addEventListener('formdata', (event) => {
    if (!event.target.matches('.filters')) return;
    for (const [name, value] of [...event.formData]) {
      if (value === '' || (name === 'sort' && value === 'featured')) event.formData.delete(name);
    }
  });
})();
