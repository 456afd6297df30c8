/** One article a check, written from the catalogue: its rule, what it counts for, and how people ask for it. */
import {
  type Article,
  loadArticles,
  questionsIn,
  RECIPES_HEADING,
  type Recipe,
  recipesIn,
  sectionFor,
} from '../library/articles.ts';
import { ALL_CHECKS } from '../scanner/checks/catalogue.ts';
import type { CheckDefinition, Series, Titles } from '../scanner/checks/define.ts';
import { EVIDENCE_WORDS, evidenceFor, isGate, SITE_WEIGHTS } from '../scanner/checks/rubric.ts';
import { MCP_RUBRIC } from '../scanner/mcp/grade/score.ts';
import { BROWSER_WEIGHTS, isBrowserGate } from '../scanner/scoring/browser-score.ts';

/** Where a check's article is. */
const checkPath = (id: string): string => `/docs/checks/${id}`;

type Check = Pick<
  CheckDefinition<string, Series, never>,
  'id' | 'slug' | 'series' | 'category' | 'titles' | 'why' | 'rule' | 'sources'
>;

const WEIGHTS: ReadonlyMap<string, number> = new Map(
  Object.entries({ ...SITE_WEIGHTS, ...MCP_RUBRIC.weights, ...BROWSER_WEIGHTS }),
);

/** What a series looks at, what its score is called, and the words of its overview's path. */
const SERIES: Record<Series, { subject: string; score: string; overview: string }> = {
  site: { subject: 'It is asked once for the whole site', score: 'site score', overview: 'site' },
  llmsTxt: { subject: 'It is asked once of llms.txt', score: 'llms.txt score', overview: 'llms-txt' },
  page: { subject: 'It runs on every page that is read', score: 'site score', overview: 'page' },
  mcp: { subject: 'It runs on an MCP server', score: 'MCP score', overview: 'mcp' },
  browser: {
    subject: 'It runs on each page that a real browser opened',
    score: 'browser score',
    overview: 'browser',
  },
};

let kept: readonly Article[] | undefined;

/** Every article, read once: the written ones, and one a check. */
export function allArticles(): readonly Article[] {
  if (kept === undefined) {
    const written = loadArticles();
    kept = [...written, ...checkArticles(recipesIn(written))];
  }
  return kept;
}

/** One article a check, from the scanner's catalogue, with the recipes that fix it. */
export const checkArticles = (recipes: readonly Recipe[]): Article[] =>
  ALL_CHECKS.map((check) => checkArticle(check, recipes));

function checkArticle(
  { id, slug, series, category, titles, why, rule, sources }: Check,
  recipes: readonly Recipe[],
): Article {
  const { subject, score, overview } = SERIES[series];
  const evidence = evidenceFor(id);
  const weight = WEIGHTS.get(id) ?? 0;
  return {
    path: checkPath(id),
    itemType: 'check',
    title: `${id}: ${titles.pass}`,
    description: leadOf(titles.action, why),
    questions: [...questionsOf(titles), ...questionsIn(CHECK_QUESTIONS[id])],
    keywords: [`check ${id}`, slug, category],
    sources,
    body: [
      ['| Check | Slug | Category |', '| --- | --- | --- |', `| ${id} | \`${slug}\` | ${category} |`].join('\n'),
      `**Passes when:** ${titles.pass}.`,
      `**To fix it:** ${titles.action}.`,
      '## Why it matters',
      asMarkdown(why),
      '## Rule',
      ...ruleIn(id, rule),
      '## How it counts',
      ...(isBrowserGate(id)
        ? [
            `${id} is a gate and has no weight: its mean over the pages multiplies the whole browser score.`,
            `${subject}.`,
          ]
        : isGate(id)
          ? [
              `${id} is a gate and has no weight: the [delivered share](/docs/methodology/scoring) measures what it is about and multiplies the whole score.`,
              `${subject}.`,
            ]
          : weight === 0
            ? [`${id} has no weight yet: the ${score} does not move by it.`, `${subject}.`]
            : [
                `${id} has a weight of ${weight} among the checks of its score.`,
                `${subject} and counts in the ${score}. What does not apply or could not be measured leaves the score.`,
              ]),
      ...(evidence === undefined ? [] : [`Evidence ${evidence}: ${EVIDENCE_WORDS[evidence]}.`]),
      ...recipeLines(id, recipes),
      `Each result says what to change where it was found, in \`howToFix\`. [All checks of the series](/docs/checks/${overview}).`,
    ].join('\n\n'),
  };
}

