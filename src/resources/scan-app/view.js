// The view of a scan inside an MCP host (MCP Apps, protocol 2026-01-26): it speaks JSON-RPC with the host that frames it,
// and loads nothing. All texts go into the page as text, because addresses and evidence come from the scanned site.

const PROTOCOL = '2026-01-26';
const WAIT_SECONDS = 45;
/** Half an hour, after which a person can press the button again. */
const MOST_WAITS = 40;
const CAUSES = [
  ['delivered', 'reaches it'],
  ['robots', 'kept back by robots.txt'],
  ['refused', 'refused'],
  ['noWay', 'no way in'],
  ['noAnswer', 'no answer'],
  ['noText', 'no text'],
  ['cutOff', 'cut off'],
];

const root = document.querySelector('main');
const pending = new Map();
let lastId = 0;
/** Whether the host passes tool calls on; without that there is nothing to press. */
let canCall = false;

const post = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');

function request(method, params) {
  lastId += 1;
  const id = lastId;
  post({ id, method, params });
  return new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
}

const callTool = (name, input) => request('tools/call', { name, arguments: input });

const HANDLERS = {
  'ui/notifications/tool-result': (result) => follow(result),
  'ui/notifications/tool-cancelled': () => say('The call was cancelled.'),
  'ui/notifications/host-context-changed': (context) => apply(context),
};

window.addEventListener('message', ({ data, source }) => {
  if (source !== window.parent || data?.jsonrpc !== '2.0') return;
  if (data.method === undefined) {
    const { resolve, reject } = pending.get(data.id) ?? {};
    pending.delete(data.id);
    if (data.error === undefined) resolve?.(data.result);
    else reject?.(new Error(String(data.error.message)));
    return;
  }
  HANDLERS[data.method]?.(data.params ?? {});
  // Of requests the host only sends those that an empty result answers: ping and teardown.
  if (data.id !== undefined) post({ id: data.id, result: {} });
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
const say = (text) => root.replaceChildren(element('p', { role: 'status' }, text));
const percent = (share) => `${Math.round(share * 100)} %`;

function show({ structuredContent: scan, content, isError }) {
  if (isError === true || typeof scan?.status !== 'string') {
    say(
      list(content)
        .map(({ text }) => text ?? '')
        .join('\n') || 'There is nothing to show.',
    );
    return;
  }
  if (scan.status === 'running') {
    say(`${scan.phase ?? 'Scanning'}: ${scan.pagesScanned ?? 0} of ${scan.pagesDiscovered ?? 0} pages`);
    return;
  }
  const shares = readers(scan) ?? element('div', {});
  root.replaceChildren(head(scan), ...[remarks(scan), shares, fixes(scan)].filter((part) => part !== undefined));
  if (scan.readers === undefined && scan.kind === 'site' && canCall) addReaders(scan, shares);
}

/** Only explain_scan has the readers. Without them, as without a key, the rest of the view stands. */
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
    canCall ? element('button', { type: 'button', onclick: () => scanAgain(scan) }, 'Scan again') : undefined,
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

function fixes(scan) {
  const rows = list(scan.fixes);
  if (rows.length === 0) return element('p', {}, 'There is nothing to fix.');
  return element(
    'section',
    { 'aria-label': 'Fixes' },
    element('h2', {}, 'What to fix, best first'),
    element('ol', { class: 'fixes' }, ...rows.map((fix) => fixRow(scan, fix))),
    list(scan.moreFixes).length === 0
      ? undefined
      : element('p', { class: 'soft' }, `${scan.moreFixes.length} more: ${scan.moreFixes.join(', ')}`),
  );
}

function fixRow(scan, { checkId, gain, scoreAfter, howToFix, pages }) {
  const details = element('div', { class: 'details', role: 'status' });
  const explain = async () => {
    details.replaceChildren(element('p', {}, 'Reading the results …'));
    const answer = await callTool('get_scan', { id: scan.id, checkId }).catch((error) => ({
      content: [{ text: error.message }],
    }));
    const results = list(answer.structuredContent?.results);
    details.replaceChildren(
      ...(results.length === 0
        ? [
            element(
              'p',
              {},
              list(answer.content)
                .map(({ text }) => text ?? '')
                .join('\n'),
            ),
          ]
        : results.map(resultRow)),
    );
  };
  return element(
    'li',
    {},
    element(
      'p',
      {},
      element('strong', {}, `${checkId}, +${Number(gain).toFixed(1)} points to ${scoreAfter}`),
      ` ${howToFix}`,
    ),
    list(pages).length === 0 ? undefined : element('p', { class: 'soft site' }, pages.join(' ')),
    canCall ? element('button', { type: 'button', onclick: explain }, 'Explain') : undefined,
    details,
  );
}

const resultRow = ({ page, message, evidence }) =>
  element(
    'div',
    {},
    element('p', {}, `${page === undefined ? '' : `${page}: `}${message}`),
    evidence === undefined ? undefined : element('pre', { tabindex: '0' }, JSON.stringify(evidence, null, 1)),
  );

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

/** Shows an answer, and those after it until the scan ends. */
async function follow(first) {
  let answer = first;
  show(answer);
  try {
    for (let waits = 0; canCall && answer.structuredContent?.status === 'running' && waits < MOST_WAITS; waits += 1) {
      answer = await callTool('get_scan', { id: answer.structuredContent.id, waitSeconds: WAIT_SECONDS });
      show(answer);
    }
  } catch (error) {
    say(error.message);
  }
}

new ResizeObserver(() => {
  const { scrollHeight: height, scrollWidth: width } = document.documentElement;
  post({ method: 'ui/notifications/size-changed', params: { width, height } });
}).observe(document.documentElement);

request('ui/initialize', {
  protocolVersion: PROTOCOL,
  appInfo: { name: 'legible', version: '1' },
  appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
}).then(({ hostCapabilities, hostContext }) => {
  canCall = hostCapabilities?.serverTools !== undefined;
  apply(hostContext ?? {});
  post({ method: 'ui/notifications/initialized', params: {} });
});
