import { type Violation, wireViolations } from '../../mcp/wire-violations.ts';
import { defineCheck, fail, pass, unmeasured, warn } from '../define.ts';
import { callRequest } from './evidence.ts';

export default defineCheck({
  id: 'M3',
  slug: 'wire-conformance',
  series: 'mcp',
  category: 'protocol',
  titles: {
    pass: 'Responses follow the transport and the schema',
    fail: 'Responses break the transport or the schema',
    action: 'Make responses follow the MCP transport and schema',
  },
  why: 'Lenient clients work around small breaches, strict ones stop without a word: the server works in one host and not in the next.',
  rule: 'Looked at: media types, jsonrpc and id of every response; GET answers 405 (400 or a stream also from a server that speaks legacy revisions). Legacy: a notification is answered 202. Modern: resultType "complete", ttlMs of 0 or more and cacheScope public or private on discovery and lists, and no Mcp-Session-Id. No kind of breach passes, one is a warning, more fail.',
  sources: [
    'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http',
    'https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching',
    'https://modelcontextprotocol.io/specification/2025-11-25/basic/transports',
  ],
  needs: ['handshake', 'probes', 'listings'],
  evaluate(session) {
    const { handshake } = session;
    const { looked, violations } = wireViolations(session);
    if (looked === 0) return unmeasured('Could not be measured: nothing was answered in time.');
    const evidence = {
      url: handshake.finalUrl,
      request: callRequest(handshake, 'tools/list'),
      measured: violations.length,
      findings: violations.map(({ at, found }) => ({ at, found })),
    };
    if (violations.length === 0) return pass(`${looked} answers keep to the transport and the schema.`, evidence);
    const message = `${violations.length === 1 ? 'There is one kind' : `There are ${violations.length} kinds`} of breach: ${violations.map(({ says }) => says).join('; ')}.`;
    const howToFix = violations.map(({ must }: Violation) => must).join(' ');
    return (violations.length === 1 ? warn : fail)(message, { howToFix, evidence });
  },
});
