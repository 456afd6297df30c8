/** The home page. */
import type { H3, H3Event } from 'h3';
import { addressCallerOf, type Credentials } from '../auth/admit.ts';
import type { Quotas } from '../auth/quotas.ts';
import { sessionCaller } from '../auth/sign-in.ts';
import { parseUrl } from '../basics/parse-url.ts';
import { ServiceError } from '../errors.ts';
import { readBodyText } from '../http/body.ts';
import { prefers } from '../scanner/parse/http-headers/request-headers.ts';
import { withLikelyScheme } from '../scanner/parse/url/normalise-url.ts';
import type { Scans } from '../scans/scans.ts';
import { callForAnswer, type Gate } from '../tools/gate.ts';
import { assetUrl } from './assets.ts';
import type { Layout } from './layout.ts';
import { copyable, type Markup, markup } from './markup.ts';
import { imageRoute } from './share-image.ts';
import type { Visitors } from './visitors.ts';

const MAX_FORM_BYTES = 16 * 1024;

interface HomeParts {
  readonly gate: Gate;
  readonly quotas: Quotas;
  readonly layout: Layout;
  readonly baseUrl: string;
  readonly scans: Pick<Scans, 'find'>;
  readonly visitors: Pick<Visitors, 'accountOf'>;
  credentialsOf(event: H3Event): Credentials;
}

/** `GET /` (as Markdown too, at `/index.md`), and `POST /` of its form: a scan through the same gate as every other, of the account that is signed in, else without a key. */
export function mountHome(app: H3, parts: HomeParts): void {
  const { gate, quotas, layout, baseUrl, scans, visitors, credentialsOf } = parts;
  const home = (fault?: FormFault, status = 200) =>
    layout(
      {
        title: 'Can AI agents read your site?',
        description:
          'Legible grades how well AI agents can use a website or a remote MCP server, from 0 to 100, and says what to fix first.',
        path: '/',
        section: 'scan',
        status,
        scripts: ['copy.js', 'report.js'],
        jsonLd: {
          '@context': 'https://schema.org',
          '@type': 'WebSite',
          name: 'Legible',
          url: `${baseUrl}/`,
          description: 'Grades how well websites and MCP servers can be used by AI agents.',
        },
        headers: { 'cache-control': 'no-cache', vary: 'Accept' },
        head: markup`<link rel="alternate" type="text/markdown" href="/index.md">\n`,
      },
      homePage(baseUrl, fault),
    );

  /** @returns the root-relative address of the report */
  async function start(event: H3Event, { kind, url, fresh }: Submitted): Promise<string> {
    const address = addressCallerOf(credentialsOf(event));
    // A refused form consumes no limit of scans, but it is work.
    await quotas.draw(address, 'fair-use');
    const account = await visitors.accountOf(event);
    const isMember = account !== undefined && account.plan !== 'free';
    const caller = isMember ? sessionCaller(account) : address;
    const { output } = await callForAnswer(gate, {
      tool: kind === 'mcp' ? 'scan_mcp' : 'start_scan',
      input: kind === 'mcp' ? { endpoint: url } : { url, fresh },
      caller,
      request: event.req,
    });
    if (typeof output.shareUrl === 'string') return output.shareUrl;
    const scan = isMember ? await scans.find(account.id, String(output.id)) : undefined;
    if (scan === undefined) throw new Error('a scan has no share address');
    return `/s/${scan.shareToken}`;
  }

  const asMarkdown = (headers: Readonly<Record<string, string>> = {}) =>
    new Response(homeMarkdown(baseUrl), {
      headers: { 'content-type': 'text/markdown; charset=utf-8', 'cache-control': 'no-cache', ...headers },
    });
  app.get('/', ({ req }) =>
    prefers(req.headers.get('accept'), 'text/markdown', 'text/html') ? asMarkdown({ vary: 'Accept' }) : home(),
  );
  app.get('/index.md', () => asMarkdown());
  app.post('/', async (event) => {
    if (!isOfThisSite(event.req)) {
      return home({ message: 'Start the scan from this page, not from another site.', url: '', kind: 'website' }, 403);
    }
    const form = new URLSearchParams(await readBodyText(event.req, MAX_FORM_BYTES));
    const kind = form.get('kind') === 'mcp' ? 'mcp' : 'website';
    const url = withLikelyScheme((form.get('url') ?? '').trim());
    try {
      return new Response(null, {
        status: 303,
        headers: { location: await start(event, { kind, url, fresh: form.has('fresh') }) },
      });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const response = home({ message: forPeople(error), url: form.get('url') ?? '', kind }, error.status);
      if (error.retryAfterSeconds !== undefined) response.headers.set('retry-after', String(error.retryAfterSeconds));
      return response;
    }
  });
}

