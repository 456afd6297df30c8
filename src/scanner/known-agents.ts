import { AI_AGENTS, type AiAgentKind, BOT_TOKEN } from './ai-agents.ts';

/**
 * Who asks, as an access log shows it. `user-action`, `search` and `training` as in the table of AI agents; `browser`:
 * a browser that a program or an AI drives; `tool`: an HTTP library or SDK; `bot`: any other crawler.
 */
export type AgentKind = AiAgentKind | 'browser' | 'tool' | 'bot';

export interface KnownAgent {
  /** Its name in the User-Agent header. Unique, ignoring case. */
  readonly token: string;
  readonly vendor: string;
  readonly kind: AgentKind;
  /** The word is too common to mean the agent unless a version follows, as in `Operator/1.0`. */
  readonly needsVersion: boolean;
}

/** Agents of the AI table that drive a browser. The scanner's rules judge them as fetchers; a log shows what they are. */
const BROWSERS_OF_AI = new Set([
  'ChatGPT Agent',
  'Operator',
  'GoogleAgent-Mariner',
  'NovaAct',
  'AmazonBuyForMe',
  'Manus-User',
  'TwinAgent',
]);
const COMMON_WORDS = new Set([
  'Operator',
  'Devin',
  'Cursor',
  'Trae',
  'opencode',
  'laion',
  'got',
  'Java',
  'Ruby',
  'Bun',
  'WordPress',
]);

const OTHERS: readonly (readonly [kind: AgentKind, vendor: string, ...tokens: string[]])[] = [
  ['browser', 'Google', 'HeadlessChrome'],
  ['browser', 'Microsoft', 'Playwright'],
  ['browser', 'Browser Use', 'browser-use'],
  ['browser', 'Browserbase', 'Stagehand', 'Browserbase'],
  ['browser', 'Skyvern', 'Skyvern'],
  ['browser', 'Puppeteer', 'Puppeteer'],
  ['browser', 'Selenium', 'Selenium'],
  ['browser', 'PhantomJS', 'PhantomJS'],
  ['tool', 'MCP', 'ModelContextProtocol'],
  ['tool', 'Firecrawl', 'FirecrawlAgent', 'Firecrawl'],
  ['tool', 'Crawl4AI', 'Crawl4AI'],
  ['tool', 'LangChain', 'LangChain'],
  ['tool', 'LlamaIndex', 'llama-index'],
  ['tool', 'Python', 'python-requests', 'python-httpx', 'python-urllib', 'aiohttp', 'Scrapy'],
  ['tool', 'JavaScript', 'node-fetch', 'undici', 'axios', 'Deno', 'Bun', 'got'],
  ['tool', 'Go', 'Go-http-client'],
  ['tool', 'Java', 'okhttp', 'Apache-HttpClient', 'Java'],
  ['tool', 'Rust', 'reqwest'],
  ['tool', 'PHP', 'GuzzleHttp'],
  ['tool', 'Ruby', 'Faraday', 'Ruby'],
  // Its own scheduler, wp-cron, asks the site itself.
  ['tool', 'WordPress', 'WordPress'],
  ['tool', 'Perl', 'libwww-perl'],
  ['tool', 'Command line', 'curl', 'Wget', 'HTTPie', 'PostmanRuntime'],
  ['bot', 'Legible', BOT_TOKEN],
  ['bot', 'OpenAI', 'OAI-AdsBot'],
  [
    'bot',
    'Google',
    'GoogleOther',
    'AdsBot-Google',
    'Mediapartners-Google',
    'Google-InspectionTool',
    'Storebot-Google',
    'APIs-Google',
    'FeedFetcher-Google',
  ],
  ['bot', 'Microsoft', 'BingPreview', 'AdIdxBot', 'MicrosoftPreview'],
  ['bot', 'DuckDuckGo', 'DuckDuckBot'],
  ['bot', 'Yandex', 'YandexBot', 'YandexImages', 'YandexMetrika'],
  ['bot', 'Baidu', 'Baiduspider'],
  ['bot', 'Sogou', 'Sogou web spider'],
  ['bot', 'Qihoo 360', '360Spider'],
  ['bot', 'Seznam', 'SeznamBot'],
  ['bot', 'Mojeek', 'MojeekBot'],
  ['bot', 'Qwant', 'Qwantbot'],
  ['bot', 'Meta', 'facebookexternalhit', 'WhatsApp'],
  ['bot', 'X', 'Twitterbot'],
  ['bot', 'LinkedIn', 'LinkedInBot'],
  ['bot', 'Slack', 'Slackbot'],
  ['bot', 'Discord', 'Discordbot'],
  ['bot', 'Telegram', 'TelegramBot'],
  ['bot', 'Pinterest', 'Pinterestbot'],
  ['bot', 'Ahrefs', 'AhrefsBot', 'AhrefsSiteAudit'],
  ['bot', 'Semrush', 'SemrushBot', 'SiteAuditBot'],
  ['bot', 'Majestic', 'MJ12bot'],
  ['bot', 'Moz', 'DotBot', 'rogerbot'],
  ['bot', 'DataForSEO', 'DataForSeoBot'],
  ['bot', 'Webmeup', 'BLEXBot'],
  ['bot', 'Babbar', 'Barkrowler'],
  ['bot', 'Serpstat', 'serpstatbot'],
  ['bot', 'Screaming Frog', 'Screaming Frog SEO Spider'],
  ['bot', 'Internet Archive', 'archive.org_bot', 'ia_archiver'],
  ['bot', 'Uptime Robot', 'UptimeRobot'],
  ['bot', 'Pingdom', 'Pingdom.com_bot'],
  ['bot', 'Automattic', 'jetmon'],
  ['bot', 'Feedly', 'Feedly'],
  ['bot', 'Inoreader', 'Inoreader'],
  ['bot', 'NewsBlur', 'NewsBlur'],
  ['bot', 'Mastodon', 'Mastodon'],
];

