// The view of a scan inside an MCP host (MCP Apps, protocol 2026-01-26): it speaks JSON-RPC with the host that frames it,
// and loads nothing. All texts go into the page as text, because addresses and evidence come from the scanned site.

const PROTOCOL = '2026-01-26';
const WAIT_SECONDS = 45;
/** Half an hour, after which a button asks again. */
const MOST_WAITS = 40;
/** A call that may not wait answers at once. */
const LEAST_WAIT_MS = 2000;
const METHOD_NOT_FOUND = -32601;
const CAUSES = [
  ['delivered', 'reaches it'],
  ['robots', 'blocked by robots.txt'],
  ['refused', 'refused'],
  ['noWay', 'no way in'],
  ['noAnswer', 'no answer'],
  ['noText', 'no text'],
  ['cutOff', 'cut off'],
];

/** Of a picture, in pixels. */
const SCREEN = { width: 1280, height: 800 };
/** Of controls, with the words that follow their number. */
const STATES = [
  ['named', 'named'],
  ['unnamed', 'unnamed'],
  ['covered', 'covered'],
  ['roleless', 'without a role'],
];

const root = document.querySelector('main');
const pending = new Map();
let lastId = 0;
/** Whether the host passes tool calls on; without that there is nothing to press. */
let canCall = false;
/** Whether it passes reads of resources on; without that there are no pictures. */
let canRead = false;

const post = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');

function request(method, params) {
  lastId += 1;
  const id = lastId;
  post({ id, method, params });
  return new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
}

const callTool = (name, input) => request('tools/call', { name, arguments: input });

/** Other notifications change nothing here. */
const NOTIFICATIONS = new Map([
  ['ui/notifications/tool-result', (result) => follow(result)],
  ['ui/notifications/tool-cancelled', () => say('The call was cancelled.')],
  ['ui/notifications/host-context-changed', (context) => apply(context)],
]);
/** Requests of the host that an empty result answers. */
const REQUESTS = new Set(['ping', 'ui/resource-teardown']);

window.addEventListener('message', ({ data, source }) => {
  if (source !== window.parent || data?.jsonrpc !== '2.0') return;
  if (data.method === undefined) {
    const { resolve, reject } = pending.get(data.id) ?? {};
    pending.delete(data.id);
    if (data.error === undefined) resolve?.(data.result ?? {});
    else reject?.(new Error(String(data.error?.message ?? 'The host refused the call.')));
    return;
  }
  if (data.id === undefined) NOTIFICATIONS.get(data.method)?.(data.params ?? {});
  else if (REQUESTS.has(data.method)) post({ id: data.id, result: {} });
  else post({ id: data.id, error: { code: METHOD_NOT_FOUND, message: 'Method not found' } });
});

function apply({ theme, styles }) {
  if (theme === 'light' || theme === 'dark') document.documentElement.style.colorScheme = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (name.startsWith('--') && typeof value === 'string') document.documentElement.style.setProperty(name, value);
  }
}

/** An element with attributes and children; a string is a text. */
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'onclick') made.addEventListener('click', value);
    else made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

const list = (value) => (Array.isArray(value) ? value : []);
const button = (label, onclick) => element('button', { type: 'button', onclick }, label);
/** @param action a button that leads on, where there is one */
const say = (text, action) =>
  root.replaceChildren(element('p', { role: 'status' }, text), ...(action === undefined ? [] : [action]));
const textOf = ({ content }) =>
  list(content)
    .map(({ text }) => text ?? '')
    .join('\n');
const percent = (share) => `${Math.round(share * 100)} %`;
const cssPercent = (share) => `${(share * 100).toFixed(2)}%`;

function show(answer) {
  const { structuredContent: scan, isError } = answer;
  if (isError === true || typeof scan?.status !== 'string') {
    say(textOf(answer) || 'There is nothing to show.');
    return;
  }
  if (scan.status === 'running') {
    say(stateOf(scan));
    return;
  }
  const shares = readers(scan) ?? element('div', {});
  const parts = [remarks(scan), shares, browser(scan), fixes(scan), findings(scan)];
  root.replaceChildren(head(scan), ...parts.filter((part) => part !== undefined));
  if (scan.readers === undefined && scan.kind === 'site' && canCall) addReaders(scan, shares);
}

const stateOf = ({ phase = 'Scanning', pagesScanned = 0, pagesDiscovered = 0 }) =>
  `${phase}: ${pagesScanned} of ${pagesDiscovered} pages`;

/** Only explain_scan has the readers. The view does without them where the call is refused, as without a key. */
async function addReaders({ id }, place) {
  const { structuredContent } = await callTool('explain_scan', { id }).catch(() => ({}));
  const section = readers(structuredContent ?? {});
  if (section !== undefined) place.replaceWith(section);
}

