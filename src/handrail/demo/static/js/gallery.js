// The pictures of a product: a view by its thumbnail, a colour by its swatch.

export function startGallery() {
  const gallery = document.querySelector('[data-gallery]');
  if (!gallery) return;
  const main = gallery.querySelector('.gallery-main');
  const thumbs = [...gallery.querySelectorAll('[data-view]')];
  const colours = [...document.querySelectorAll('input[name=colour]')];
  const name = document.querySelector('h1').textContent;
  let view = 'front';

  const source = (which) => `/art/${gallery.dataset.gallery}/${colours.find((c) => c.checked).value}-${which}.svg`;
  const show = () => {
    const colour = colours.find((c) => c.checked);
    main.src = source(view);
    const thumb = thumbs.find((t) => t.dataset.view === view);
    main.alt = `${name} in ${colour.parentElement.textContent.trim().toLowerCase()}, ${thumb.ariaLabel.replace('Show the ', '')}`;
    for (const each of thumbs) {
      each.toggleAttribute('aria-current', false);
      each.querySelector('img').src = source(each.dataset.view);
    }
    thumb.setAttribute('aria-current', 'true');
  };
  for (const thumb of thumbs) thumb.addEventListener('click', () => { view = thumb.dataset.view; show(); });
  for (const colour of colours) colour.addEventListener('change', show);
}
