// Keeps the figures of a running scan moving, over a WebSocket or else by asking again, then shows the report.
const root = document.querySelector('[data-progress]');
const POLL_MS = 1000;
const MAX_POLL_MS = 30_000;
const SAY_EVERY_MS = 10_000;
const SILENT_MS = 15_000;

if (root) {
  const part = (name) => root.querySelector(`[data-${name}]`);
  const number = new Intl.NumberFormat('en-GB');
  const bar = root.querySelector('progress');
  const limit = Number(root.dataset.limit);
  const said = part('said');
  let saidAt = Date.now();
  let waitMs = POLL_MS;
  let hasEnded = false;
  /** When the first pages were seen, and how many: the speed is that since then. */
  let begun;

  /** A figure that is not known yet is no 0. */
  const figure = (value) => (value === 0 ? '–' : number.format(value));
  const findingOf = ({ checkId, name, pages }) => {
    const item = document.createElement('li');
    const parts = { strong: checkId, span: name, small: `${number.format(pages)} ${pages === 1 ? 'page' : 'pages'}` };
    for (const [kind, words] of Object.entries(parts)) {
      const element = document.createElement(kind);
      element.textContent = words;
      item.append(element, ' ');
    }
    return item;
  };

  const show = ({ status, pagesDiscovered, pagesScanned, currentUrl = '', phase = '', percent, findings = [] }) => {
    if (hasEnded) return;
    if (status !== 'running') {
      hasEnded = true;
      said.textContent = 'The scan has ended. Here comes the report.';
      location.reload();
      return;
    }
    const expected = Math.min(pagesDiscovered, limit);
    part('scanned').textContent = figure(pagesScanned);
    part('discovered').textContent = figure(pagesDiscovered);
    part('expected').textContent = figure(expected);
    part('current').textContent = currentUrl;
    part('phase').textContent = phase.charAt(0).toUpperCase() + phase.slice(1);
    part('findings').replaceChildren(...findings.map(findingOf));
    bar.value = percent;
    begun ??= { at: Date.now(), pages: pagesScanned };
    const seconds = (Date.now() - begun.at) / 1000;
    if (seconds >= 1 && pagesScanned > begun.pages) {
      part('speed').textContent = number.format(Math.round(((pagesScanned - begun.pages) / seconds) * 10) / 10);
    }
    document.title = `${percent} %, ${phase} · Legible`;
    // Screen readers hear of it now and then, not every second.
    if (Date.now() - saidAt > SAY_EVERY_MS) {
      saidAt = Date.now();
      const failing = findings.length === 0 ? '' : ` First finding: ${findings[0].name}.`;
      said.textContent = `${number.format(pagesScanned)} of ${number.format(expected)} pages are read. Now: ${phase}.${failing}`;
    }
  };

  const poll = async () => {
    try {
      const answer = await fetch(root.dataset.progress, { headers: { accept: 'application/json' } });
      if (!answer.ok) throw new Error(String(answer.status));
      show(await answer.json());
      waitMs = POLL_MS;
    } catch {
      waitMs = Math.min(waitMs * 2, MAX_POLL_MS);
      said.textContent = 'The server does not answer. Trying again.';
    }
    if (!hasEnded) setTimeout(poll, waitMs);
  };

  const socket = new WebSocket(new URL(root.dataset.socket, location.origin.replace(/^http/, 'ws')));
  // Some proxies take a socket and let nothing through, and a computer that wakes up holds one that is dead.
  let silence;
  const listen = () => {
    clearTimeout(silence);
    silence = setTimeout(() => socket.close(), SILENT_MS);
  };
  listen();
  socket.addEventListener('message', ({ data }) => {
    listen();
    show(JSON.parse(data));
  });
  // Refused, broken off, silent, or ended: whatever the reason, asking still works.
  socket.addEventListener('close', () => {
    clearTimeout(silence);
    if (!hasEnded) poll();
  });
}
