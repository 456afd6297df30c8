/**
 * Names and terms of this field that hardly any other topic has. Many articles have them, so they are not rare, and yet
 * a question with one of them is about our matters.
 */
export const FIELD_WORDS: readonly string[] = [
  'ai markdown llms robots.txt sitemap crawler crawlers crawl bot bots mcp nlweb webmcp a2a x402 openapi swagger json-ld schema.org',
  'chatgpt gptbot openai anthropic claude claudebot perplexity googlebot oai-searchbot ccbot legible legiblebot agents.md',
  'canonical noindex lastmod hreflang headings heading alt metadata opengraph webhook webhooks idempotency bearer oauth',
  'website websites webpage html redirect redirects https http 401 402 403 404 429 503 content-signal content-type user-agent',
  'firewall waf cloudflare captcha javascript spa ssr prerender prerendering rendering hydration frontend seo geo aeo',
  'api endpoint endpoints cli ci cors sse streaming json url urls subdomain pagination cursor rate-limit usdc stablecoin',
  'stdio readonlyhint destructivehint inputschema outputschema llm llms.txt llms-full.txt percentile scanner self-host self-hosting redis docker kubernetes nginx apache npm github gitlab',
]
  .join(' ')
  .split(' ');

/** The same for words that only together are terms of this field. */
export const FIELD_PHRASES: readonly string[] = [
  'a scan',
  'access key',
  'agent card',
  'ai agent',
  'api key',
  'command line',
  'content negotiation',
  'content type',
  'context window',
  'environment variable',
  'load balancer',
  'meta description',
  'meta tag',
  'my page',
  'my pages',
  'my score',
  'my site',
  'prompt injection',
  'rate limit',
  'response header',
  'reverse proxy',
  'server card',
  'share link',
  'status code',
  'structured data',
  'the scan',
  'tool call',
  'tool description',
  'user agent',
  'web page',
  'web site',
];
