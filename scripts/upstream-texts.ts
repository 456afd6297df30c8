/**
 * The texts that checks rest on and that still change: drafts, living standards, and pages of vendors. RFCs and dated
 * reports are left out, because they never change.
 */
export interface UpstreamText {
  readonly name: string;
  /** How the sources of the checks that rest on it begin. */
  readonly url: string;
  /** As the text calls it; 'living' for a text without versions. */
  readonly version: string;
  /** Day of that version, where the text names one. */
  readonly dated?: string;
  /** Day on which the rules were last compared with the text. */
  readonly compared: string;
}

const COMPARED = '2026-11-20';

export const UPSTREAM_TEXTS: readonly UpstreamText[] = [
  { name: 'llms.txt', url: 'https://llmstxt.org/', version: 'living', compared: COMPARED },
  { name: 'Agent-Friendly Documentation', url: 'https://agentdocsspec.com/', version: 'living', compared: COMPARED },
  { name: 'llms-full.txt of Mintlify', url: 'https://www.mintlify.com/', version: 'living', compared: COMPARED },
  {
    name: 'AIPREF vocabulary',
    url: 'https://datatracker.ietf.org/doc/draft-ietf-aipref-vocab/',
    version: '08',
    dated: '2026-09-13',
    compared: COMPARED,
  },
  {
    name: 'AIPREF attachment',
    url: 'https://datatracker.ietf.org/doc/draft-ietf-aipref-attach/',
    version: '05',
    dated: '2026-08-18',
    compared: COMPARED,
  },
  { name: 'Content Signals', url: 'https://contentsignals.org/', version: 'living', compared: COMPARED },
  { name: 'Really Simple Licensing', url: 'https://rslstandard.org/', version: '1.0', compared: COMPARED },
  {
    name: 'WebMCP',
    url: 'https://webmachinelearning.github.io/webmcp/',
    version: "editor's draft",
    dated: '2026-06-24',
    compared: COMPARED,
  },
  { name: 'OpenAPI', url: 'https://spec.openapis.org/', version: '3.2', compared: COMPARED },
  {
    name: 'Model Context Protocol',
    url: 'https://modelcontextprotocol.io/',
    version: '2026-07-28',
    dated: '2026-07-28',
    compared: '2026-08-22',
  },
  {
    name: 'Claude connectors directory',
    url: 'https://claude.com/docs/connectors/',
    version: 'living',
    compared: '2026-11-23',
  },
  {
    name: 'Agent Resource Discovery',
    url: 'https://agenticresourcediscovery.org/',
    version: '0.9 draft',
    compared: COMPARED,
  },
  {
    name: 'MCP server card (SEP-2127)',
    url: 'https://github.com/modelcontextprotocol/',
    version: 'experimental extension',
    dated: '2026-07-24',
    compared: COMPARED,
  },
  { name: 'A2A', url: 'https://a2a-protocol.org/', version: '1.0.1', dated: '2026-05-26', compared: COMPARED },
  {
    name: 'Agent Skills Discovery',
    url: 'https://github.com/cloudflare/agent-skills-discovery-rfc',
    version: '0.2.0',
    compared: COMPARED,
  },
  { name: 'AGENTS.md', url: 'https://agents.md/', version: 'living', compared: COMPARED },
  { name: 'x402', url: 'https://docs.x402.org/', version: '2', compared: COMPARED },
  { name: 'Universal Commerce Protocol', url: 'https://ucp.dev/', version: 'living', compared: COMPARED },
  {
    name: 'Agentic Commerce Protocol',
    url: 'https://github.com/agentic-commerce-protocol/',
    version: 'living',
    compared: COMPARED,
  },
  { name: 'Agent Payments Protocol', url: 'https://ap2-protocol.org/', version: 'living', compared: COMPARED },
  { name: 'HTML', url: 'https://html.spec.whatwg.org/', version: 'living', compared: COMPARED },
  { name: 'Encoding', url: 'https://encoding.spec.whatwg.org/', version: 'living', compared: COMPARED },
  { name: 'schema.org', url: 'https://schema.org/', version: 'living', compared: COMPARED },
  { name: 'Open Graph', url: 'https://ogp.me/', version: 'living', compared: COMPARED },
  { name: 'Sitemaps', url: 'https://www.sitemaps.org/', version: '0.9', compared: COMPARED },
  {
    name: 'Search documentation of Google',
    url: 'https://developers.google.com/search/',
    version: 'living',
    compared: COMPARED,
  },
  { name: 'Lighthouse', url: 'https://developer.chrome.com/docs/lighthouse/', version: 'living', compared: COMPARED },
  {
    name: 'Verified bots of Cloudflare',
    url: 'https://developers.cloudflare.com/',
    version: 'living',
    compared: COMPARED,
  },
  {
    name: 'Tokens of AI user agents',
    url: 'https://github.com/ai-robots-txt/ai.robots.txt',
    version: 'living',
    compared: COMPARED,
  },
  { name: 'Directory policy of Claude', url: 'https://support.claude.com/', version: 'living', compared: COMPARED },
  { name: 'MCP in Claude Code', url: 'https://code.claude.com/', version: 'living', compared: COMPARED },
  {
    name: 'App guidelines of OpenAI',
    url: 'https://developers.openai.com/',
    version: 'living',
    compared: COMPARED,
  },
  { name: 'LLM risks of OWASP', url: 'https://genai.owasp.org/', version: 'living', compared: COMPARED },
];

/** After this long without a comparison with the rules, a text may have changed. */
const MAX_MONTHS = 6;

/** The texts that were last compared more than six months before a day (YYYY-MM-DD). */
export function staleTexts(texts: readonly UpstreamText[], today: string): UpstreamText[] {
  const limit = new Date(`${today}T00:00:00Z`);
  limit.setUTCMonth(limit.getUTCMonth() - MAX_MONTHS);
  const oldest = limit.toISOString().slice(0, 10);
  return texts.filter(({ compared }) => compared < oldest);
}
