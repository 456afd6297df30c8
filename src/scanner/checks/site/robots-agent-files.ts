import { parseUrl } from '../../../basics/parse-url.ts';
import { LIVE_USER_FETCHERS } from '../../ai-agents.ts';
import { evenlySpaced } from '../../evenly-spaced.ts';
import type { SiteArtifacts } from '../../model/artifacts.ts';
import { defineCheck, fail, pass, warn } from '../define.ts';
import { evidenceOf } from '../evidence.ts';
import { affordable, mayRead, withoutRules } from './robots-access.ts';

const MAX_SITEMAPS = 20;
const MAX_TWINS = 20;

export default defineCheck({
  id: 'S5',
  slug: 'robots-agent-files',
  series: 'site',
  category: 'access',
  titles: {
    pass: 'robots.txt allows the files for agents',
    fail: 'robots.txt blocks files for agents',
    action: 'Allow the files for agents in robots.txt',
  },
  why: 'An old rule against /*.txt or /.well-known/ also blocks the files that were published for agents.',
  rule: 'Checks llms.txt, llms-full.txt, the sitemaps, /.well-known/ and Markdown versions, for all agents (*) and for each live user fetcher. Passes when all are allowed. Fails when llms.txt or a sitemap is blocked for all agents. Warns about anything else that is blocked. A 5xx blocks everything, a missing file nothing.',
  sources: ['https://www.rfc-editor.org/rfc/rfc9309#section-2.2', 'https://llmstxt.org/'],
  needs: ['robotsTxt', 'target', 'llmsTxt', 'sitemap', 'crawl'],
  evaluate(artifacts) {
    const { robotsTxt } = artifacts;
    const early = withoutRules(robotsTxt);
    if (early !== undefined) return early;

    const files = filesFor(artifacts);
    const agents = ['*', ...LIVE_USER_FETCHERS.map(({ token }) => token)];
    const closed = agents.flatMap((token) =>
      files.filter(({ url }) => !mayRead(robotsTxt, token, url)).map((file) => ({ token, ...file })),
    );
    if (closed.length === 0)
      return pass('The files made for agents are open to every agent.', evidenceOf(robotsTxt.probe));

    const names = [...new Set(closed.map(({ name }) => name))].join(', ');
    const fromAll = [...new Set(closed.filter(({ token }) => token === '*').map(({ name }) => name))].join(', ');
    const byName = new Set(closed.filter(({ token }) => token !== '*').map(({ token }) => token));
    const message =
      fromAll === ''
        ? `robots.txt closes ${names} to ${[...byName].join(', ')}.`
        : `robots.txt closes ${fromAll} to everybody who is not named in it.`;
    const finding = {
      howToFix: `Remove the Disallow that covers ${names}, or add an Allow for that very path to the same group: the longest match decides.`,
      evidence: {
        ...evidenceOf(robotsTxt.probe),
        examples: [...new Set(closed.map(({ url }) => url))],
      },
    };
    return closed.some(({ token, isVital }) => token === '*' && isVital)
      ? fail(message, finding)
      : warn(message, finding);
  },
});

interface AgentFile {
  readonly name: string;
  readonly url: string;
  /** Closing it to everybody fails. */
  readonly isVital: boolean;
}

function filesFor({
  robotsTxt: { rules },
  target: { origin },
  llmsTxt,
  sitemap,
  crawl,
}: Pick<SiteArtifacts, 'robotsTxt' | 'target' | 'llmsTxt' | 'sitemap' | 'crawl'>): AgentFile[] {
  const sitemaps = [...(rules?.sitemaps ?? []), ...sitemap.files.map(({ url }) => url)]
    .slice(0, MAX_SITEMAPS)
    .map((url) => parseUrl(url, origin))
    .filter((url) => url?.origin === origin)
    .flatMap((url) => url?.href ?? []);
  const twins = crawl.pages.flatMap(({ markdown }) => markdown?.url ?? []);
  return [
    { name: 'llms.txt', url: llmsTxt.file?.probe.url ?? `${origin}/llms.txt`, isVital: true },
    { name: 'llms-full.txt', url: llmsTxt.full.url, isVital: false },
    { name: '/.well-known/', url: `${origin}/.well-known/`, isVital: false },
    ...affordable(rules, [...new Set(sitemaps)]).map((url) => ({ name: 'a sitemap', url, isVital: true })),
    ...affordable(rules, sampleOf(twins, origin)).map((url) => ({
      name: 'the Markdown versions of pages',
      url,
      isVital: false,
    })),
  ];
}

/** A sample of the site's own Markdown versions, which represents their naming pattern. */
function sampleOf(twins: readonly string[], origin: string): string[] {
  const own = [...new Set(twins)].filter((url) => parseUrl(url)?.origin === origin).sort();
  return evenlySpaced(own, MAX_TWINS);
}