/** All agents that are recognised in a log: those that the scanner judges, then browsers, tools and other crawlers. */
export const KNOWN_AGENTS: readonly KnownAgent[] = Object.freeze([
  ...AI_AGENTS.map(({ token, vendor, kind }) => ({
    token,
    vendor,
    kind: BROWSERS_OF_AI.has(token) ? ('browser' as const) : kind,
    needsVersion: COMMON_WORDS.has(token),
  })),
  ...OTHERS.flatMap(([kind, vendor, ...tokens]) =>
    tokens.map((token) => ({ token, vendor, kind, needsVersion: COMMON_WORDS.has(token) })),
  ),
]);

/** How operators let anyone check that a request is theirs. */
export interface AgentIdentity {
  readonly tokens: readonly string[];
  /** Published lists of address prefixes, in the shape `{"prefixes": [{"ipv4Prefix": …}]}`; by file name. */
  readonly lists: Readonly<Record<string, `https://${string}`>>;
  /** Ends of the host names that their addresses have in reverse DNS. */
  readonly hostSuffixes: readonly string[];
  /** Host of its key directory for Web Bot Auth, which its Signature-Agent header names. */
  readonly signatureHost?: string;
}

const GOOGLE = 'https://developers.google.com/static/crawling/ipranges';

/**
 * Sources: developers.openai.com/api/docs/bots, support.claude.com/en/articles/8896518,
 * docs.perplexity.ai/docs/resources/perplexity-crawlers, developers.google.com/crawling/docs/crawlers-fetchers/verify-google-requests
 * and allow-google-agent, bing.com/webmasters/help/how-to-verify-bingbot, support.apple.com/119829, developer.amazon.com/amazonbot,
 * commoncrawl.org/ccbot, duckduckgo.com/duckduckgo-help-pages/results/duckassistbot. Lists go stale, so none comes with the product.
 */
