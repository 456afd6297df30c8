import { type FigureSource, READERS, type Reader, type Way } from '../src/scanner/readers/readers.ts';
import { markdownTable } from './markdown-table.ts';

const VIEWS: Record<Reader['view'], string> = {
  page: 'the whole page as Markdown',
  main: 'the main content as Markdown',
  tree: 'the shown text of the main content',
};
const WAYS: Record<Way, string> = { links: 'links', 'llms-txt': 'llms.txt', search: 'a search index' };

/** docs/readers.md: who reads the web how, with the source of each figure. */
export function readersPage(): string {
  return [
    '# Readers',
    '',
    'A reader is a description of how one kind of agent reads the web. The delivered share of a site is measured through each.',
    'No reader runs scripts; browsers with scripts are not measured. Training bots are no readers. A rule of robots.txt counts as',
    'the will of the owner, whether or not the vendor of a reader obeys it.',
    '',
    'This page is generated from `src/scanner/readers/readers.ts` (`npm run generate`).',
    '',
    markdownTable([
      ['reader', 'robots.txt tokens', 'reads', 'finds pages by', 'characters of a page', 'redirects', 'meta refresh'],
      ...READERS.map((reader) => [
        reader.name,
        reader.robotsTokens.join(', '),
        `${reader.asksForMarkdown ? 'Markdown first, else ' : ''}${VIEWS[reader.view]}`,
        reader.ways.map((way) => WAYS[way]).join(', '),
        reader.pageChars.toLocaleString('en'),
        String(reader.maxRedirects),
        reader.followsRefresh ? 'followed' : 'not followed',
      ]),
    ]),
    ...READERS.flatMap(({ name, excerptShare, sources }) => [
      '',
      `## ${name}`,
      '',
      ...(excerptShare > 0
        ? [`An excerpt from the index brings ${100 * excerptShare} % of a page at any length.`, '']
        : []),
      ...sources.map((source) => `- ${source.says} ${originOf(source)}`),
    ]),
    '',
  ].join('\n');
}

function originOf(source: FigureSource): string {
  if (source.basis === 'assumed') return '(Assumed; no source is known.)';
  const read = source.readOn === undefined ? 'quoted, not read for this edition' : `read on ${source.readOn}`;
  return `([${source.basis}](${source.url}), ${read})`;
}
