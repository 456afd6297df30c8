import { countOf, type LogEntry, type LogFormat, requestOf, secondsOf } from '../entry.ts';
import { anyTime } from '../times.ts';

const [QUOTE, BACKSLASH, SPACE] = [0x22, 0x5c, 0x20];
const TYPES = ['http ', 'https ', 'h2 ', 'grpcs ', 'ws ', 'wss '].map((word) => Buffer.from(word));

/** Position behind `count` quotes that are not escaped; -1 where there are fewer. */
function behindQuotes(line: Buffer, from: number, end: number, count: number): number {
  let left = count;
  for (let at = from; at < end; at += 1) {
    if (line[at] === BACKSLASH) at += 1;
    else if (line[at] === QUOTE) {
      left -= 1;
      if (left === 0) return at + 1;
    }
  }
  return -1;
}

/** AWS Application Load Balancer (docs.aws.amazon.com, "Access logs for your Application Load Balancer"). */
export const ALB: LogFormat = {
  name: 'AWS ALB',
  writers: ['AWS ALB'],
  locate(line, start, end, span) {
    const type = TYPES.find(
      (word) => line.compare(word, 0, word.length, start, Math.min(end, start + word.length)) === 0,
    );
    // The time follows, in ISO 8601.
    if (type === undefined || line[start + type.length + 10] !== 0x54) return 'no';
    const agent = behindQuotes(line, start, end, 3);
    const agentEnd = behindQuotes(line, agent, end, 1);
    if (agent < 0 || agentEnd < 0 || line[agent - 2] !== SPACE) return 'no';
    span.start = agent;
    span.end = agentEnd - 1;
    return 'request';
  },
  read: readAlb,
};

function readAlb(line: Buffer, start: number, end: number): LogEntry | undefined {
  const text = line.toString('utf8', start, end);
  const quote = text.indexOf('"');
  const [, time, , client = '', , request, target, response, elbStatus, , , sent] = text.slice(0, quote).split(' ');
  const [from, agent] = [behindQuotes(line, start, end, 1), behindQuotes(line, start, end, 3)];
  const asked = requestOf(line.toString('utf8', from, behindQuotes(line, from, end, 1) - 1));
  if (asked === undefined || elbStatus === undefined) return undefined;
  // `GET https://host:443/path HTTP/1.1`
  const slash = asked.target.indexOf('/', asked.target.indexOf('//') + 2);
  const parts = [request, target, response].map((part) => secondsOf(part));
  return {
    address: client.slice(0, Math.max(0, client.lastIndexOf(':'))).replace(/^\[|\]$/g, ''),
    timeMs: anyTime(time),
    method: asked.method,
    target: asked.target.startsWith('/') || slash < 0 ? asked.target : asked.target.slice(slash),
    status: countOf(elbStatus),
    bytes: countOf(sent),
    userAgent: line.toString('utf8', agent, behindQuotes(line, agent, end, 1) - 1),
    // -1 says that the target did not answer.
    seconds: parts.includes(undefined) ? undefined : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0),
  };
}