export const AGENT_IDENTITIES: readonly AgentIdentity[] = [
  { tokens: ['GPTBot'], lists: { 'gptbot.json': 'https://openai.com/gptbot.json' }, hostSuffixes: [] },
  {
    tokens: ['ChatGPT-User'],
    lists: { 'chatgpt-user.json': 'https://openai.com/chatgpt-user.json' },
    hostSuffixes: [],
  },
  { tokens: ['OAI-SearchBot'], lists: { 'searchbot.json': 'https://openai.com/searchbot.json' }, hostSuffixes: [] },
  { tokens: ['ChatGPT Agent', 'Operator'], lists: {}, hostSuffixes: [], signatureHost: 'chatgpt.com' },
  {
    tokens: ['ClaudeBot', 'Claude-User', 'Claude-SearchBot'],
    lists: { 'bots.json': 'https://claude.com/crawling/bots.json' },
    hostSuffixes: [],
  },
  {
    tokens: ['PerplexityBot'],
    lists: { 'perplexitybot.json': 'https://www.perplexity.com/perplexitybot.json' },
    hostSuffixes: [],
  },
  {
    tokens: ['Perplexity-User'],
    lists: { 'perplexity-user.json': 'https://www.perplexity.com/perplexity-user.json' },
    hostSuffixes: [],
  },
  {
    tokens: ['Googlebot', 'GoogleOther', 'Google-CloudVertexBot', 'Storebot-Google', 'Google-InspectionTool'],
    lists: {
      'googlebot.json': 'https://developers.google.com/static/search/apis/ipranges/googlebot.json',
      'common-crawlers.json': `${GOOGLE}/common-crawlers.json`,
    },
    hostSuffixes: ['.googlebot.com', '.geo.googlebot.com'],
  },
  {
    tokens: ['AdsBot-Google', 'Mediapartners-Google', 'APIs-Google'],
    lists: { 'special-crawlers.json': `${GOOGLE}/special-crawlers.json` },
    hostSuffixes: ['.google.com'],
  },
  {
    tokens: [
      'Google-Agent',
      'GoogleAgent-Mariner',
      'GoogleAgent-URLContext',
      'Gemini-Deep-Research',
      'Google-NotebookLM',
    ],
    lists: {
      'user-triggered-fetchers.json': `${GOOGLE}/user-triggered-fetchers.json`,
      'user-triggered-fetchers-google.json': `${GOOGLE}/user-triggered-fetchers-google.json`,
      'user-triggered-agents.json': `${GOOGLE}/user-triggered-agents.json`,
    },
    hostSuffixes: ['.gae.googleusercontent.com', '.google.com'],
    signatureHost: 'agent.bot.goog',
  },
  {
    tokens: ['Bingbot', 'BingPreview', 'AdIdxBot'],
    lists: { 'bingbot.json': 'https://www.bing.com/toolbox/bingbot.json' },
    hostSuffixes: ['.search.msn.com'],
  },
  {
    tokens: ['Applebot'],
    lists: { 'applebot.json': 'https://search.developer.apple.com/applebot.json' },
    hostSuffixes: ['.applebot.apple.com'],
  },
  { tokens: ['Amazonbot'], lists: {}, hostSuffixes: ['.crawl.amazonbot.amazon'] },
  {
    tokens: ['CCBot'],
    lists: { 'ccbot.json': 'https://index.commoncrawl.org/ccbot.json' },
    hostSuffixes: ['.crawl.commoncrawl.org'],
  },
  {
    tokens: ['DuckAssistBot'],
    lists: { 'duckassistbot.json': 'https://duckduckgo.com/duckassistbot.json' },
    hostSuffixes: [],
  },
  { tokens: ['PetalBot'], lists: {}, hostSuffixes: ['.petalsearch.com'] },
  { tokens: ['YandexBot', 'YandexImages'], lists: {}, hostSuffixes: ['.yandex.ru', '.yandex.net', '.yandex.com'] },
];
