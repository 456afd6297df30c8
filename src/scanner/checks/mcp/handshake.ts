import { errorCodeIn } from '../../mcp/session/message.ts';
import type { McpHandshake } from '../../model/mcp.ts';
import type { Evidence, Outcome } from '../../model/result.ts';
import { looksLikeHtml } from '../../parse/html/rough-html.ts';
import { defineCheck, fail, pass, warn } from '../define.ts';
import { exchangeEvidence, handshakeRequest } from './evidence.ts';

export default defineCheck({
  id: 'M1',
  slug: 'handshake',
  series: 'mcp',
  category: 'protocol',
  titles: {
    pass: 'Clients can open a session',
    fail: 'Clients cannot open a session',
    action: 'Make the MCP handshake succeed',
  },
  why: 'Everything an agent does with a server starts here. Without a session its tools are useless.',
  rule: 'Requests server/discover and, when that is unknown, initialize. Passes with a valid result at the submitted URL. Warns about a 401, a redirect within the origin (307 or 308, at most 3), or an initialize that is refused for its revision instead of answered with another. Fails with a 403, any other redirect, the deprecated HTTP+SSE transport, an answer over 4 MiB or 200 events, or anything that is not MCP.',
  sources: [
    'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http',
    'https://modelcontextprotocol.io/specification/2026-07-28/server/discover',
    'https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle',
  ],
  needs: ['handshake'],
  evaluate({ handshake }) {
    const evidence = exchangeEvidence(handshake, handshake.decisive, handshakeRequest(handshake));
    switch (handshake.outcome) {
      case 'connected':
        return connected(handshake, evidence);
      case 'authorization':
        return warn('The server answers 401, so nothing else could be graded.', {
          howToFix:
            'Serve a challenge that leads a client to a token (M6). To have the rest graded, run the server without authorization on your machine and scan that with `legible scan-mcp <url> --allow-private`.',
          evidence,
        });
      case 'forbidden':
        return fail('The server answers 403 to server/discover and initialize.', {
          howToFix:
            'Let clients through the firewall or bot rule that refuses them; a server that wants authorization answers 401 with a challenge.',
          evidence,
        });
      case 'legacy-sse':
        return fail(
          'The server offers only the deprecated HTTP+SSE transport: it refuses a POST, a GET opens a stream.',
          {
            howToFix: `Move to Streamable HTTP, which replaced HTTP+SSE in 2025. ${MOUNT}`,
            evidence: exchangeEvidence(handshake, handshake.decisive, { accept: 'text/event-stream' }),
          },
        );
      case 'redirect':
        return fail(
          'The endpoint redirects to where a client must not follow: off its origin, in a circle, or by GET.',
          {
            howToFix:
              'Answer at the address that clients are given, or give them the final address; within the origin 307 and 308 are followed, at most 3.',
            evidence: { ...evidence, ...targetOf(handshake) },
          },
        );
      case 'oversize':
        return fail('The answer to the handshake is larger than 4 MiB, or has more than 200 events.', {
          howToFix: 'Answer the handshake with one JSON-RPC response and nothing else, and end the stream after it.',
          evidence,
        });
      case 'not-mcp':
        return fail(`The endpoint answers, but not with MCP: ${whatAnswered(handshake)}.`, {
          howToFix: `Submit the address of the MCP endpoint itself (often /mcp). ${MOUNT}`,
          evidence,
        });
    }
  },
});

const MOUNT =
  'Serve one endpoint that takes POST and answers server/discover or initialize with a JSON-RPC result as application/json or text/event-stream: createMcpHandler of @modelcontextprotocol/server does it for both eras.';

function connected({ era, protocolVersion, hops, refusedRevision }: McpHandshake, evidence: Evidence): Outcome {
  const measured = { ...evidence, measured: `${era ?? 'unknown'} era, revision ${protocolVersion ?? 'unknown'}` };
  if (refusedRevision !== undefined) {
    return warn(`The server refuses revision ${refusedRevision} instead of answering with one that it speaks.`, {
      howToFix:
        'Answer initialize with status 200 and the newest revision that the server speaks, whatever the client asks for; most clients end at a refusal. The rest was graded with an older revision.',
      evidence: measured,
    });
  }
  const speaks =
    era === 'modern' ? 'The server answers server/discover' : 'The server answers initialize, not server/discover';
  if (hops.length === 0) return pass(`${speaks}.`, measured);
  return warn(`${speaks}, after ${hops.length === 1 ? 'a redirect' : `${hops.length} redirects`} within its origin.`, {
    howToFix: 'Give clients the final address: many of them do not follow a redirect of a POST.',
    evidence: { ...measured, examples: hops.map(({ url, status }) => `${status} ${url}`) },
  });
}

/** The address is in the evidence only, because it is third-party text. */
function targetOf({ hops, refusedRedirect }: McpHandshake): Evidence {
  const followed = hops.map(({ url, status }) => `${status} ${url}`);
  return { examples: [...followed, ...(refusedRedirect === undefined ? [] : [`to ${refusedRedirect}`])] };
}

function whatAnswered({ decisive }: McpHandshake): string {
  if (!decisive.answered) return 'the answer did not come to an end';
  const { status, contentType, text } = decisive;
  const code = errorCodeIn(decisive);
  if (code !== undefined) return `it answers ${status} with JSON-RPC error ${code}`;
  if (looksLikeHtml(text, contentType)) return `it answers ${status} with an HTML page`;
  if (contentType === 'text/event-stream') return `it answers ${status} with events, none of which is a result`;
  if (contentType.endsWith('json')) return `it answers ${status} with JSON that is no result of a handshake`;
  return `it answers ${status}, neither with JSON nor with events`;
}
