import type { Evidence } from '../../model/result.ts';
import type { McpDiscoveryArtifact } from '../../model/site.ts';
import { defineCheck, fail, notApplicable, pass, unmeasured, warn } from '../define.ts';
import { aiCatalogDraft } from './drafts.ts';

export default defineCheck({
  id: 'S22',
  slug: 'mcp-discovery',
  series: 'site',
  category: 'capability',
  titles: {
    pass: 'Agents can find the MCP server',
    fail: 'Agents cannot find the MCP server',
    action: 'Publish where the MCP server is',
  },
  why: 'A client that only knows the domain finds an MCP server by its card. A card in an old place is missed.',
  rule: 'Looks for the card through /.well-known/ai-catalog.json, then in older places. Passes with a SEP-2127 card (name, version, description, remotes) that the catalog names and whose https endpoint exists. Warns about an older place or format, a missing endpoint, or small faults. Fails when the card is unreadable or incomplete, or its endpoint answers 404, 410 or 5xx. Not applicable without a card.',
  sources: [
    'https://github.com/modelcontextprotocol/modelcontextprotocol/pull/2127',
    'https://github.com/modelcontextprotocol/experimental-ext-server-card',
    'https://agenticresourcediscovery.org/spec/',
  ],
  needs: ['target', 'mcpDiscovery'],
  evaluate({ target, mcpDiscovery: { card: found, remote } }) {
    if (found === undefined) return notApplicable('Nothing on the site tells of an MCP server.');
    const evidence = evidenceOf(found);
    if (found.state === 'unknown') return unmeasured('The MCP server card could not be fetched.', evidence);
    const { card } = found;
    if (card === undefined) {
      return fail('The MCP server card cannot be read as JSON.', { howToFix: HOW_TO_FIX, evidence });
    }
    const isLegacy = card.shape === 'legacy' || found.foundIn === 'legacy-place';
    const draft = card.remoteUrl === undefined ? {} : { draft: aiCatalogDraft(target.origin, card.remoteUrl) };
    if (card.shape === 'sep-2127' && card.missing.length > 0) {
      return fail(`The MCP server card lacks ${card.missing.join(', ')}.`, { howToFix: HOW_TO_FIX, evidence });
    }
    const dead = { ...(remote === undefined ? {} : { url: remote.url }), ...statusOf(remote?.status) };
    if (remote?.state === 'dead' && card.shape === 'sep-2127') {
      return fail(
        `The MCP endpoint that the card names is not there: ${remote.status === undefined ? 'nothing answers' : `it answers ${remote.status}`}.`,
        {
          howToFix: 'Correct the url in remotes[], or put the endpoint back; any answer but 404, 410 and 5xx will do.',
          evidence: dead,
        },
      );
    }
    if (remote?.state === 'not-https') {
      return fail('The MCP endpoint that the card names is not served over https.', {
        howToFix: 'Serve the endpoint over https and name that address in remotes[].',
        evidence: dead,
      });
    }
    if (remote?.state === 'unknown') return unmeasured('Whether the MCP endpoint answers could not be measured.', dead);

    const warnings = [
      found.foundIn === 'legacy-place' && 'no AI catalog leads to the card',
      card.shape === 'legacy' && 'the card has an older shape',
      ...card.missing.map((field) => `it lacks ${field}`),
      ...card.warnings,
      remote?.state === 'dead' && 'the endpoint that it seems to name does not answer',
    ].filter((warning) => warning !== false);
    if (warnings.length === 0)
      return pass('The AI catalog leads to an MCP server card, and its endpoint answers.', evidence);
    return warn(`There is an MCP server card, but ${warnings.join('; ')}.`, {
      howToFix: HOW_TO_FIX,
      evidence: { ...evidence, ...(isLegacy ? draft : {}) },
    });
  },
});

const HOW_TO_FIX =
  'Serve the card at <address of the endpoint>/server-card with $schema, name (reverse DNS, a slash, a name), version, description and remotes: [{"type": "streamable-http", "url": <https address>}], and list it in /.well-known/ai-catalog.json as application/mcp-server-card+json.';

const statusOf = (status: number | undefined) => (status === undefined ? {} : { status });

function evidenceOf({ url, status, snippet }: NonNullable<McpDiscoveryArtifact['card']>): Evidence {
  return { url, ...statusOf(status), ...(snippet === '' ? {} : { snippet }) };
}
