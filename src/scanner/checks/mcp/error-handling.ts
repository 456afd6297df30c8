import { errorCodeIn } from '../../mcp/session/message.ts';
import type { McpExchange } from '../../model/mcp.ts';
import { defineCheck, fail, pass, unmeasured, warn } from '../define.ts';
import { callRequest, exchangeEvidence } from './evidence.ts';

const METHOD_NOT_FOUND = -32_601;
/** The start of a request, as the probe sends it. */
const MALFORMED = '{"jsonrpc":"2.0","id":';

export default defineCheck({
  id: 'M4',
  slug: 'error-handling',
  series: 'mcp',
  category: 'protocol',
  titles: {
    pass: 'Errors are JSON-RPC errors without internal details',
    fail: 'Errors are not valid JSON-RPC errors, or expose internal details',
    action: 'Return JSON-RPC errors without internal details',
  },
  why: 'A proper error tells an agent what to change. A stack trace helps only an attacker, and a 200 hides that something went wrong.',
  rule: 'An unknown method must answer JSON-RPC error -32601 (with status 404 in the modern revision), a truncated request must answer 4xx, and neither may show a stack trace or a server path. Passes with no fault. Warns with one. Fails with more.',
  sources: [
    'https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http',
    'https://www.jsonrpc.org/specification#error_object',
    'https://cwe.mitre.org/data/definitions/209.html',
  ],
  needs: ['handshake', 'probes'],
  evaluate({ handshake, probes: { unknownMethod, malformed } }) {
    if (isUnmeasured(unknownMethod) || isUnmeasured(malformed)) {
      return unmeasured('Could not be measured: the server turned the probes away (401 or 429), or the time was over.');
    }
    const leak = [unknownMethod, malformed].map(leakIn).find((found) => found !== undefined);
    const faults = [
      unknownMethodFault(unknownMethod, handshake.era === 'modern'),
      malformedFault(malformed),
      leak === undefined ? undefined : 'an error shows the inside of the server',
    ].filter((fault) => fault !== undefined);

    const evidence = {
      ...exchangeEvidence(handshake, malformed, { ...callRequest(handshake, 'tools/list'), body: MALFORMED }),
      measured: faults.length,
      ...(leak === undefined ? {} : { findings: [{ at: 'error', found: leak }] }),
    };
    if (faults.length === 0) return pass('Unknown methods and malformed requests are answered with errors.', evidence);
    return (faults.length === 1 ? warn : fail)(`${sentence(faults.join('; '))}.`, {
      howToFix:
        'Map every failure to a JSON-RPC error: -32601 for unknown methods (with status 404 in revision 2026-07-28), -32700 with status 400 for bodies that cannot be parsed; turn the error pages of the framework off.',
      evidence,
    });
  },
});

/** No fault of the server: we ran out of time, it asked us to slow down, or who we are comes first. */
const isUnmeasured = (exchange: McpExchange): boolean =>
  exchange.answered ? exchange.status === 401 || exchange.status === 429 : exchange.reason === 'budget';

function unknownMethodFault(exchange: McpExchange, isModern: boolean): string | undefined {
  if (!exchange.answered) return 'an unknown method is not answered';
  const code = errorCodeIn(exchange);
  if (code === undefined) return `an unknown method is answered ${exchange.status} without a JSON-RPC error`;
  if (code !== METHOD_NOT_FOUND) return `an unknown method is answered with error ${code}, not ${METHOD_NOT_FOUND}`;
  return isModern && exchange.status !== 404
    ? `an unknown method is answered under status ${exchange.status}, not 404`
    : undefined;
}

function malformedFault(exchange: McpExchange): string | undefined {
  if (!exchange.answered) return 'a malformed request is not answered';
  return exchange.status >= 400 && exchange.status <= 499
    ? undefined
    : `a malformed request is answered ${exchange.status}, not 4xx`;
}

const leakIn = (exchange: McpExchange): string | undefined =>
  exchange.answered ? leakedInternals(exchange.text) : undefined;

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const MAX_TEXT = 4096;
const MAX_QUOTE = 120;

/** What an error gives away of the server's inside. Every quantifier is bounded: a start is given up after a few hundred steps. */
const PATTERNS: readonly RegExp[] = [
  // A frame of a JavaScript stack: at name (file:1:2).
  /\bat (?:async |new )?[^\s()]{1,100} \([^\s()]{1,300}:\d{1,7}:\d{1,7}\)/,
  // Source files by absolute path, of Unix and of Windows.
  /(?:^|[\s"'(=>:])(?:file:\/\/)?\/(?:home|root|usr|app|var|opt|srv|Users|workspace|code|build)\/[^\s"'<>()]{0,300}\.(?:[cm]?[jt]s|py|rb|go|php|java|cs|rs)\b/,
  /\b[A-Za-z]:\\{1,2}[^\s"'<>()]{1,300}\.(?:[cm]?[jt]s|py|cs)\b/,
  // A frame of a Python stack.
  /Traceback \(most recent call last\)/,
  /\bFile "[^"\\]{1,300}\\?", line \d{1,7}/,
];

/** The first piece of an error's text (of its first 4,096 characters) that shows the server's inside, cut to 120. */
export function leakedInternals(text: string): string | undefined {
  const looked = text.slice(0, MAX_TEXT);
  for (const pattern of PATTERNS) {
    const found = pattern.exec(looked)?.[0];
    if (found !== undefined) return found.trim().slice(0, MAX_QUOTE);
  }
  return undefined;
}
