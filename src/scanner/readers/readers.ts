const READ_ON = '2026-11-22';
type Cited = Pick<CitedSource, 'url' | 'basis' | 'says'>;

/** A page or file that was opened and that says so. */
const read = (url: Cited['url'], basis: Cited['basis'], says: string): CitedSource => ({
  url,
  basis,
  says,
  readOn: READ_ON,
});
/** A page that others cite for this and that was not opened yet. */
const quoted = (url: Cited['url'], basis: Cited['basis'], says: string): CitedSource => ({
  url,
  basis,
  says,
  readOn: undefined,
});
const assumed = (says: string): AssumedFigure => ({ basis: 'assumed', says });

const NO_SCRIPTS = quoted(
  'https://vercel.com/blog/the-rise-of-the-ai-crawler',
  'measured',
  'The fetchers of OpenAI, Anthropic and Perplexity run no scripts.',
);
const NO_REFRESH = assumed('Its HTTP client does not follow a meta refresh, because it does not read the HTML.');
const SPEC = 'https://github.com/agent-ecosystem/agent-docs-spec/blob/main/SPEC.md';

/** No reader runs scripts: the pass of a browser measures what scripts bring. Published in docs/readers.md. */
export const READERS: readonly [Reader, ...Reader[]] = Object.freeze([
  {
    id: 'coding-assistant',
    name: 'Coding assistant',
    robotsTokens: ['Claude-User'],
    probedAs: ['Claude-User'],
    isVendor: true,
    asksForMarkdown: true,
    ways: ['links', 'llms-txt'],
    view: 'page',
    pageChars: 100_000,
    excerptShare: 0,
    followsRefresh: false,
    maxRedirects: 10,
    sources: [
      NO_REFRESH,
      read(
        SPEC,
        'measured',
        'Claude Code reads about 100,000 characters of a page, and asks for text/markdown as the preferred type.',
      ),
      quoted('https://support.claude.com/en/articles/8896518', 'documented', 'Claude-User obeys robots.txt.'),
      quoted('https://llmstxt.org/', 'documented', 'Coding assistants use llms.txt as an index of a site.'),
      assumed('It follows at most 10 redirects.'),
      NO_SCRIPTS,
    ],
  },
  {
    id: 'chat-assistant',
    name: 'Chat assistant',
    robotsTokens: ['ChatGPT-User'],
    probedAs: ['ChatGPT-User'],
    isVendor: true,
    asksForMarkdown: false,
    ways: ['links', 'search'],
    view: 'page',
    pageChars: 20_000,
    excerptShare: 0,
    followsRefresh: false,
    maxRedirects: 5,
    sources: [
      NO_REFRESH,
      quoted('https://developers.openai.com/api/docs/bots', 'documented', 'ChatGPT-User visits pages for a person.'),
      read(
        'https://rhyannonjoy.github.io/agent-ecosystem-testing/web-fetch-test-findings-raw',
        'measured',
        'The web fetch tool of the Claude API cut a page at 20,696 characters of text, navigation included.',
      ),
      assumed('A chat assistant follows at most 5 redirects.'),
      NO_SCRIPTS,
    ],
  },
  {
    id: 'fetch-tool',
    name: 'Fetch tool',
    robotsTokens: ['ModelContextProtocol'],
    probedAs: [],
    isVendor: false,
    asksForMarkdown: false,
    ways: ['links'],
    view: 'main',
    pageChars: 20_000,
    excerptShare: 0,
    followsRefresh: false,
    maxRedirects: 20,
    sources: [
      NO_REFRESH,
      read(
        'https://github.com/modelcontextprotocol/servers/blob/main/src/fetch/src/mcp_server_fetch/server.py',
        'source',
        'One call returns 5,000 characters by default; Readability extracts the main content; robots.txt is obeyed.',
      ),
      read(
        'https://github.com/encode/httpx/blob/master/httpx/_config.py',
        'source',
        'The HTTP client of that server follows at most 20 redirects.',
      ),
      assumed('An agent reads a page in four calls at most.'),
    ],
  },
  {
    id: 'search-assistant',
    name: 'Search-fed assistant',
    robotsTokens: ['OAI-SearchBot', 'ChatGPT-User'],
    probedAs: ['OAI-SearchBot', 'ChatGPT-User'],
    isVendor: true,
    asksForMarkdown: false,
    ways: ['search'],
    view: 'page',
    pageChars: 20_000,
    excerptShare: 0.5,
    followsRefresh: true,
    maxRedirects: 5,
    sources: [
      quoted(
        'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
        'documented',
        'An index crawler treats an instant meta refresh as a redirect.',
      ),
      quoted('https://developers.openai.com/api/docs/bots', 'documented', 'OAI-SearchBot builds the index of answers.'),
      quoted(
        'https://developers.google.com/search/docs/crawling-indexing/block-indexing',
        'documented',
        'An index leaves out pages with noindex and pages whose canonical URL is another one.',
      ),
      assumed('Half of the answers come from excerpts of the index, half from fetching the page.'),
      NO_SCRIPTS,
    ],
  },
  {
    id: 'page-reader',
    name: 'Page reader without scripts',
    robotsTokens: ['Perplexity-User'],
    probedAs: [],
    isVendor: true,
    asksForMarkdown: false,
    ways: ['links'],
    view: 'tree',
    pageChars: 16_000,
    excerptShare: 0,
    followsRefresh: true,
    maxRedirects: 20,
    sources: [
      quoted(
        'https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-refresh',
        'documented',
        'A browser follows a meta refresh.',
      ),
      quoted(
        'https://docs.perplexity.ai/guides/bots',
        'documented',
        'Perplexity-User fetches for a person and mostly ignores robots.txt; the rule counts as the wish of the owner.',
      ),
      read(
        'https://github.com/microsoft/playwright-mcp',
        'source',
        'An agent in a browser gets the accessibility tree of a page.',
      ),
      assumed('It reads four screens of 4,000 characters and follows 20 redirects, as browsers do.'),
    ],
  },
] satisfies [Reader, ...Reader[]]);

