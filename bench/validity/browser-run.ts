/**
 * `npm run validate-browser`: does browserScore rank sites as an agent in a real Chromium succeeds on them? The variants that
 * offer something to do, the acting agent of this experiment that drives Chromium, and the browser pass over the pages where the
 * variants differ. No network. Writes its section of docs/validity.md; `-- --print` only prints, with a line a variant.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { wordToSearch } from '../../src/scanner/browser/choose-pages.ts';
import { lookAtPages } from '../../src/scanner/browser/look-at-pages.ts';
import { BROWSER_CHECKS } from '../../src/scanner/checks/catalogue.ts';
import { runChecks } from '../../src/scanner/checks/run.ts';
import type { BrowserPage } from '../../src/scanner/model/browser.ts';
import type { Fetcher } from '../../src/scanner/net/fetch-types.ts';
import { createHostThrottle } from '../../src/scanner/net/host-throttle.ts';
import { browserScore } from '../../src/scanner/scoring/browser-score.ts';
import { ORIGIN } from '../../test/support/artifacts.ts';
import { CHROMIUM } from '../../test/support/browser.ts';
import { actVariantsOf } from './acting/act-variants.ts';
import type { Acts } from './acting/acts.ts';
import { startBrowserAgents } from './acting/browser-agent.ts';
import { FORM_HOST } from './acting/render.ts';
import { type Exchange, exchangeOf, isAlike } from './acting/replay.ts';
import { service } from './acting/service.ts';
import { shop } from './acting/shop.ts';
import { type BrowserRow, withBrowserSection } from './browser-report.ts';
import type { BaseSite } from './content.ts';
import { type Asked, type Respond, siteVariant } from './site-variant.ts';
import { achievedOn } from './truth.ts';

type Seen = Omit<BrowserPage, 'picture'>;
/** A page as a browser showed it, with all requests and answers meanwhile: equal answers make equal pages. */
type Looks = Record<string, { readonly seen: Seen | null; readonly exchanges: readonly Exchange[] }[]>;

const USER_AGENT = 'LegibleBot/1.0 (+https://legible.example/bot)';
const PASS_MS = 60_000;
const PAGE = new URL('../../docs/validity.md', import.meta.url);

const { values } = parseArgs({ options: { print: { type: 'boolean', default: false } } });
const agents = await startBrowserAgents();
const file = join(tmpdir(), `legible-looks-${hashOfSources()}.json`);
const looks: Looks = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const rows: BrowserRow[] = [];
for (const site of [shop(), service()]) {
  const urls = site.pages.map(({ path }) => ORIGIN + path);
  const word = wordToSearch([`${ORIGIN}/`, ...urls]);
  let whole = 1;
  for (const { id, fault } of actVariantsOf(site.name)) {
    const { browser = 0 } = (await achievedOn(site, { id, kind: 'acting', fault }, agents)).acting;
    if (id === 'base') whole = browser;
    const respond = siteVariant(site, fault);
    const shown = await Promise.all(
      pathsOf(site).map((path) => look(respond, site.name, path, path === '/' ? word : undefined)),
    );
    const seen = shown.filter((page) => page !== undefined);
    const records = seen.map((page) => runChecks(BROWSER_CHECKS, { seen: { ...page, picture: undefined } }, onBug));
    const score = browserScore(records) ?? 0;
    const failing = records.flatMap((found) => found.filter(({ status }) => status === 'fail' || status === 'warn'));
    const checks = [...new Set(failing.map((record) => record.id))].sort();
    rows.push({ site: site.name, variant: id, truth: browser / whole, score, checks });
    if (values.print) console.error(`${site.name}/${id}: ${score}, agent ${(browser / whole).toFixed(2)} ${checks}`);
    writeFileSync(file, JSON.stringify(looks));
  }
}
await agents.close();
const page = withBrowserSection(readFileSync(PAGE, 'utf8'), rows, new Date(), agents.version);
if (!values.print) writeFileSync(PAGE, page.whole);
console.log(page.section);

/** Where variants differ: the home page and a page of each thing that the site offers to do. */
function pathsOf(site: BaseSite & { readonly acts: Acts }): string[] {
  const { forms, lists, figures } = site.acts;
  const ofKinds = (['form', 'account', 'cart'] as const).map((kind) => forms.find((form) => form.kind === kind)?.page);
  return [...new Set(['/', ...ofKinds, lists[0]?.page, figures[0]?.page])].filter((path) => path !== undefined);
}

/** Undefined where no answer came. */
async function look(respond: Respond, site: string, path: string, word: string | undefined): Promise<Seen | undefined> {
  const known = looks[`${site}${path}`] ?? [];
  looks[`${site}${path}`] = known;
  const before = known.find(({ exchanges }) => isAlike(exchanges, respond));
  if (before !== undefined) return before.seen ?? undefined;
  const exchanges: Exchange[] = [];
  const artifact = await lookAtPages(
    {
      fetcher: fetcherOver((asked) => {
        const served = respond(asked);
        exchanges.push(exchangeOf(asked, served));
        return served;
      }),
      throttle: createHostThrottle({ concurrency: 8 }),
      place: { kind: 'program', path: CHROMIUM },
      sandbox: false,
      userAgent: USER_AGENT,
    },
    { urls: [ORIGIN + path], word, permit: undefined, ignoreRobots: true, signal: AbortSignal.timeout(PASS_MS) },
  );
  const [found] = artifact.there ? artifact.pages : [];
  const { picture: _, ...seen } = found ?? { picture: undefined };
  known.push({ seen: found === undefined ? null : (seen as Seen), exchanges }); // all but the picture
  return known.at(-1)?.seen ?? undefined;
}

function fetcherOver(respond: Respond): Fetcher {
  return {
    async fetch({ url, method = 'GET', headers = {} }) {
      const { origin, pathname: path, search } = new URL(url);
      if (origin !== ORIGIN && origin !== FORM_HOST)
        return { ok: false, url, hops: [], failure: { code: 'dns', message: 'no answer' } };
      const accept = String(headers.accept ?? '*/*');
      const asked: Asked = { path, search, origin, method, userAgent: USER_AGENT, accept };
      const { status, headers: sent, body } = respond(asked);
      const all = { ...sent };
      const contentType = (all['content-type'] ?? 'text/html').split(';', 1)[0] ?? '';
      const answer = { url, finalUrl: url, status, hops: [], headers: all, contentType };
      return { ok: true, answer, body: Buffer.from(body), firstByteMs: 1, totalMs: 1 };
    },
    async close() {},
  };
}

function onBug(checkId: string, thrown: unknown): void {
  console.error(`${checkId} threw: ${String(thrown)}`);
}

/** Of all that decides what a browser shows of a variant. */
function hashOfSources(): string {
  const hash = createHash('sha256').update(agents.version);
  for (const folder of ['../../src/scanner/browser', '.', 'acting'].map((each) => join(import.meta.dirname, each)))
    for (const name of readdirSync(folder).sort())
      if (name.endsWith('.ts') && !/report|run|section|statistics|set|out-of-sample/.test(name))
        hash.update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}
