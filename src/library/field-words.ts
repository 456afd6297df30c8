/**
 * Names and terms of this field that hardly any other topic has. Many articles have them, so they are not rare, and yet
 * a question with one of them is about our matters.
 */
export const FIELD_WORDS: readonly string[] = [
  'ai markdown llms robots.txt sitemap crawler crawlers crawl bot bots mcp nlweb webmcp a2a x402 openapi swagger json-ld schema.org lighthouse',
  'chatgpt gptbot openai anthropic claude claudebot perplexity googlebot oai-searchbot ccbot legible legiblebot agents.md',
  'canonical noindex lastmod hreflang headings heading alt metadata opengraph webhook webhooks idempotency bearer oauth',
  'website websites webpage html redirect redirects https http 202 301 302 304 308 401 402 403 404 406 409 410 421 422 429 502 503 content-signal content-type user-agent',
  'firewall waf cdn cloudflare captcha javascript spa ssr prerender prerendering rendering hydration frontend seo geo aeo',
  'api endpoint endpoints cli ci cors sse streaming json url urls subdomain pagination cursor rate-limit usdc stablecoin',
  'stdio readonlyhint destructivehint inputschema outputschema llm llms.txt llms-full.txt percentile scanner self-host self-hosting redis traefik haproxy',
]
  .join(' ')
  .split(' ');

/**
 * Words that most questions about our matters have, and questions about other topics now and then. One of them with an
 * unknown word is no evidence, two of them are.
 */
export const NEAR_WORDS: readonly string[] = [
  'scan scans score scores grade rating rubric check checks report reports badge embed baseline warning finding',
  'homepage cpu ram internet web www online visitor visitors traffic webshop relaunch staging auth crawled',
  'site sites page pages home content text link links title description heading paragraph table image form button menu banner cookie',
  'instance instances server client host hosting network localhost intranet domain proxy port cache header headers body request requests response status error errors timeout',
  'agent agents assistant assistants model models tool tools prompt prompts resource context token tokens injection chat search index',
  'key keys account login password user users dashboard quota limit limits retry poll callback script scripts code curl',
  'sdk library package npm install deploy nginx apache github gitlab worker log logs metrics database disk memory queue queued data version update',
  'browser chrome firefox safari google bing mobile app apps application software program developer docs blog shop store product price catalog',
  'schema metadata tag tags language locale format file files folder path address query parameter field json xml csv pdf rss feed enum string boolean json-rpc',
  'security vulnerability bug privacy payment pay wallet crypto refund certificate encryption signature',
  'sphinx hugo eleventy docusaurus vitepress mkdocs starlight astro caddy vercel netlify nuxt jekyll',
  'label labels labelled unlabelled unlabeled contact junit sarif prometheus setting settings ipv4 ipv6 intranet',
  'accessibility screen scroll lazy dynamic static template theme plugin cms wordpress shopify drupal ghost wix nextjs',
]
  .join(' ')
  .split(' ');

/** Words that only together are terms of this field. */
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
  'docker compose',
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

/** Phrases whose words are of this field one by one, and together name something else, as in "credit score". */
export const FOREIGN_PHRASES: readonly string[] = [
  'credit score, exam score, film score, music score, golf score',
  'cat scan, ct scan, mri scan, pet scan, brain scan, body scan, bone scan, dental scan, baby scan, luggage scan',
  'driving test, blood test, pregnancy test, covid test, eye test, hearing test, iq test, drug test, dna test, crash test',
  'report card, weather report, police report, book report, lab report, school report, tax report, traffic report, crime report',
  'travel agent, estate agent, insurance agent, secret agent, talent agent, cleaning agent, free agent, literary agent',
  'fashion model, car model, scale model, phone model, bike model, climate model, model train, model railway',
  'dental assistant, medical assistant, teaching assistant, kitchen tool, garden tool, power tool, tool box, tool belt',
  'robot vacuum, vacuum robot, lawn robot, kitchen robot, robot arm, robot dog, robot lawnmower, robot mower, robot costume',
  'camping site, construction site, building site, camp site, historic site, crime site, burial site, nesting site, heritage site',
  'car key, house key, piano key, door key, answer key, key lime, key ring, florida keys, minor key, major key',
  'bank account, savings account, checking account, bus token, subway token, arcade token',
  'credit card, sim card, greeting card, birthday card, graphics card, memory card, boarding card, card game, card trick',
  'tax form, visa form, pool table, dining table, coffee table, dinner table, periodic table, table tennis, table manners',
  'oil check, bank check, check engine, blank check, coat check, belly button, shirt button, golf links, cuff links',
  'food chain, bicycle chain, bike chain, gold chain, leather wallet, water filter, oil filter, coffee filter, air filter',
  'meal plan, workout plan, floor plan, lesson plan, pension plan, phone plan, seating plan, diet plan',
  'song title, movie title, title deed, mass index, price index, stock index, index finger, index fund',
  'tennis server, party host, talk show, host family, yellow pages, voice message, sign language, body language, native language',
  'heart rate, interest rate, exchange rate, tax rate, birth rate, mortgage rate, data roaming, age rating, energy rating, film rating',
  'car window, screen door, sun screen, screen protector, video game, board game, dress code, zip code, tax code, morse code, penal code',
  'a raise, pay raise, sentence structure, photo gallery, road map, treasure map, nail file, safe deposit, washing machine, coffee machine, sewing machine, slot machine, vending machine',
]
  .join(', ')
  .split(', ');
