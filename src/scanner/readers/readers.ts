import type { FigureSource, Reader } from './reader.ts';

const READ_ON = '2026-11-22';
const source = (url: FigureSource['url'], basis: FigureSource['basis'], says: string): FigureSource => ({
  url,
  readOn: READ_ON,
  says,
  basis,
});

const NO_SCRIPTS = source(
  'https://vercel.com/blog/the-rise-of-the-ai-crawler',
  'measured',
  'The fetchers of OpenAI, Anthropic and Perplexity run no scripts.',
);
const SPEC = 'https://agentdocsspec.com/spec/';

/** No reader runs scripts: browsers with scripts are not measured. Published in docs/readers.md. */
export const READERS: readonly [Reader, ...Reader[]] = Object.freeze([
  {
    id: 'coding-assistant',
    name: 'Coding assistant',
    robotsTokens: ['Claude-User'],
    probedAs: 'Claude-User',
    isVendor: true,
    asksForMarkdown: true,
    ways: ['links', 'llms-txt'],
    view: 'page',
    pageChars: 100_000,
    excerptShare: 0,
    maxRedirects: 5,
    sources: [
      source(
        SPEC,
        'measured',
        'Claude Code reads about 100,000 characters of a page and asks for text/markdown first.',
      ),
      source('https://support.claude.com/en/articles/8896518', 'documented', 'Claude-User obeys robots.txt.'),
      source('https://llmstxt.org/', 'documented', 'llms.txt is an index for such tools.'),
      source(SPEC, 'assumed', 'It follows at most 5 redirects.'),
      NO_SCRIPTS,
    ],
  },
  {
    id: 'chat-assistant',
    name: 'Chat assistant',
    robotsTokens: ['ChatGPT-User'],
    probedAs: 'ChatGPT-User',
    isVendor: true,
    asksForMarkdown: false,
    ways: ['links', 'search'],
    view: 'page',
    pageChars: 20_000,
    excerptShare: 0,
    maxRedirects: 5,
    sources: [
      source('https://developers.openai.com/api/docs/bots', 'documented', 'ChatGPT-User visits pages for a person.'),
      source(
        'https://rhyannonjoy.github.io/agent-ecosystem-testing/web-fetch-test-findings-raw',
        'measured',
        'The web fetch tool of the Claude API cut a page at 20,696 characters of text, navigation included.',
      ),
      source(SPEC, 'assumed', 'A chat assistant follows at most 5 redirects.'),
      NO_SCRIPTS,
    ],
  },
  {
    id: 'fetch-tool',
    name: 'Fetch tool',
    robotsTokens: ['ModelContextProtocol'],
    probedAs: undefined,
    isVendor: false,
    asksForMarkdown: false,
    ways: ['links'],
    view: 'main',
    pageChars: 20_000,
    excerptShare: 0,
    maxRedirects: 20,
    sources: [
      source(
        'https://pypi.org/project/mcp-server-fetch/',
        'documented',
        'One call brings 5,000 characters by default.',
      ),
      source(
        'https://github.com/modelcontextprotocol/servers/tree/main/src/fetch',
        'source',
        'Readability takes the main content, which becomes Markdown; robots.txt is obeyed; httpx follows 20 redirects.',
      ),
      source(SPEC, 'assumed', 'An agent reads on in a page four times at most.'),
    ],
  },
  {
    id: 'search-assistant',
    name: 'Search-fed assistant',
    robotsTokens: ['OAI-SearchBot', 'ChatGPT-User'],
    probedAs: 'ChatGPT-User',
    isVendor: true,
    asksForMarkdown: false,
    ways: ['search'],
    view: 'page',
    pageChars: 20_000,
    excerptShare: 0.5,
    maxRedirects: 5,
    sources: [
      source('https://developers.openai.com/api/docs/bots', 'documented', 'OAI-SearchBot builds the index of answers.'),
      source(
        'https://developers.google.com/search/docs/crawling-indexing/block-indexing',
        'documented',
        'An index leaves out pages with noindex and pages whose canonical address is another one.',
      ),
      source(SPEC, 'assumed', 'Half of the answers come from excerpts of the index, half from fetching the page.'),
      NO_SCRIPTS,
    ],
  },
  {
    id: 'page-reader',
    name: 'Page reader without scripts',
    robotsTokens: ['Perplexity-User'],
    probedAs: undefined,
    isVendor: true,
    asksForMarkdown: false,
    ways: ['links'],
    view: 'tree',
    pageChars: 16_000,
    excerptShare: 0,
    maxRedirects: 20,
    sources: [
      source(
        'https://docs.perplexity.ai/guides/bots',
        'documented',
        'Perplexity-User fetches for a person and mostly ignores robots.txt; the rule counts as the will of the owner.',
      ),
      source(
        'https://github.com/microsoft/playwright-mcp',
        'source',
        'Agents in browsers read landmarks, headings and named links of the accessibility tree.',
      ),
      source(SPEC, 'assumed', 'It reads four screens of 4,000 characters and follows 20 redirects, as browsers do.'),
    ],
  },
] satisfies [Reader, ...Reader[]]);
