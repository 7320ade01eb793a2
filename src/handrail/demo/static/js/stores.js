// What lives in the two frames of the stores page.

export function startStores() {
  const map = document.querySelector('[data-map]');
  map?.addEventListener('click', (event) => {
    const pin = event.target.closest('[data-store]');
    if (!pin) return;
    for (const other of map.querySelectorAll('[data-store]')) other.setAttribute('aria-pressed', String(other === pin));
    document.querySelector('[data-map-note]').textContent = `${pin.dataset.store}: ${pin.dataset.about}`;
  });
  const visit = document.querySelector('[data-visit]');
  visit?.addEventListener('submit', (event) => {
    event.preventDefault();
    const { store, time } = visit.elements;
    visit.querySelector('[data-visit-status]').textContent = `Noted: the bench in ${store.value} at ${time.value}.`;
  });
}
