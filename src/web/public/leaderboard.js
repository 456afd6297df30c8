// Search and filters over all hosts of a leaderboard. Without this script its tables and lists of names stay as they are.
const table = document.querySelector('table[data-hosts]');
const MAX_SHOWN = 200;

const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

const yesNo = (value) => (value ? 'yes' : 'no');
const ratingOf = (score) =>
  score >= 90 ? 'excellent' : score >= 70 ? 'good' : score >= 50 ? 'fair' : 'needs_improvement';

const rowOf = ([rank, host, path, score, arrives, kind, llmsTxt, markdown]) =>
  element(
    'tr',
    {},
    element('td', { class: 'num' }, String(rank)),
    element('th', { scope: 'row' }, element('a', { href: path }, host)),
    element(
      'td',
      { class: 'num' },
      element('span', { class: `${ratingOf(score)} tone` }, element('strong', {}, String(score))),
    ),
    element('td', { class: 'num' }, arrives),
    ...[kind, yesNo(llmsTxt), yesNo(markdown)].map((text) => element('td', {}, text)),
  );

const choice = (label, id, options) => {
  const select = element('select', { id }, ...options.map(([value, words]) => element('option', { value }, words)));
  return { select, box: element('div', {}, element('label', { for: id }, label), select) };
};

const start = () => {
  const body = table.querySelector('tbody');
  const asServed = [...body.children];
  const input = element('input', { type: 'search', id: 'host-search', autocomplete: 'off' });
  const says = element('p', { class: 'soft small', role: 'status' });
  const kinds = choice('Kind', 'host-kind', [['', 'all']]);
  const offers = choice('Offers', 'host-offers', [
    ['', 'anything'],
    ['6', 'llms.txt'],
    ['7', 'Markdown'],
  ]);
  let loading;

  const load = () => {
    loading ??= fetch('/hosts.json').then((answer) =>
      answer.ok ? answer.json() : Promise.reject(new Error(String(answer.status))),
    );
    return loading;
  };

  const show = async () => {
    const words = input.value.trim().toLowerCase();
    const kind = kinds.select.value;
    const offer = offers.select.value;
    if (words === '' && kind === '' && offer === '') {
      body.replaceChildren(...asServed);
      says.textContent = '';
      return;
    }
    let hosts;
    try {
      hosts = await load();
    } catch {
      loading = undefined;
      says.textContent = 'The list of hosts could not be loaded. Try again.';
      return;
    }
    const found = hosts.filter(
      (host) => host[1].includes(words) && (kind === '' || host[5] === kind) && (offer === '' || host[Number(offer)]),
    );
    body.replaceChildren(...found.slice(0, MAX_SHOWN).map(rowOf));
    says.textContent =
      found.length > MAX_SHOWN
        ? `${found.length} of ${hosts.length} hosts, the best ${MAX_SHOWN} are shown`
        : `${found.length} of ${hosts.length} hosts`;
  };

  /** The kinds come with the hosts, so they are known once a reader turns to the filters. */
  const fillKinds = async () => {
    const hosts = await load().catch(() => []);
    if (kinds.select.options.length > 1) return;
    for (const kind of [...new Set(hosts.map((host) => host[5]))].sort())
      kinds.select.append(element('option', { value: kind }, kind));
  };

  input.addEventListener('input', show);
  for (const { select } of [kinds, offers]) select.addEventListener('change', show);
  kinds.select.addEventListener('focus', fillKinds, { once: true });
  kinds.select.addEventListener('pointerenter', fillKinds, { once: true });
  table.parentElement.before(
    element(
      'div',
      { class: 'filters no-print' },
      element('div', { class: 'search' }, element('label', { for: 'host-search' }, 'Search all hosts'), input),
      kinds.box,
      offers.box,
    ),
    says,
  );
};

if (table) start();