/** Where a figure comes from. */
export type FigureSource = CitedSource | AssumedFigure;

interface CitedSource {
  /** `documented` by the vendor, `source` code, or `measured` by others. */
  readonly basis: 'documented' | 'source' | 'measured';
  readonly url: `https://${string}`;
  /** ISO date on which the figure was read there; undefined while it is quoted and awaits a reading. */
  readonly readOn: string | undefined;
  /** The figure in one short sentence. */
  readonly says: string;
}

/** A figure that we chose, until a source is known. */
interface AssumedFigure {
  readonly basis: 'assumed';
  readonly says: string;
}

export type ReaderId = 'coding-assistant' | 'chat-assistant' | 'fetch-tool' | 'search-assistant' | 'page-reader';

/** A way to an address of the site. `search`: an index that is fed by links and the sitemap, and obeys noindex and canonical. */
export type Way = 'links' | 'llms-txt' | 'search';

/** A published description of how one kind of agent reads the web. Data only; `delivery/` computes with it. */
export interface Reader {
  readonly id: ReaderId;
  readonly name: string;
  /** robots.txt product tokens; the site must allow all of them. */
  readonly robotsTokens: readonly [string, ...string[]];
  /** Agents whose imitations represent this reader in the probes of the edge. */
  readonly probedAs: readonly ('ChatGPT-User' | 'Claude-User' | 'OAI-SearchBot')[];
  /** Run by a vendor whose user agent firewalls know: shares the fate of the names that are asked. */
  readonly isVendor: boolean;
  /** Asks for Markdown by `Accept`, and follows a declared Markdown version. */
  readonly asksForMarkdown: boolean;
  readonly ways: readonly [Way, ...Way[]];
  /**
   * What it reads of the HTML. `page`: all of it as Markdown; `main`: the main content as Markdown; `tree`: shown text of
   * the main content, hidden text left out.
   */
  readonly view: 'page' | 'main' | 'tree';
  /** Characters of one page it receives at most, in its view. */
  readonly pageChars: number;
  /** Share of a page that arrives as an excerpt of the index, whatever the page's length and frame; 0 to 1. */
  readonly excerptShare: number;
  /** Follows `<meta http-equiv="refresh">` of at most five seconds. */
  readonly followsRefresh: boolean;
  /** Redirects it follows at most. */
  readonly maxRedirects: number;
  readonly sources: readonly [FigureSource, ...FigureSource[]];
}
