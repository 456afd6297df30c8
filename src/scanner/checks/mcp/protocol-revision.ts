import { LEGACY_REVISIONS, MODERN_REVISION } from '../../mcp/session/message.ts';
import { defineCheck, fail, pass, warn } from '../define.ts';
import { exchangeEvidence, handshakeRequest, noSession } from './evidence.ts';

export default defineCheck({
  id: 'M2',
  slug: 'protocol-revision',
  series: 'mcp',
  category: 'protocol',
  titles: {
    pass: 'The server speaks a current MCP revision',
    fail: 'The server speaks an old MCP revision',
    action: 'Support a current MCP revision',
  },
  why: 'Clients drop old revisions over time, and only the current one works without sessions behind a load balancer.',
  rule: `Passes with ${MODERN_REVISION}. Warns when the newest revision is ${LEGACY_REVISIONS.slice(0, -1).join(', ')} or ${LEGACY_REVISIONS.at(-1)}. Fails with an unknown one.`,
  sources: [
    'https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning',
    'https://modelcontextprotocol.io/specification/2026-07-28/changelog',
  ],
  needs: ['handshake'],
  evaluate({ handshake }) {
    const { outcome, protocolVersion, supportedVersions } = handshake;
    if (outcome !== 'connected') return noSession(handshake);
    const spoken = [...new Set([...supportedVersions, ...(protocolVersion === undefined ? [] : [protocolVersion])])];
    const evidence = {
      ...exchangeEvidence(handshake, handshake.decisive, handshakeRequest(handshake)),
      measured: spoken.join(', '),
      threshold: MODERN_REVISION,
    };
    if (spoken.includes(MODERN_REVISION)) return pass(`The server speaks ${MODERN_REVISION}.`, evidence);
    const newest = LEGACY_REVISIONS.find((revision) => spoken.includes(revision));
    return newest === undefined
      ? fail(`The server speaks no revision that current clients know: neither ${KNOWN}.`, {
          howToFix: UPGRADE,
          evidence,
        })
      : warn(`The newest revision that the server speaks is ${newest}; ${MODERN_REVISION} is current.`, {
          howToFix: UPGRADE,
          evidence,
        });
  },
});

const KNOWN = [MODERN_REVISION, ...LEGACY_REVISIONS].join(' nor ');
const UPGRADE = `Upgrade the SDK to a line that speaks ${MODERN_REVISION} (in TypeScript @modelcontextprotocol/server 2), and go on answering initialize for older clients on the same endpoint.`;
