import { READERS, type Reader, type Way } from '../src/scanner/readers/readers.ts';
import { citation } from './citation.ts';
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
    'A reader describes how one kind of agent reads the web. A scan measures for each reader which share of the text of a site reaches it.',
    'No reader runs scripts: what a browser with scripts shows is the subject of the browser score. Bots that collect training data are no',
    'readers. A rule of robots.txt counts as the wish of the owner, whether or not the vendor of a reader obeys it.',
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
        ? [`An excerpt of the index holds ${100 * excerptShare} % of a page, whatever its length.`, '']
        : []),
      ...sources.map((source) => `- ${source.says} ${citation(source)}`),
    ]),
    '',
  ].join('\n');
}
