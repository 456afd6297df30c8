// The report works without this: it adds copy buttons, a search over the checks and the table of pages.

for (const button of document.querySelectorAll('[data-copy]')) {
  const text = button.previousElementSibling?.textContent ?? '';
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = 'Copied';
    } catch {
      const range = document.createRange();
      range.selectNodeContents(button.previousElementSibling);
      const selection = getSelection();
      selection?.removeAllRanges();
      selection?.addRange(range);
      button.textContent = 'Selected';
    }
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
}

const search = document.querySelector('[data-check-search]');
if (search) {
  const checks = [...document.querySelectorAll('.check')].map((element) => ({
    element,
    text: (element.querySelector('summary')?.textContent ?? '').toLowerCase(),
  }));
  const groups = document.querySelectorAll('.check-group');
  const none = document.querySelector('[data-check-none]');
  search.hidden = false;
  search.querySelector('input').addEventListener('input', ({ target }) => {
    const words = target.value.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const { element, text } of checks) {
      element.hidden = !words.every((word) => text.includes(word));
      if (!element.hidden) shown += 1;
    }
    for (const group of groups) group.hidden = !group.querySelector('.check:not([hidden])');
    none.textContent = shown === 0 ? 'No check has these words.' : '';
  });
}

const openTarget = () => {
  const id = decodeURIComponent(location.hash.slice(1));
  const target = id === '' ? null : document.getElementById(id);
  if (target?.matches('details.check')) {
    document.getElementById('only-all')?.click();
    target.open = true;
    target.scrollIntoView({ block: 'start' });
    target.querySelector('summary')?.focus({ preventScroll: true });
  }
};
addEventListener('hashchange', openTarget);
openTarget();

// On paper nothing can be opened: what fails is printed open.
addEventListener('beforeprint', () => {
  for (const check of document.querySelectorAll('.check[data-status="fail"]')) check.open = true;
});
