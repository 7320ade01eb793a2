// The journal has no pages: the next notes come when its end comes into view.

export function startJournal() {
  const list = document.querySelector('[data-endless]');
  if (!list) return;
  const status = document.querySelector('[data-endless-status]');
  let after = Number(list.dataset.endless);
  let busy = false;

  const more = async () => {
    if (busy) return;
    busy = true;
    list.setAttribute('aria-busy', 'true');
    status.textContent = 'Loading more notes…';
    try {
      const answer = await fetch(`/journal/more?after=${after}`);
      const before = list.childElementCount;
      list.insertAdjacentHTML('beforeend', await answer.text());
      const added = list.childElementCount - before;
      after += added;
      status.textContent = added ? `${after} notes shown` : 'That was the first note of all.';
      if (!added) watcher.disconnect();
    } catch {
      status.textContent = 'The next notes could not be loaded.';
    }
    list.setAttribute('aria-busy', 'false');
    busy = false;
    // Watch anew: an end that is still in view says nothing by itself.
    if (!status.textContent.startsWith('That') && !status.textContent.startsWith('The next')) { watcher.unobserve(status); watcher.observe(status); }
  };
  const watcher = new IntersectionObserver((entries) => { if (entries.some((entry) => entry.isIntersecting)) more(); }, { rootMargin: '200px' });
  watcher.observe(status);
}
