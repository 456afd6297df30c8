import { defineCheck, fail, pass, unmeasured, warn } from '../define.ts';
import { callRequest, noSession } from './evidence.ts';

const MIN_CHARS = 40;
/** What Claude Code keeps of them. */
const MAX_CHARS = 2048;
const MANY_TOOLS = 5;

export default defineCheck({
  id: 'M10',
  slug: 'instructions',
  series: 'mcp',
  category: 'identity',
  titles: {
    pass: 'The server gives useful instructions',
    fail: 'The server gives no useful instructions',
    action: 'Add instructions that say how to use the server',
  },
  why: 'Instructions are the one place to say what no single tool can: which tool comes first, how they belong together, what the limits are. Clients put them into the context of the model, cut off where they are long.',
  rule: `Instructions of ${MIN_CHARS} to ${MAX_CHARS} characters pass. Shorter and longer ones are a warning, and so are none on a server with fewer than ${MANY_TOOLS} tools; with ${MANY_TOOLS} or more, none fails.`,
  sources: [
    'https://blog.modelcontextprotocol.io/posts/2025-11-03-using-server-instructions/',
    'https://modelcontextprotocol.io/specification/2026-07-28/server/discover',
    'https://code.claude.com/docs/en/mcp',
  ],
  needs: ['handshake'],
  wants: ['tools'],
  evaluate({ handshake, tools }) {
    if (handshake.outcome !== 'connected') return noSession(handshake);
    const { instructions } = handshake;
    const length = typeof instructions === 'string' ? instructions.trim().length : 0;
    const evidence = {
      url: handshake.finalUrl,
      request: callRequest(handshake, 'server/discover'),
      measured: length,
      threshold: `${MIN_CHARS} to ${MAX_CHARS}`,
      ...(typeof instructions === 'string' && length > 0 ? { snippet: instructions.trim() } : {}),
    };
    if (length >= MIN_CHARS && length <= MAX_CHARS)
      return pass(`The instructions have ${length} characters.`, evidence);
    if (length > MAX_CHARS) {
      return warn(`The instructions have ${length} characters; clients cut them off after ${MAX_CHARS}.`, {
        howToFix: `Say the most important things first and keep to ${MAX_CHARS} characters; details belong into the tools.`,
        evidence,
      });
    }
    if (length > 0) {
      return warn(`The instructions have ${length} characters, too few to say anything.`, {
        howToFix: WRITE,
        evidence,
      });
    }
    if (tools === undefined) return unmeasured('There are no instructions, and how many tools is not known.', evidence);
    return (tools.length >= MANY_TOOLS ? fail : warn)(
      `There are no instructions for ${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}.`,
      { howToFix: WRITE, evidence },
    );
  },
});

const WRITE =
  'Write two to six lines: what the server is for, which tool comes first and which after it, and what its limits are. Do not repeat descriptions.';
