/**
 * The user agents that fetch pages for AI products. Which of them say that they obey
 * robots.txt is taken from the ai.robots.txt list (github.com/ai-robots-txt/ai.robots.txt) of the date below, with the
 * operators' own documentation for Googlebot and Bingbot.
 */
export const AI_AGENTS_LISTED_ON = '2026-08-22';

/**
 * `user-action`: fetches a page while a user waits. `search`: builds an index that answers cite. `training`: feeds
 * models.
 */
export type AiAgentKind = 'user-action' | 'search' | 'training';

export interface AiAgent {
  /** The token in the User-Agent header, and in robots.txt where it is a product token. Unique, ignoring case. */
  readonly token: string;
  /** The operator: sites block or admit all agents of one vendor together. */
  readonly vendor: string;
  readonly kind: AiAgentKind;
  readonly honoursRobots: 'yes' | 'no' | 'unstated';
}

type Row = readonly [token: string, vendor: string, honoursRobots: AiAgent['honoursRobots']];

const USER_ACTION: readonly Row[] = [
  ['ChatGPT-User', 'OpenAI', 'yes'],
  ['ChatGPT Agent', 'OpenAI', 'yes'],
  ['Operator', 'OpenAI', 'unstated'],
  ['Claude-User', 'Anthropic', 'yes'],
  ['Claude-Code', 'Anthropic', 'unstated'],
  ['Perplexity-User', 'Perplexity', 'no'],
  ['MistralAI-User', 'Mistral', 'unstated'],
  ['meta-externalfetcher', 'Meta', 'no'],
  ['DuckAssistBot', 'DuckDuckGo', 'yes'],
  ['Google-Agent', 'Google', 'yes'],
  ['GoogleAgent-Mariner', 'Google', 'unstated'],
  ['GoogleAgent-URLContext', 'Google', 'unstated'],
  ['Gemini-Deep-Research', 'Google', 'unstated'],
  ['Google-NotebookLM', 'Google', 'unstated'],
  ['Amzn-User', 'Amazon', 'unstated'],
  ['AmazonBuyForMe', 'Amazon', 'unstated'],
  ['NovaAct', 'Amazon', 'unstated'],
  ['Devin', 'Cognition', 'yes'],
  ['Manus-User', 'Manus', 'unstated'],
  ['Kimi-User', 'Moonshot AI', 'unstated'],
  ['Cursor', 'Cursor', 'unstated'],
  ['opencode', 'opencode', 'unstated'],
  ['Trae', 'ByteDance', 'unstated'],
  ['kagi-fetcher', 'Kagi', 'unstated'],
  ['TwinAgent', 'Twin', 'unstated'],
];

const SEARCH: readonly Row[] = [
  ['OAI-SearchBot', 'OpenAI', 'yes'],
  ['Claude-SearchBot', 'Anthropic', 'yes'],
  ['PerplexityBot', 'Perplexity', 'yes'],
  ['Amzn-SearchBot', 'Amazon', 'unstated'],
  ['AzureAI-SearchBot', 'Microsoft', 'unstated'],
  ['Bingbot', 'Microsoft', 'yes'],
  ['Googlebot', 'Google', 'yes'],
  ['Bravebot', 'Brave', 'yes'],
  ['YouBot', 'You.com', 'yes'],
  ['ExaSearchBot', 'Exa', 'unstated'],
  ['TavilyBot', 'Tavily', 'unstated'],
  ['LinkupBot', 'Linkup', 'unstated'],
  ['PhindBot', 'Phind', 'unstated'],
  ['iAskBot', 'iAsk', 'unstated'],
  ['Applebot', 'Apple', 'yes'],
  ['meta-webindexer', 'Meta', 'unstated'],
  ['PetalBot', 'Huawei', 'yes'],
];

