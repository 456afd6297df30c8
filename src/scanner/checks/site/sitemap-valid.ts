import { defined } from '../../../basics/defined.ts';
import type { PageDigest } from '../../model/page.ts';
import type { Evidence, Outcome } from '../../model/result.ts';
import type { SitemapArtifact, SitemapFile } from '../../model/site.ts';
import { defineCheck, fail, pass, unmeasured, warn } from '../define.ts';
import { MAX_OTHERS } from '../evidence.ts';

/** Limits of sitemaps.org, for one file. */
const MAX_URLS = 50_000;
const MAX_BYTES = 50 * 1024 * 1024;
const UNDECLARED_CREDIT = 0.75;
const DRAFT_PAGES = 20;
/** Longer addresses are left out of the draft, which is cut at 20,000 characters. */
const DRAFT_LINE_LENGTH = 800;

export default defineCheck({
  id: 'S10',
  slug: 'sitemap-valid',
  series: 'site',
  category: 'discovery',
  titles: {
    pass: 'The sitemap is valid and listed in robots.txt',
    fail: 'The sitemap is missing, invalid or not listed in robots.txt',
    action: 'Publish a valid sitemap and list it in robots.txt',
  },
  why: 'A sitemap tells an agent which pages exist, so that it need not follow every link.',
  rule: 'Passes with a sitemap within the limits of sitemaps.org (XML, RSS 2.0, Atom, or a text with a URL a line) that lists absolute URLs of this host and is named in robots.txt. Warns when robots.txt does not name it, when it lists other hosts, when some files are broken, or when white space comes before an XML declaration. Fails when it is missing, empty, malformed or HTML.',
  sources: ['https://www.sitemaps.org/protocol.html'],
  needs: ['sitemap', 'crawl', 'robotsTxt'],
  evaluate({ sitemap, crawl, robotsTxt }) {
    if (sitemap.foundBy === undefined) return none(sitemap, crawl.pages, robotsTxt.rules !== undefined);
    const fetched = sitemap.files.filter(({ status }) => status !== undefined);
    const top = sitemap.files[0];
    if (top === undefined || fetched.length === 0) return unmeasured('No file of the sitemap could be fetched.');

    const slipped = fetched.filter(({ slip }) => slip !== undefined);
    const bad = fetched.filter((file) => file.problem !== undefined || file.kind === 'unreadable');
    const evidence = { url: top.finalUrl, ...defined({ status: top.status }) };
    if (bad.length === fetched.length) {
      return fail(`The sitemap cannot be read: ${problemOf(bad[0])}.`, {
        howToFix: HOW_TO_PUBLISH,
        evidence: { ...evidence, ...evidenceOf(bad[0]), ...draft(crawl.pages) },
      });
    }
    if (sitemap.entries.length === 0) {
      return fail('The sitemap lists no page that an agent could open.', {
        howToFix: 'Write one <url><loc> with an absolute URL of this host for every public page.',
        evidence: { ...evidence, ...draft(crawl.pages) },
      });
    }

    const faults = [
      bad.length > 0 && `${bad.length} of ${fetched.length} files cannot be read (${problemOf(bad[0])})`,
      slipped.length > 0 && `in ${slipped.length} of ${fetched.length} files ${slipped[0]?.slip}`,
      fetched.some(({ entryCount }) => entryCount > MAX_URLS) && `a file lists more than ${MAX_URLS} locations`,
      fetched.some(({ bodyBytes }) => bodyBytes > MAX_BYTES) && 'a file is larger than 50 MB',
      sitemap.foreignCount > 0 && `locations on another host: ${sitemap.foreignCount}`,
      sitemap.invalidCount > 0 && `locations that are not absolute URLs: ${sitemap.invalidCount}`,
    ].filter((fault) => fault !== false);
    const isDeclared = sitemap.foundBy === 'robots';
    if (faults.length > 0) {
      return warn(`The sitemap has faults: ${faults.join('; ')}.`, {
        howToFix:
          'Repair or remove the files that cannot be read, begin each with its XML declaration, keep every file within 50,000 locations and 50 MB, and list only absolute URLs of the host that serves the sitemap.',
        evidence: {
          ...evidence,
          ...evidenceOf(bad[0] ?? slipped[0]),
          examples: [...bad, ...slipped].map(({ url }) => url),
          ...(sitemap.foreignCount > 0 && bad.length === 0 ? { measured: sitemap.foreignCount, threshold: 0 } : {}),
        },
      });
    }
    if (!isDeclared) {
      const hasRobots = robotsTxt.rules !== undefined;
      const line = '"Sitemap: <absolute URL of the sitemap>"';
      return warn(
        `The sitemap is valid, but ${hasRobots ? 'robots.txt does not name it' : 'there is no robots.txt that names it'}.`,
        {
          howToFix: hasRobots ? `Add a line ${line} to robots.txt.` : `Serve a /robots.txt with a line ${line}.`,
          evidence: { url: new URL('/robots.txt', top.url).href, draft: `Sitemap: ${top.url}\n` },
          credit: UNDECLARED_CREDIT,
        },
      );
    }
    return pass(`The sitemap is valid; URLs listed: ${sitemap.entries.length}.`, {
      ...evidence,
      ...listsOf(fetched),
    });
  },
});

