// Monthly or yearly: prices change in place, and the choice goes along with the form.

export function startPricing() {
  const choice = document.querySelector('[data-billing]');
  choice?.addEventListener('change', (event) => {
    const period = event.target.value;
    for (const text of document.querySelectorAll('[data-monthly]')) text.textContent = text.dataset[period];
    for (const field of document.querySelectorAll('input[name=billing]')) field.value = period;
  });
}