function recipeLines(id: string, recipes: readonly Recipe[]): string[] {
  const links = recipes.flatMap((recipe) => {
    const section = sectionFor(recipe, id);
    return section === undefined ? [] : [`[${recipe.name}](${section.path})`];
  });
  return links.length === 0 ? [] : [`## ${RECIPES_HEADING}`, `${links.join(', ')}.`];
}

/** The catalogue's words are plain text: what would be markup in Markdown is escaped. */
const asMarkdown = (text: string): string => text.replace(/[\\`*_[\]<|]/g, '\\$&');

const BETWEEN_SENTENCES = /(?<=[.!?]) +(?=\p{Lu})/u;
const VERDICT = /^(?:Passes|Warns|Fails|Not applicable)\b/;

/** A list: the subject, if the rule begins with it, then the condition of each verdict. */
function ruleIn(id: string, rule: string): string[] {
  const parts: string[] = [];
  for (const sentence of asMarkdown(rule).split(BETWEEN_SENTENCES)) {
    if (parts.length === 0 || VERDICT.test(sentence)) parts.push(sentence);
    else parts.push(`${parts.pop()} ${sentence}`);
  }
  return [`How ${id} is decided:`, parts.map((part) => `- ${part}`).join('\n')];
}

const MAX_LEAD = 260;

/** What to do, and why: as many sentences of the reason as fit, and at least one. */
function leadOf(action: string, why: string): string {
  const [first = '', ...others] = why.split(BETWEEN_SENTENCES);
  let lead = `${action}. ${first}`;
  for (const sentence of others) {
    if (lead.length + sentence.length >= MAX_LEAD) break;
    lead += ` ${sentence}`;
  }
  return lead;
}

/** As people ask: for the remedy, for its worth, and after a report that found the fault. */
const questionsOf = ({ pass, fail, action }: Titles): string[] => [
  `How do I ${lowerFirst(action)}?`,
  `Why should I ${lowerFirst(action)}?`,
  `${fail}: what does that mean, and how do I fix it?`,
  `How do you check that ${lowerFirst(pass)}?`,
];

/** A name such as MCP or AI stays as it is. */
const lowerFirst = (text: string): string =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/**
 * How people ask for what a check is about: the symptom they see, a word of the field, an error. The questions that
 * are made of its titles ask in the words of its author.
 */
const CHECK_QUESTIONS: Readonly<Record<string, string>> = {
  S1: 'robots.txt has syntax errors? robots.txt returns HTML or 500? robots.txt not found? My robots.txt cannot be parsed?',
  S2: 'ChatGPT-User or Claude-User is disallowed? Assistants are shut out by my robots.txt? Which robots.txt lines block assistants? Unblock assistants in robots.txt?',
  S3: 'OAI-SearchBot or PerplexityBot is disallowed? My robots.txt keeps AI search out? Missing from AI search because of robots.txt?',
  S4: 'Content-Signal has a mistake? Contradiction in my AI usage rules? Unclear licence for AI?',
  S5: 'Disallow: /*.txt blocks llms.txt? robots.txt closes .well-known or Markdown files? llms.txt is disallowed?',
  S6: 'Bots get 403 and people get 200? Different content for bots and people? Firewall refuses the user agent of an assistant? Cloaking by user agent?',
  S7: 'Server answers 429 or 503 to crawlers? Rate limit hits the scanner? Pages fail now and then? Connection is dropped or times out for bots?',
  S8: 'Site is not encrypted, no HTTPS? Certificate expired or invalid? http is not redirected to https? www and apex are two sites? Do I need TLS?',
  S9: 'Not found pages answer 200? Wrong address shows the home page? How do I get a real 404? Nonexistent page returns OK?',
  S10: 'No sitemap.xml? XML error in the sitemap? robots.txt does not name the sitemap? Where do I announce the sitemap?',
  S11: 'lastmod is missing, in the future or always today? All sitemap dates are equal? Dates in the sitemap?',
  S12: 'Dead links in the sitemap? Sitemap lists redirects or noindex pages? Clean up the sitemap?',
  S13: 'Do I lose points without llms.txt? How much is llms.txt worth? llms.txt missing? How many points for llms.txt?',
  S14: 'Where do I link llms.txt? Pointer to llms.txt on every page? Agents do not find my llms.txt?',
  S15: 'No Link header on the home page? Which files should the Link header name? Link header missing?',
  S16: 'Pages are not in the sitemap? Orphan or unlisted pages? Sitemap is incomplete?',
  S17: 'Browser gets Markdown instead of HTML? Vary: Accept missing? Accept header ignored? Wrong version from the cache?',
  S18: 'ETag missing? No 304 answer? If-None-Match is ignored? Last-Modified header missing?',
  S19: 'Who is behind the site is not clear? About us or contact link missing on the home page? Imprint and organization data? Agents do not know what my company does?',
  S20: 'No OpenAPI file found? API docs only in prose? openapi.json is broken or lacks operationId? Swagger 2 warning?',
  S21: 'OAuth metadata is missing or broken? Agents do not know how to log in? Authorization server not found?',
  S22: 'MCP server not found on my domain? Server card missing or in an old place? Announce the MCP endpoint?',
  S23: 'agent-card.json lacks fields? A2A card of version 0.3? Agent card without skills or tags?',
  S24: 'Skill digest is wrong? AGENTS.md or skills index is invalid? ai-plugin.json is outdated? AI catalog has errors?',
  S25: 'Price, currency or availability missing for agents? Agents cannot check out in my shop? UCP or ACP file is broken? Offers are incomplete?',
  B1: 'Page is empty in a browser? Uncaught error on a page? Page hangs or crashes in Chromium?',
  B2: 'How many words do scripts add? Text only with scripts in the browser pass?',
  B3: 'Unnamed controls in the accessibility tree? Control without accessible name in the browser?',
  B4: 'Clickable div without a role? Element only looks like a button?',
  B5: 'Cookie banner covers the page? Overlay or pop-up over the content?',
  B6: 'Browser agent cannot fill my form? Field not found by role and name?',
  B7: 'Enter in the search field does nothing? Search does not work by keyboard?',
  B8: 'Infinite scroll without a button? Load more brings nothing?',
  B9: 'Accessibility snapshot is too long? How many tokens has the snapshot of a page?',
  B12: 'Table cells are empty for agents? Prices in a table are pictures?',
  B11: 'Can a browser agent get on from my page? No links on the page for agents?',
  B10: 'registerTool without description? Are my WebMCP tools good?',
  L1: 'llms.txt answers 404, 403 or HTML? llms.txt redirects? llms.txt cannot be opened?',
  L2: 'Content-Type of llms.txt is wrong? llms.txt is octet-stream? Umlauts in llms.txt are garbled?',
  L3: 'llms.txt without a title? Several H1 in llms.txt? First line of llms.txt is wrong?',
  L4: 'Summary missing in llms.txt? Blockquote in llms.txt? Description under the title of llms.txt?',
  L5: 'Sections of llms.txt missing? Links before the first H2 in llms.txt? H3 in llms.txt?',
  L6: 'llms.txt has plain URLs? Link syntax in llms.txt is wrong? llms.txt entries are ignored?',
  L7: 'Dead links in llms.txt? 404 in llms.txt? llms.txt is outdated?',
  L8: 'llms.txt links to HTML pages? Should llms.txt link to .md files? Links of llms.txt lead to JavaScript pages?',
  L9: 'Link notes missing in llms.txt? What do I write after a link in llms.txt? Notes in llms.txt are too short?',
  L10: 'llms.txt is too long? Size of llms.txt in characters? llms.txt over 100,000 characters?',
  L11: 'llms.txt is incomplete? Important pages are missing in llms.txt? Does llms.txt need all pages?',
  L12: 'Relative URLs in llms.txt? localhost or staging links in llms.txt? Duplicate links in llms.txt? http links in llms.txt?',
  L13: 'What does Optional mean in llms.txt? Optional Resources heading? Optional section is not last?',
  L14: 'Unclosed code fence in llms.txt? HTML tags in llms.txt? Encoding errors in llms.txt?',
  L15: 'llms-full.txt is HTML or empty? llms-full.txt differs from llms.txt? llms-full.txt is linked but missing?',
  P1: 'Page answers 500, 404 or 403? Wrong charset, garbled characters? Page is not HTML? Page cannot be fetched?',
  P2: 'Page is redirected several times? Internal links go through redirects? Meta refresh on a page? Redirect loop?',
  P3: 'noindex on public pages? nosnippet or max-snippet:0? X-Robots-Tag blocks quoting? Why may my page not be cited?',
  P4: 'Login wall in front of a page? Paywall? Cookie wall covers the page? Captcha on a page? Age gate?',
  P5: 'Text appears only with JavaScript? Empty root div? Page is blank without scripts? Content missing in the source code? React app not readable?',
  P6: 'HTML file is bigger than 1 MB? Page weight too high? Inline data or base64 images bloat the page?',
  P7: 'Page has too many characters or tokens? Long article is cut off? Split a long page? Maximum page length for agents?',
  P8: 'Huge menu before the text? Navigation comes first in the source? Inline CSS or SVG before the content? Boilerplate at the top?',
  P9: 'Missing main element? Two main landmarks? Where does the content start, main or article tag?',
  P10: 'Heading level skipped? No H1, or several H1? Heading hierarchy is wrong? Empty headings?',
  P11: 'Duplicate title on several pages? Meta description missing or too long? Title too short? How long may a title be?',
  P12: 'Canonical points to another page or the home page? rel=canonical missing? Canonical is relative? Canonical and sitemap disagree?',
  P13: 'html lang missing? Wrong language code? hreflang without return link? Language of the page not recognised?',
  P14: 'No schema.org markup on a page? JSON-LD does not parse? Required fields of a Product or Article missing? Structured data does not match the title?',
  P15: 'Page has no date? Show last updated? dateModified or time element? Is my article too old?',
  P16: 'Link preview without title or picture? og:title missing? Social media tags? Facebook or Open Graph metadata?',
  P17: 'Broken internal links? Click here links? Buttons instead of links? href="#" or javascript links? Menu without real links?',
  P18: 'Missing alt text? Images without description? Table without header row? alt attribute for decorative images?',
  P19: 'Icon button without label? Input field without label? Link without text? Iframe without title? aria-label missing?',
  P20: 'Form without labels? Field without name attribute? autocomplete tokens? Submit button missing? Captcha in a form? What is wrong with my contact form?',
  P21: 'Syntax highlighting language missing? Code block without language class? How do I mark code samples?',
  P22: 'No .md version of pages? Markdown version missing? How do agents get Markdown of my page?',
  P23: 'Agents do not find my .md files? rel=alternate missing? Where do I declare the Markdown address?',
  P24: 'Markdown lacks parts of the page? Menu or HTML in the Markdown? Markdown is outdated?',
  P25: 'Text hidden by CSS? Instructions to AI in invisible text? Tabs and accordions count as hidden? sr-only text too long?',
  M1: 'Connection to my MCP server fails? initialize returns an error? Client cannot connect? MCP server unreachable?',
  M2: 'My MCP server is outdated? Which protocol version must I support? Update the MCP revision?',
  M3: 'Works in one client but not in another? Invalid JSON-RPC response? Content-Type of MCP answers? resultType missing?',
  M4: 'Stack trace in an error? Unknown method answers 200? Internal details leak in errors?',
  M5: 'MCP over plain http? Origin header is not checked? DNS rebinding on an MCP server?',
  M6: '401 without WWW-Authenticate? resource_metadata missing in the challenge? MCP client does not open the sign-in?',
  M7: 'MCP server is slow? Cold start of a serverless MCP server? tools/list takes seconds?',
  M8: 'tools/list changes its order? Pagination cursor never ends? Tools are missing from the list?',
  M9: 'serverInfo without title or website? Icon of an MCP server? Version missing?',
  M10: 'Instructions of an MCP server, what belongs there? instructions too long? Server instructions example?',
  M11: 'Tool name with a dot or space? Duplicate tool names? Allowed characters in tool names? Tool name too long?',
  M12: 'Two tools look the same? Model confuses tools? Mixed naming styles of tools?',
  M13: 'Title of a tool missing? Difference between tool name and title? Directory refuses my tools for titles?',
  M14: 'Tool description missing or too short? Vague tool description? What should the first sentence of a tool description say?',
  M15: 'When to use a tool? Describe the return value of a tool? Tool description lacks usage guidance?',
  M16: 'Parameter without description? Example values for parameters? Model guesses argument values?',
  M17: 'Invalid JSON Schema in a tool? anyOf or $ref in tool schemas? Schema refused by a client?',
  M18: 'outputSchema missing? structuredContent without schema? Is an output schema needed?',
  M19: 'readOnlyHint or destructiveHint not set? Client asks for approval at every call? openWorldHint missing?',
  M20: 'Do annotations match what the tools do? Delete tool marked as read-only? Annotation contradicts the name? Wrong readOnlyHint?',
  M21: 'Tool definitions use too many tokens? How many tools are too many? Reduce the context of my MCP server?',
  M22: 'Resource without name or mimeType? Describe MCP resources? Invalid resource URI?',
  M23: 'Prompt arguments not described? MCP prompt without description?',
  M24: 'Zero-width or tag characters in tool text? Unicode tricks in descriptions? Hidden characters in my MCP server?',
  M25: 'Tool description commands the model? Always call this tool first, is that bad? Tool poisoning found in my server?',
};