/** A page elsewhere must not spend its visitors' free scans (Fetch Metadata; older browsers send Origin). */
export function isOfThisSite({ headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  const origin = headers.get('origin');
  return origin === null || parseUrl(origin)?.host === new URL(url).host;
}

/** The error of a submitted form, with the entered values. */
interface FormFault {
  readonly message: string;
  readonly url: string;
  readonly kind: ScanKind;
}
type ScanKind = 'website' | 'mcp';

/** What the form asks for. */
interface Submitted {
  readonly kind: ScanKind;
  readonly url: string;
  /** Scans anew, although a scan could be shared. */
  readonly fresh: boolean;
}

/** The home page: the service, a form that starts a scan, and how agents use it. */
const homePage = (baseUrl: string, fault?: FormFault): Markup => markup`<div class="hero">
<p class="eyebrow">Agent readability</p>
<h1>Can AI agents read your site?</h1>
<p class="lead">Legible reads a website the way an agent does, grades it from 0 to 100, and says what to fix first. It does the same for remote MCP servers.</p>
</div>
${scanForm(fault)}
<section class="section" aria-labelledby="grades-title">
<h2 id="grades-title">What is graded</h2>
<div class="grid-3">
${card('Can agents get in?', 'robots.txt, firewalls and consent walls, redirects, errors that answer 200: what an assistant that acts for a person meets at your door.')}
${card('Can they read it?', 'Text that is there without scripts, headings, main content, metadata, structured data, Markdown versions and llms.txt.')}
${card('Can they act?', 'Labelled controls and forms, API descriptions, MCP servers and agent cards, and whether an agent can find them.')}
</div>
<p class="aside">Every finding has its evidence, a line that shows it and a fix, ranked by the points it gains. <a href="/docs/methodology/scoring">How the score is computed</a></p>
</section>
<section class="section grid-2 sample" aria-labelledby="sample-title">
<div class="flow">
<h2 id="sample-title">What you get</h2>
<p>A score, how much of your text each kind of agent gets, and the fixes that gain most, with a recipe for your platform. The sample is of a small shop with faults that many shops have.</p>
<p><a class="button quiet" href="${SAMPLE_PATH}">Open the sample report</a></p>
</div>
<a href="${SAMPLE_PATH}"><img src="${assetUrl('sample.png')}" width="960" height="640" loading="lazy" alt="The top of the sample report: the score, and what costs the site most"></a>
</section>
<section class="section grid-2" aria-label="For agents and programs">
<div class="card flow">
<h2>Add it to Claude</h2>
<p class="soft">Scans and questions work without a key.</p>
${copyable(addToClaude(baseUrl), 'shell')}
<p>Then say: “Scan example.com and fix what costs most.” <a href="/docs/mcp">Other hosts, and keys</a></p>
</div>
<div class="card flow">
<h2>Or call it</h2>
<p class="soft">Start a scan, then read it at the <code>pollUrl</code> of the answer.</p>
${copyable(callIt(baseUrl), 'shell')}
<p><a href="/docs/api">The API</a> and <a href="/docs/cli">the command line</a></p>
</div>
</section>`;

const addToClaude = (baseUrl: string): string => `claude mcp add --transport http legible ${baseUrl}/mcp`;
const callIt = (baseUrl: string): string => `curl -s ${baseUrl}/api/scan \\
  -H 'Content-Type: application/json' \\
  -d '{"url": "https://example.com/"}'`;

/** The same for those who would rather read Markdown. */
const homeMarkdown = (baseUrl: string): string => `# Can AI agents read your site?

Legible reads a website the way an agent does, grades it from 0 to 100, and says what to fix first. It does the same for remote MCP servers. Free and without an account: 25 pages a scan, a few scans a day.

## What is graded

### Can agents get in?

robots.txt, firewalls and consent walls, redirects, errors that answer 200: what an assistant that acts for a person meets at your door.

### Can they read it?

Text that is there without scripts, headings, main content, metadata, structured data, Markdown versions and llms.txt.

### Can they act?

Labelled controls and forms, API descriptions, MCP servers and agent cards, and whether an agent can find them.

Every finding has its evidence, a line that shows it and a fix, ranked by the points it gains. [How the score is computed](${baseUrl}/docs/methodology/scoring.md)

## Add it to Claude

Scans and questions work without a key.

\`\`\`shell
${addToClaude(baseUrl)}
\`\`\`

Then say: “Scan example.com and fix what costs most.” [Other hosts, and keys](${baseUrl}/docs/mcp.md)

## Or call it

Start a scan, then read it at the \`pollUrl\` of the answer.

\`\`\`shell
${callIt(baseUrl)}
\`\`\`

[The API](${baseUrl}/docs/api.md) and [the command line](${baseUrl}/docs/cli.md). Every page: [llms.txt](${baseUrl}/llms.txt)
`;

const card = (title: string, text: string): Markup =>
  markup`<div class="card flow"><h3>${title}</h3><p class="soft">${text}</p></div>`;

function scanForm(fault: FormFault | undefined): Markup {
  const radio = (kind: ScanKind, words: string) =>
    markup`<label class="chip"><input type="radio" name="kind" value="${kind}"${(fault?.kind ?? 'website') === kind && markup` checked`}><span>${words}</span></label>`;
  return markup`<form class="scan-form card flow" method="post" action="/" data-slow>
<fieldset class="plain-fieldset"><legend>What do you want to scan?</legend><div class="chips">${radio('website', 'A website')}${radio('mcp', 'An MCP server')}</div></fieldset>
<div class="field">
<label for="url">URL</label>
<div class="row">
<input type="text" id="url" name="url" inputmode="url" autocomplete="url" autocapitalize="off" spellcheck="false" placeholder="example.com" maxlength="2000" required${
    fault !== undefined && markup` value="${fault.url}" aria-invalid="true" autofocus`
  } aria-describedby="${fault === undefined ? 'url-hint' : 'url-fault url-hint'}">
<button type="submit" class="button">Scan</button>
</div>
${fault !== undefined && markup`<p class="fault" id="url-fault" role="alert">${fault.message}</p>`}
<p class="soft small" id="url-hint">Free and without an account: 25 pages a scan, a few scans a day. An MCP server takes up to 30 seconds.</p>
</div>
</form>`;
}

/** The message for a form, which shows it next to the field: it omits the field's name, and says address for URL. */
export function forPeople({ message }: Pick<ServiceError, 'message'>): string {
  const words = message.replace(/^[a-z]+: /i, '').replace(/^(?:url|endpoint) /, 'The address ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const SAMPLE_PATH = '/sample';
/** Of the report's picture, 1200 by 630 pixels. */
export const SAMPLE_IMAGE = imageRoute(SAMPLE_PATH);
