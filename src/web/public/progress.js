// Keeps the figures of a running scan moving, then shows its report.
const root = document.querySelector('[data-progress]');
const POLL_MS = 1000;
const SAY_EVERY_MS = 10_000;

if (root) {
  const part = (name) => root.querySelector(`[data-${name}]`);
  const number = new Intl.NumberFormat('en-GB');
  const bar = root.querySelector('progress');
  const scanned = part('scanned');
  const discovered = part('discovered');
  const expected = part('expected');
  const said = part('said');
  let saidAt = Date.now();
  let waitMs = POLL_MS;

  const show = ({ pagesDiscovered, pagesScanned, pageLimit }) => {
    const total = Math.min(pagesDiscovered, pageLimit);
    scanned.textContent = number.format(pagesScanned);
    discovered.textContent = number.format(pagesDiscovered);
    expected.textContent = number.format(total);
    bar.max = Math.max(1, total);
    bar.value = pagesScanned;
    document.title = `${number.format(pagesScanned)} of ${number.format(total)} pages · Legible`;
    // Screen readers hear of it now and then, not every second.
    if (Date.now() - saidAt > SAY_EVERY_MS) {
      saidAt = Date.now();
      said.textContent = `${number.format(pagesScanned)} of ${number.format(total)} pages are read.`;
    }
  };

  const poll = async () => {
    try {
      const answer = await fetch(root.dataset.progress, { headers: { accept: 'application/json' } });
      if (!answer.ok) throw new Error(String(answer.status));
      const state = await answer.json();
      waitMs = POLL_MS;
      if (state.status !== 'running') {
        said.textContent = 'The scan has ended. Here comes the report.';
        location.reload();
        return;
      }
      show(state);
    } catch {
      waitMs = Math.min(waitMs * 2, 30_000);
      said.textContent = 'The server does not answer. Trying again.';
    }
    setTimeout(poll, waitMs);
  };
  poll();
}