const HOW_TO_PUBLISH =
  'Publish /sitemap.xml as well-formed XML (a <urlset> with one <url><loc> per public page) and name it in robots.txt with a line "Sitemap: <its absolute URL>".';

/** The files that list pages, where one line can read them all. */
function listsOf(files: readonly SitemapFile[]): Evidence {
  const [url, ...others] = files.filter(({ kind }) => kind !== 'sitemapindex').map(({ finalUrl }) => finalUrl);
  return url === undefined || others.length > MAX_OTHERS ? {} : { url, others };
}

const evidenceOf = (file: SitemapFile | undefined): Evidence =>
  file === undefined ? {} : { url: file.finalUrl, ...defined({ status: file.status }) };

const problemOf = (file: SitemapFile | undefined): string => file?.problem ?? 'it is no sitemap';

function none({ tried }: SitemapArtifact, pages: readonly PageDigest[], hasRobots: boolean): Outcome {
  const forbidden = tried.find((probe) => !probe.answered && probe.failure.code === 'robots');
  const lost = tried.find((probe) => !probe.answered && probe.failure.code !== 'robots');
  if (lost !== undefined && !lost.answered) {
    return unmeasured(`Whether there is a sitemap could not be measured: ${lost.failure.message}`, { url: lost.url });
  }
  const shown = forbidden ?? tried[0];
  return fail(
    forbidden === undefined
      ? `There is no sitemap: ${hasRobots ? 'robots.txt names none' : 'no robots.txt names one'}, and there is none at ${tried.length} usual ${tried.length === 1 ? 'address' : 'addresses'}.`
      : 'robots.txt forbids to read the places where a sitemap usually is, and names none.',
    {
      howToFix: HOW_TO_PUBLISH,
      evidence: {
        ...(shown === undefined ? {} : { url: shown.url, ...(shown.answered ? { status: shown.status } : {}) }),
        ...draft(pages),
      },
    },
  );
}

/** A first sitemap out of the pages that were read and may be indexed. */
function draft(pages: readonly PageDigest[]): { draft?: string } {
  const urls = pages.filter(({ status, noindex }) => status === 200 && !noindex).map(({ finalUrl }) => finalUrl);
  const lines = [...new Set(urls)]
    .map((url) => `  <url><loc>${escapeXml(url)}</loc></url>`)
    .filter((line) => line.length <= DRAFT_LINE_LENGTH)
    .slice(0, DRAFT_PAGES);
  if (lines.length === 0) return {};
  return {
    draft: `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</urlset>\n`,
  };
}

const escapeXml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
