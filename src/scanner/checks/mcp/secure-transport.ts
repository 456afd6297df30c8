import { parseUrl } from '../../../basics/parse-url.ts';
import { isLoopback } from '../../mcp/session/authorization.ts';
import type { McpExchange, McpHandshake } from '../../model/mcp.ts';
import { defineCheck, fail, pass, unmeasured, warn } from '../define.ts';
import { exchangeEvidence, handshakeRequest, noSession } from './evidence.ts';

/** Reserved (RFC 2606), so that no server can mean to allow it. The probe sends another; any will show the same. */
const FOREIGN_ORIGIN = 'https://foreign-origin.example';

export default defineCheck({
  id: 'M5',
  slug: 'secure-transport',
  series: 'mcp',
  category: 'protocol',
  titles: {
    pass: 'The connection is encrypted, and foreign origins are refused',
    fail: 'The connection is not encrypted, or foreign origins are accepted',
    action: 'Use HTTPS and refuse foreign origins',
  },
  why: "Over plain http, anyone on the network path can read tokens and change tools. Without an Origin check, any web page can reach the server through its visitor's browser.",
  rule: "Passes over https, or on this machine, when a handshake with another site's Origin gets a 4xx. Warns when it is accepted. Fails with plain http to another machine, or a redirect from https to http. Where the handshake needs authorization, only the connection is checked.",
  sources: [
    'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http',
    'https://www.rfc-editor.org/rfc/rfc6454',
  ],
  needs: ['handshake'],
  wants: ['probes'],
  evaluate({ handshake, probes }) {
    const request = handshakeRequest(handshake);
    const plain = exchangeEvidence(handshake, handshake.decisive, request);
    if (leadsToPlainHttp(handshake)) {
      return fail('The endpoint redirects from https to plain http.', {
        howToFix: 'Redirect to https addresses only; behind a proxy that ends TLS, build them from X-Forwarded-Proto.',
        evidence: plain,
      });
    }
    if (!isEncrypted(handshake.finalUrl)) {
      return fail('The server is reached over plain http.', {
        howToFix: 'Serve the endpoint over https with a certificate that clients trust, and give clients that address.',
        evidence: plain,
      });
    }
    if (handshake.outcome === 'authorization')
      return pass('The connection is encrypted or stays on this machine.', plain);
    if (handshake.outcome !== 'connected' || probes === undefined) return noSession(handshake);

    const { foreignOrigin } = probes;
    const evidence = exchangeEvidence(handshake, foreignOrigin, {
      ...request,
      headers: { ...request.headers, Origin: FOREIGN_ORIGIN },
    });
    switch (verdictOn(foreignOrigin)) {
      case 'refused':
        return pass('The connection is encrypted or stays on this machine, and a foreign Origin is refused.', evidence);
      case 'accepted':
        return warn('A handshake with a foreign Origin is accepted.', {
          howToFix:
            'Answer 403 to requests whose Origin is not on your list (requests without one come from no browser). A public server without authorization may accept every origin on purpose; then ignore this warning.',
          evidence,
        });
      case 'unknown':
        return unmeasured(
          'Could not be measured: a handshake with a foreign Origin was not answered in time.',
          evidence,
        );
    }
  },
});

/** A redirect off the origin is never followed, so only its target is known. */
function leadsToPlainHttp({ endpoint, finalUrl, refusedRedirect }: McpHandshake): boolean {
  const target = parseUrl(refusedRedirect ?? '', parseUrl(finalUrl));
  return endpoint.startsWith('https:') && target?.protocol === 'http:';
}

function isEncrypted(address: string): boolean {
  const url = parseUrl(address);
  return url?.protocol === 'https:' || isLoopback(url?.hostname ?? '');
}

function verdictOn(exchange: McpExchange): 'refused' | 'accepted' | 'unknown' {
  if (!exchange.answered || exchange.status === 429 || exchange.status >= 500) return 'unknown';
  return exchange.status >= 400 ? 'refused' : 'accepted';
}
