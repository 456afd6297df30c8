import type { H3, H3Event } from 'h3';
import { prefers } from '../accept.ts';
import { addressCallerOf, type Credentials } from '../auth/admit.ts';
import type { Quotas } from '../auth/quotas.ts';
import { ServiceError } from '../errors.ts';
import { readBodyText } from '../http-body.ts';
import { withScheme } from '../scanner/net/url-parts.ts';
import { callForAnswer, type Gate } from '../tools/gate.ts';
import { forPeople } from './form-words.ts';
import { type FormFault, homeMarkdown, homePage, type ScanKind } from './home-page.ts';
import type { Layout } from './layout.ts';
import { markup } from './markup.ts';

const MAX_FORM_BYTES = 16 * 1024;

export interface HomeParts {
  readonly gate: Gate;
  readonly quotas: Quotas;
  readonly layout: Layout;
  readonly baseUrl: string;
  credentialsOf(event: H3Event): Credentials;
}

/** `GET /` (as Markdown too, at `/index.md`), and `POST /` of its form: a scan without a key, through the same gate as every other. */
export function mountHome(app: H3, { gate, quotas, layout, baseUrl, credentialsOf }: HomeParts): void {
  const home = (fault?: FormFault, status = 200) =>
    layout(
      {
        title: 'Can AI agents read your site?',
        description:
          'Legible grades how well AI agents can use a website or a remote MCP server, from 0 to 100, and says what to fix first.',
        path: '/',
        section: 'scan',
        status,
        scripts: ['report.js'],
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
  async function start(event: H3Event, kind: ScanKind, url: string): Promise<string> {
    const caller = addressCallerOf(credentialsOf(event));
    // What is refused for its form draws on no budget of scans, and is work all the same.
    await quotas.draw(caller, 'fair-use');
    const { output } = await callForAnswer(gate, {
      tool: kind === 'mcp' ? 'scan_mcp' : 'start_scan',
      input: kind === 'mcp' ? { endpoint: url } : { url },
      caller,
      request: event.req,
    });
    if (typeof output.shareUrl !== 'string') throw new Error('a scan has no share address');
    return output.shareUrl;
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
    const url = withScheme((form.get('url') ?? '').trim());
    try {
      return new Response(null, { status: 303, headers: { location: await start(event, kind, url) } });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const response = home({ message: forPeople(error), url: form.get('url') ?? '', kind }, error.status);
      if (error.retryAfterSeconds !== undefined) response.headers.set('retry-after', String(error.retryAfterSeconds));
      return response;
    }
  });
}

/** A page elsewhere must not spend its visitors' free scans (Fetch Metadata; older browsers send Origin). */
function isOfThisSite({ headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  const origin = headers.get('origin');
  return origin === null || (URL.canParse(origin) && new URL(origin).host === new URL(url).host);
}