const TRAINING: readonly Row[] = [
  ['GPTBot', 'OpenAI', 'yes'],
  ['ClaudeBot', 'Anthropic', 'yes'],
  ['anthropic-ai', 'Anthropic', 'unstated'],
  ['Claude-Web', 'Anthropic', 'unstated'],
  ['Google-Extended', 'Google', 'yes'],
  ['Google-CloudVertexBot', 'Google', 'yes'],
  ['Applebot-Extended', 'Apple', 'yes'],
  ['CCBot', 'Common Crawl', 'yes'],
  ['Bytespider', 'ByteDance', 'no'],
  ['TikTokSpider', 'ByteDance', 'unstated'],
  ['Amazonbot', 'Amazon', 'yes'],
  ['bedrockbot', 'Amazon', 'yes'],
  ['meta-externalagent', 'Meta', 'yes'],
  ['FacebookBot', 'Meta', 'yes'],
  ['cohere-ai', 'Cohere', 'unstated'],
  ['cohere-training-data-crawler', 'Cohere', 'unstated'],
  ['AI2Bot', 'Ai2', 'yes'],
  ['Diffbot', 'Diffbot', 'unstated'],
  ['omgili', 'Webz.io', 'yes'],
  ['Webzio-Extended', 'Webz.io', 'unstated'],
  ['DeepSeekBot', 'DeepSeek', 'no'],
  ['PanguBot', 'Huawei', 'unstated'],
  ['Timpibot', 'Timpi', 'unstated'],
  ['ImagesiftBot', 'ImageSift', 'yes'],
  ['laion', 'LAION', 'unstated'],
  ['img2dataset', 'img2dataset', 'unstated'],
  ['ICC-Crawler', 'NICT', 'yes'],
];

const agentsOf = (kind: AiAgentKind, rows: readonly Row[]): AiAgent[] =>
  rows.map(([token, vendor, honoursRobots]) => Object.freeze({ token, vendor, kind, honoursRobots }));

export const AI_AGENTS: readonly AiAgent[] = Object.freeze([
  ...agentsOf('user-action', USER_ACTION),
  ...agentsOf('search', SEARCH),
  ...agentsOf('training', TRAINING),
]);

function subset(...tokens: string[]): readonly AiAgent[] {
  return Object.freeze(
    tokens.map((token) => {
      const agent = AI_AGENTS.find((candidate) => candidate.token === token);
      if (agent === undefined) throw new Error(`${token} is not in the list of AI agents`);
      return agent;
    }),
  );
}

/** The live user fetchers that S2 and S5 judge. */
export const LIVE_USER_FETCHERS = subset(
  'ChatGPT-User',
  'Claude-User',
  'Perplexity-User',
  'MistralAI-User',
  'meta-externalfetcher',
  'DuckAssistBot',
  'Google-Agent',
  'Gemini-Deep-Research',
  'Amzn-User',
  'Manus-User',
);

/** The search crawlers that S3 judges. */
export const ANSWER_SEARCH_BOTS = subset(
  'OAI-SearchBot',
  'Claude-SearchBot',
  'PerplexityBot',
  'Amzn-SearchBot',
  'Bravebot',
  'YouBot',
  'AzureAI-SearchBot',
  'Applebot',
  'Googlebot',
  'Bingbot',
);

/** The training crawlers that S4 tells about, without judging. */
export const TRAINING_CRAWLERS = subset(
  'GPTBot',
  'ClaudeBot',
  'Google-Extended',
  'Applebot-Extended',
  'CCBot',
  'meta-externalagent',
  'Bytespider',
  'Amazonbot',
  'cohere-ai',
  'AI2Bot',
  'Diffbot',
);

/** The product token robots.txt files address us by. */
export const BOT_TOKEN = 'LegibleBot';

/** Address of the bot where no server of the product runs: the reserved domain leads nowhere (RFC 6761). */
export const NO_HOMEPAGE = 'https://legible.invalid';

/** The bot's User-Agent header; its URL explains the bot and how to allow or block it. */
export const botUserAgent = (version: string, baseUrl: string): string => `${BOT_TOKEN}/${version} (+${baseUrl}/bot)`;

/** As the vendors document them (2026-11): what a firewall's user-agent rule would see. */
export const IMITATED_AGENTS = {
  browser:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'ChatGPT-User':
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
  'Claude-User':
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; +Claude-User@anthropic.com)',
  'OAI-SearchBot':
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; OAI-SearchBot/1.3; +https://openai.com/searchbot',
} as const;