function head(scan) {
  const score = scan.siteScore ?? scan.mcpScore;
  const rating = (scan.siteRating ?? scan.mcpRating ?? scan.status).replaceAll('_', ' ');
  return element(
    'header',
    {},
    element('p', { class: 'score', 'data-rating': rating }, score === undefined ? '–' : String(score)),
    element(
      'div',
      {},
      element('h1', {}, scan.url),
      element(
        'p',
        { class: 'soft' },
        `${rating}${scan.llmstxtScore === undefined ? '' : `; llms.txt ${scan.llmstxtScore}`}`,
      ),
    ),
    // A long address is cut in answers.
    canCall && !scan.url.endsWith('…') ? button('Scan again', () => scanAgain(scan)) : undefined,
  );
}

const remarks = ({ remarks: lines }) =>
  list(lines).length === 0 ? undefined : element('ul', {}, ...lines.map((line) => element('li', {}, line)));

function readers({ readers: rows }) {
  if (list(rows).length === 0) return undefined;
  return element(
    'section',
    { 'aria-label': 'What reaches which reader' },
    element('h2', {}, 'What of the text reaches which reader'),
    ...rows.map((row) => {
      const parts = CAUSES.filter(([cause]) => row[cause] > 0);
      const words = parts.map(([cause, said]) => `${percent(row[cause])} ${said}`).join(', ');
      const bars = parts.map(([cause]) => {
        const bar = element('span', { class: `part ${cause}` });
        bar.style.flexGrow = String(row[cause]);
        return bar;
      });
      return element(
        'div',
        { class: 'reader' },
        element('span', {}, row.name),
        element('span', { class: 'bar', role: 'img', 'aria-label': words, title: words }, ...bars),
        element('span', { class: 'soft' }, percent(row.delivered)),
      );
    }),
  );
}

/** What a real browser showed: its score, what costs most, and its pages beside what an assistant receives. */
function browser(scan) {
  if (typeof scan.browser?.status !== 'string') return undefined;
  const { status, browserScore, reason, findings: found } = scan.browser;
  if (status === 'waiting') return element('p', { class: 'soft' }, 'A browser still looks at some pages.');
  if (typeof browserScore !== 'number') return element('p', { class: 'soft' }, `No browser score: ${reason}.`);
  const rows = list(found).map(({ checkId, gain, message, howToFix, pages }) =>
    row(scan, {
      checkId,
      title: `${checkId}, +${Number(gain).toFixed(1)} points of the browser score`,
      text: `${message} ${howToFix}`,
      pages: list(pages),
    }),
  );
  const pair = element('div', { class: 'pair' });
  if (canRead) addPair(scan, pair);
  return section(`In a real browser: ${browserScore}`, rows, pair);
}

/** The picture of a page, by its place from 0. The view does without it where the read is refused. */
async function addPair({ id }, place, at = 0) {
  const uri = `legible://scans/${id}/screen.json${at === 0 ? '' : `?page=${at}`}`;
  const { contents } = await request('resources/read', { uri }).catch(() => ({}));
  const text = list(contents)[0]?.text;
  if (typeof text !== 'string') return;
  const { page, pages, picture, controls, received, lost } = JSON.parse(text);
  const boxes = list(controls).filter(({ box }) => box.x < SCREEN.width && box.y < SCREEN.height);
  const counts = STATES.map(([state, said]) => [boxes.filter((control) => control.state === state).length, said]);
  const words = counts.filter(([count]) => count > 0).map(([count, said]) => `${count} ${said}`);
  const legend = `Controls: ${words.join(', ') || 'none'}`;
  const screen = element(
    'div',
    { class: 'screen' },
    element('img', { src: picture, alt: `The first screen. ${legend}` }),
  );
  for (const { role, name, state, box } of boxes) {
    const mark = element('span', { class: `box ${state}`, title: `${role} ${name || 'without a name'}` });
    mark.style.left = cssPercent(box.x / SCREEN.width);
    mark.style.top = cssPercent(box.y / SCREEN.height);
    mark.style.width = cssPercent(box.width / SCREEN.width);
    mark.style.height = cssPercent(box.height / SCREEN.height);
    screen.append(mark);
  }
  const next = button(`Next page (${at + 1} of ${pages})`, () => addPair({ id }, place, (at + 1) % pages));
  place.replaceChildren(
    element(
      'div',
      {},
      element('p', { class: 'soft page' }, page),
      screen,
      element('p', { class: 'soft' }, legend),
      pages > 1 ? next : undefined,
    ),
    element('div', {}, ...receivedParts(received, list(lost))),
  );
}

/** What a chat assistant receives of a page, and what of the text in sight is lost on its way. */
function receivedParts(received, lost) {
  const said = (text) => element('p', { class: 'soft' }, text);
  if (typeof received !== 'string')
    return [said('What a chat assistant receives of the page could not be asked for again.')];
  return [
    said(received === '' ? 'A chat assistant receives nothing of it.' : 'A chat assistant receives:'),
    received === '' ? undefined : element('pre', { tabindex: '0' }, received),
    said(
      lost.length === 0
        ? 'Each line of text in sight is received. What images say is not compared.'
        : 'In sight, and not received:',
    ),
    lost.length === 0
      ? undefined
      : element('ul', {}, ...lost.map((line) => element('li', {}, element('mark', {}, line)))),
  ];
}

