// Pages work without this: it adds a search over the checks, copying of files, and that links open the check they lead to.

for (const link of document.querySelectorAll('[data-copy-file]')) {
  const words = link.textContent;
  link.addEventListener('click', async (event) => {
    event.preventDefault();
    try {
      const response = await fetch(link.href);
      if (!response.ok) throw new Error(String(response.status));
      await navigator.clipboard.writeText(await response.text());
      link.textContent = 'Copied';
      setTimeout(() => {
        link.textContent = words;
      }, 2000);
    } catch {
      // Where the clipboard is closed to the page, the file opens to be copied by hand.
      location.assign(link.href);
    }
  });
}

const search = document.querySelector('[data-check-search]');
/** Shows every check again. */
let endSearch = () => {};
if (search) {
  const checks = [...document.querySelectorAll('.check')].map((element) => ({
    element,
    text: (element.querySelector('summary')?.textContent ?? '').toLowerCase(),
  }));
  const groups = document.querySelectorAll('.check-group');
  const none = document.querySelector('[data-check-none]');
  const input = search.querySelector('input');
  search.hidden = false;
  const narrow = () => {
    // A search is over all checks, whatever is shown.
    if (input.value !== '') document.getElementById('only-all').checked = true;
    const words = input.value.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const { element, text } of checks) {
      element.hidden = !words.every((word) => text.includes(word));
      if (!element.hidden) shown += 1;
    }
    for (const group of groups) group.hidden = !group.querySelector('.check:not([hidden])');
    none.textContent = shown === 0 ? 'No check has these words.' : '';
  };
  input.addEventListener('input', narrow);
  endSearch = () => {
    input.value = '';
    narrow();
  };
}

const openTarget = () => {
  // The ids of checks need no decoding, and what cannot be decoded would throw.
  const id = location.hash.slice(1);
  const target = id === '' ? null : document.getElementById(id);
  // The folded sections above it, and its own.
  for (let fold = target?.closest('details.fold'); fold; fold = fold.parentElement.closest('details.fold'))
    fold.open = true;
  for (const fold of target?.querySelectorAll(':scope > details.fold') ?? []) fold.open = true;
  if (target?.matches('details.check')) {
    document.getElementById('only-all')?.click();
    endSearch();
    target.open = true;
    target.scrollIntoView({ block: 'start' });
    target.querySelector('summary')?.focus({ preventScroll: true });
  }
};
addEventListener('hashchange', openTarget);
// The address does not change when a link is followed again, though the check may have been closed since.
document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest('a[href^="#"]') : null;
  if (link !== null && link.hash === location.hash) openTarget();
});
openTarget();

// On paper nothing can be opened: what fails is printed open.
addEventListener('beforeprint', () => {
  for (const check of document.querySelectorAll('.fold, .check[data-status="fail"]')) check.open = true;
});

// A scan of an MCP server takes its time; whoever presses again would start another.
for (const form of document.querySelectorAll('[data-slow]')) {
  const button = form.querySelector('button[type="submit"]');
  const words = button.textContent;
  form.addEventListener('submit', () => {
    button.disabled = true;
    button.textContent = 'Scanning…';
  });
  // Who comes back finds the page as it was left.
  addEventListener('pageshow', () => {
    button.disabled = false;
    button.textContent = words;
  });
}
