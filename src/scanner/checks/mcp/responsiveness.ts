import type { McpListings } from '../../model/mcp.ts';
import { defineCheck, fail, pass, unmeasured, warn } from '../define.ts';
import { callRequest, exchangeEvidence, handshakeRequest, noSession } from './evidence.ts';

const GOOD_MS = 1000;
const FAIR_MS = 3000;

export default defineCheck({
  id: 'M7',
  slug: 'responsiveness',
  series: 'mcp',
  category: 'protocol',
  titles: {
    pass: 'The server answers quickly',
    fail: 'The server answers slowly',
    action: 'Speed up the handshake and the lists',
  },
  why: 'A host waits for all its servers before a conversation starts. It drops slow ones.',
  rule: `Takes the slower of two times to the first byte: the better of two handshakes, and the mean over all list pages. Passes up to ${GOOD_MS} ms. Warns up to ${FAIR_MS} ms. Fails above.`,
  sources: [
    'https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching',
    'https://github.com/MCPJam/inspector',
  ],
  needs: ['handshake'],
  wants: ['listings'],
  evaluate({ handshake, listings }) {
    if (handshake.outcome !== 'connected' && handshake.outcome !== 'authorization') return noSession(handshake);
    if (handshake.firstByteMs.length === 0) return unmeasured('No handshake was timed.');
    const handshakeMs = Math.round(Math.min(...handshake.firstByteMs));
    const pages = listings === undefined ? [] : pageTimes(listings);
    const pageMs = pages.length === 0 ? 0 : Math.round(pages.reduce((sum, ms) => sum + ms, 0) / pages.length);
    const isList = pageMs > handshakeMs;
    const slower = Math.max(handshakeMs, pageMs);

    const request = isList ? callRequest(handshake, 'tools/list') : handshakeRequest(handshake);
    const evidence = {
      ...exchangeEvidence(handshake, handshake.decisive, request),
      measured: `${slower} ms`,
      threshold: `${GOOD_MS} ms`,
    };
    const listWords = pages.length === 0 ? '' : `, a page of a list ${pageMs} ms`;
    const message = `The handshake takes ${handshakeMs} ms to the first byte${listWords}.`;
    if (slower <= GOOD_MS) return pass(message, evidence);
    return (slower <= FAIR_MS ? warn : fail)(message, {
      howToFix: isList
        ? 'Build lists once and keep them in memory, with their schemas converted, and give them a ttlMs so that clients do not ask again.'
        : 'Answer the handshake without asking a database or another service, and keep an instance warm.',
      evidence,
    });
  },
});

const pageTimes = ({ tools, resources, resourceTemplates, prompts }: McpListings): number[] =>
  [tools, resources, resourceTemplates, prompts].flatMap(({ pages }) =>
    pages.flatMap((page) => (page.answered ? [page.firstByteMs] : [])),
  );
