// The table of a report's pages: fetched once the report is there, fifty rows at a time, sorted and searched here.
const root = document.querySelector('[data-pages]');
const PER_PAGE = 50;
/** Checks of a row that are named; the others have their ids alone. */
const NAMED = 2;
const number = new Intl.NumberFormat('en-GB');
const collator = new Intl.Collator('en', { numeric: true });

const COLUMNS = [
  { name: 'Page', of: (row) => row.url, text: true },
  // Unlike other figures, the smallest first: those are the worst pages. Pages without a score come last.
  { name: 'Score', of: (row) => row.score ?? 101, smallestFirst: true },
  { name: 'Fails', of: (row) => row.fails.length },
  { name: 'Warnings', of: (row) => row.warns.length },
  { name: 'Passes', of: (row) => row.passed },
];

const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

const start = (data) => {
  const idsOf = (indexes) => indexes.map((index) => data.checks[index][0]);
  const names = new Map(data.checks);
  const rows = data.rows.map(([at, url, fails, warns, errors, passed, score]) => ({
    at,
    url,
    fails: idsOf(fails),
    warns: idsOf(warns),
    errors,
    passed,
    score,
    words: `${url} ${[...fails, ...warns].map((index) => data.checks[index].join(' ')).join(' ')}`.toLowerCase(),
  }));
  let shown = rows;
  let page = 0;
  let sorted = { column: undefined, descending: true };

  const input = element('input', { type: 'search', id: 'page-search', autocomplete: 'off' });
  const body = element('tbody');
  const says = element('span', { class: 'soft', role: 'status' });
  const previous = element('button', { type: 'button', class: 'button quiet small' }, 'Previous');
  const next = element('button', { type: 'button', class: 'button quiet small' }, 'Next');
  const heads = COLUMNS.map((column) => {
    const button = element('button', { type: 'button' }, column.name);
    button.addEventListener('click', () => sort(column));
    return element('th', { scope: 'col', ...(column.text ? {} : { class: 'num' }) }, button);
  });

  const namesOf = (ids) => [
    ...ids.slice(0, NAMED).map((id) => element('div', {}, `${id} ${names.get(id)}`)),
    ...(ids.length > NAMED ? [element('div', {}, ids.slice(NAMED).join(' '))] : []),
  ];

  const draw = () => {
    const from = page * PER_PAGE;
    const part = shown.slice(from, from + PER_PAGE);
    body.replaceChildren(
      ...part.map(({ at, url, fails, warns, passed, score }) =>
        element(
          'tr',
          {},
          element('td', {}, element('a', { href: root.dataset.pageBase + at }, url)),
          element('td', { class: 'num' }, element('strong', {}, score === null ? '–' : String(score))),
          ...[fails.length, warns.length, passed].map((count) => element('td', { class: 'num' }, String(count))),
          element('td', { class: 'ids' }, ...namesOf([...fails, ...warns])),
        ),
      ),
    );
    const last = from + part.length;
    says.textContent =
      shown.length === 0
        ? 'No page has these words.'
        : `${number.format(from + 1)} to ${number.format(last)} of ${number.format(shown.length)}`;
    previous.disabled = page === 0;
    next.disabled = last >= shown.length;
    for (const button of [previous, next]) button.hidden = previous.disabled && next.disabled;
  };

  const sort = (column) => {
    // The first click on a column of figures shows the largest.
    const descending = sorted.column === column ? !sorted.descending : !(column.text || column.smallestFirst);
    sorted = { column, descending };
    const sign = descending ? -1 : 1;
    const compare = column.text
      ? (a, b) => collator.compare(a.url, b.url)
      : (a, b) => column.of(a) - column.of(b) || b.at - a.at;
    shown = [...shown].sort((a, b) => sign * compare(a, b));
    for (const [at, head] of heads.entries()) {
      if (COLUMNS[at] === column) head.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
      else head.removeAttribute('aria-sort');
    }
    page = 0;
    draw();
  };

  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(/\s+/);
    shown = rows.filter((row) => words.every((word) => row.words.includes(word)));
    page = 0;
    const { column, descending } = sorted;
    if (column === undefined) draw();
    else {
      sorted = { column, descending: !descending };
      sort(column);
    }
  });
  previous.addEventListener('click', () => {
    page -= 1;
    draw();
  });
  next.addEventListener('click', () => {
    page += 1;
    draw();
  });

  const search = element(
    'div',
    { class: 'search' },
    element('label', { for: 'page-search' }, 'Search the pages by address or check'),
    input,
  );
  const table = element(
    'table',
    { class: 'pages' },
    element('caption', { class: 'visually-hidden' }, 'Pages of the scan with the checks they do not pass'),
    element('thead', {}, element('tr', {}, ...heads, element('th', { scope: 'col' }, 'Not passed'))),
    body,
  );
  const scroll = element('div', { class: 'table-scroll', tabindex: '0', role: 'region', 'aria-label': 'Pages' }, table);
  draw();
  root.replaceChildren(
    element('div', { class: 'filters no-print' }, search),
    scroll,
    element('div', { class: 'pager' }, previous, says, next),
  );
};

if (root) {
  fetch(root.dataset.pages, { headers: { accept: 'application/json' } })
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(String(answer.status)))))
    .then(start)
    // The link to the plain table stays.
    .catch(() => {});
}
