// Brings a part of a page up to date while what it shows is running; open details and the place on the page stay.
const EVERY_MS = 2000;
const MAX_EVERY_MS = 30_000;
let waitMs = EVERY_MS;

const refresh = async () => {
  const part = document.querySelector('[data-live]');
  if (!part || part.dataset.live === '') return;
  try {
    const response = await fetch(part.dataset.live, { headers: { accept: 'text/html' } });
    if (!response.ok) throw new Error(String(response.status));
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const fresh = page.querySelector('[data-live]');
    // Signed out meanwhile.
    if (!fresh) return location.reload();
    waitMs = EVERY_MS;
    if (fresh.innerHTML !== part.innerHTML) {
      for (const { id } of part.querySelectorAll('details[open][id]')) {
        const same = fresh.querySelector(`#${CSS.escape(id)}`);
        if (same) same.open = true;
      }
      const focused = document.activeElement?.closest('[data-live] a[href], [data-live] summary');
      const selector = focused?.matches('a') ? `a[href="${CSS.escape(focused.getAttribute('href'))}"]` : undefined;
      part.replaceWith(fresh);
      if (selector) fresh.querySelector(selector)?.focus();
    }
  } catch {
    waitMs = Math.min(MAX_EVERY_MS, waitMs * 2);
  }
  setTimeout(refresh, waitMs);
};
setTimeout(refresh, EVERY_MS);
