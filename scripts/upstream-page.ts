import { ALL_CHECKS } from '../src/scanner/checks/catalogue.ts';
import { markdownTable } from './markdown-table.ts';
import { staleTexts, UPSTREAM_TEXTS } from './upstream-texts.ts';

/** docs/upstream.md: which version of each changing text the checks follow. */
export function upstreamPage(): string {
  return [
    '# Upstream texts',
    '',
    'Checks rest on drafts, living standards and pages of vendors. This table has the version of each text that the rules follow, and the',
    'day on which rules and text were last compared. RFCs and dated reports never change and are not listed.',
    '',
    '`npm run drift` prints the texts that were last compared more than six months ago. Read such a text, change the rules that no longer',
    'agree with it, and write its version and the day into `scripts/upstream-texts.ts`, from which this page is generated.',
    '',
    markdownTable([
      ['text', 'version', 'published on', 'compared on', 'checks'],
      ...UPSTREAM_TEXTS.map(({ name, url, version, dated, compared }) => [
        `[${name}](${url})`,
        version,
        dated ?? '',
        compared,
        checksOn(url).join(', '),
      ]),
    ]),
    '',
  ].join('\n');
}

/** Ids of the checks with a source that begins with this address. */
export const checksOn = (url: string): string[] =>
  ALL_CHECKS.filter(({ sources }) => sources.some((source) => source.startsWith(url))).map(({ id }) => id);

/** A warning for each text that is stale on a day (YYYY-MM-DD), and their count. */
export function driftReport(today: string, texts = UPSTREAM_TEXTS): string[] {
  const stale = staleTexts(texts, today);
  return [
    ...stale.map(({ name, url, version, compared }) => {
      const on = checksOn(url).join(', ');
      return `warning: ${name} ${version} was last compared on ${compared} (${on}): ${url}`;
    }),
    `${stale.length} of ${texts.length} upstream texts were last compared more than six months ago.`,
  ];
}
