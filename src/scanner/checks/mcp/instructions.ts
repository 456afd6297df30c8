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
  why: "Instructions say what no single tool can: which tool comes first, how tools work together, what the limits are. Clients add them to the model's context and cut long ones.",
  rule: `Passes with ${MIN_CHARS} to ${MAX_CHARS} characters. Warns when they are shorter or longer, or missing on a server with fewer than ${MANY_TOOLS} tools. Fails when they are missing with ${MANY_TOOLS} tools or more.`,
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