/** Undefined where the answer has no ranked fixes, as of an MCP server or of one check. */
function fixes(scan) {
  if (!Array.isArray(scan.fixes)) return undefined;
  if (scan.fixes.length === 0) return element('p', {}, 'There is nothing to fix.');
  const rows = scan.fixes.map(({ checkId, gain, scoreAfter, howToFix, pages }) =>
    row(scan, {
      checkId,
      title: `${checkId}, +${Number(gain).toFixed(1)} points to ${scoreAfter}`,
      text: howToFix,
      pages: list(pages),
    }),
  );
  const more = list(scan.moreFixes);
  return section(
    'What to fix, best first',
    rows,
    more.length === 0 ? undefined : element('p', { class: 'soft' }, `${more.length} more: ${more.join(', ')}`),
  );
}

/** What a scan of an MCP server found, or what one check or page has. */
function findings(scan) {
  if (!Array.isArray(scan.results)) return undefined;
  if (scan.results.length === 0) return element('p', {}, 'There are no findings.');
  const rows = scan.results.map(({ checkId, status, page, message, howToFix = '', evidence }) =>
    row(scan, {
      checkId,
      title: `${checkId}, ${status}`,
      text: `${message} ${howToFix}`.trimEnd(),
      pages: page === undefined ? [] : [page],
      evidence,
    }),
  );
  return section('Findings', rows);
}

const section = (title, rows, more) =>
  element(
    'section',
    { 'aria-label': title },
    element('h2', {}, title),
    element('ol', { class: 'fixes' }, ...rows),
    more,
  );

/** A fix or a finding; a button reads the results of its check where they are not there yet. */
function row({ id }, { checkId, title, text, pages, evidence }) {
  const details = element('div', { class: 'details', role: 'status' });
  const explain = async () => {
    details.replaceChildren(element('p', {}, 'Reading the results …'));
    const answer = await callTool('get_scan', { id, checkId }).catch(({ message }) => ({
      content: [{ text: message }],
    }));
    const results = list(answer.structuredContent?.results);
    details.replaceChildren(...(results.length === 0 ? [element('p', {}, textOf(answer))] : results.map(resultRow)));
  };
  return element(
    'li',
    {},
    element('p', {}, element('strong', {}, title), ` ${text}`),
    pages.length === 0 ? undefined : element('p', { class: 'soft site' }, pages.join(' ')),
    quoted(evidence),
    canCall && evidence === undefined ? button('Explain', explain) : undefined,
    details,
  );
}

const quoted = (evidence) =>
  evidence === undefined ? undefined : element('pre', { tabindex: '0' }, JSON.stringify(evidence, null, 1));

const resultRow = ({ page, message, evidence }) =>
  element('div', {}, element('p', {}, `${page === undefined ? '' : `${page}: `}${message}`), quoted(evidence));

async function scanAgain({ kind, url }) {
  say('Scanning …');
  try {
    const started =
      kind === 'mcp'
        ? await callTool('scan_mcp', { endpoint: url })
        : await callTool('start_scan', { url, fresh: true });
    await follow(started);
  } catch (error) {
    say(error.message);
  }
}

/** Counts the answers that were followed: an older one must not replace what a newer one shows. */
let latest = 0;

/** Shows an answer, and those after it until the fixes of the scan are shown. */
async function follow(first) {
  latest += 1;
  const own = latest;
  let answer = first;
  const next = async (input) => {
    answer = await callTool('get_scan', { id: answer.structuredContent.id, ...input });
    if (own === latest) show(answer);
  };
  show(answer);
  if (!canCall) return;
  try {
    for (let waits = 0; own === latest && isRunning(answer); waits += 1) {
      if (waits === MOST_WAITS) {
        say(
          stateOf(answer.structuredContent),
          button('Ask again', () => follow(answer)),
        );
        return;
      }
      const pause = waits === 0 ? undefined : new Promise((resolve) => setTimeout(resolve, LEAST_WAIT_MS));
      await Promise.all([next({ waitSeconds: WAIT_SECONDS }), pause]);
    }
    if (own === latest && lacksFixes(answer)) await next({});
  } catch (error) {
    if (own === latest)
      say(
        error.message,
        button('Try again', () => follow(answer)),
      );
  }
}

const isRunning = ({ structuredContent: scan }) => scan?.status === 'running';
/** As the answer of start_scan does, which has the scores alone. */
const lacksFixes = ({ structuredContent: scan, isError }) =>
  isError !== true && scan?.kind === 'site' && scan.status === 'completed' && !scan.fixes && !scan.results;

new ResizeObserver(() => {
  const { scrollHeight: height, scrollWidth: width } = document.documentElement;
  post({ method: 'ui/notifications/size-changed', params: { width, height } });
}).observe(document.documentElement);

request('ui/initialize', {
  protocolVersion: PROTOCOL,
  appInfo: { name: 'legible', version: '1' },
  appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
}).then(
  ({ hostCapabilities, hostContext }) => {
    canCall = hostCapabilities?.serverTools !== undefined;
    canRead = hostCapabilities?.serverResources !== undefined;
    apply(hostContext ?? {});
    post({ method: 'ui/notifications/initialized', params: {} });
  },
  ({ message }) => say(`The host did not open this view: ${message} The conversation has the scan as text.`),
);
