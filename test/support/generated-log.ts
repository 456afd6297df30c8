/** Access logs with a known truth, in every format that is recognised. No randomness: a seed decides all. */
import assert from 'node:assert/strict';
import { KNOWN_AGENTS } from '../../src/scanner/known-agents.ts';
import type { LogReport } from '../../src/schema/log-report.ts';

export interface MadeRequest {
  readonly address: string;
  readonly timeMs: number;
  readonly path: string;
  readonly status: number;
  readonly bytes: number;
  readonly userAgent: string;
  readonly seconds: number;
}

export interface Truth {
  requests: number;
  agents: number;
  /** By agent: genuine requests, spoofed ones, refusals, missing and different pages got. */
  readonly byAgent: Map<
    string,
    { requests: number; spoofed: number; refused: number; missing: number; pages: Set<string> }
  >;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (value: number) => String(value).padStart(2, '0');
const clf = (ms: number): string => {
  const date = new Date(ms);
  return `${two(date.getUTCDate())}/${MONTHS[date.getUTCMonth()]}/${date.getUTCFullYear()}:${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000`;
};
const iso = (ms: number) => new Date(ms).toISOString();
const combined = (r: MadeRequest) =>
  `${r.address} - - [${clf(r.timeMs)}] "GET ${r.path} HTTP/1.1" ${r.status} ${r.bytes} "https://shop.example/cart?email=ada@lovelace.example" "${r.userAgent}"`;

/** By name: how a server writes a request, and the line that its files begin with. */
export const MADE_FORMATS: Readonly<Record<string, { readonly header?: string; line(request: MadeRequest): string }>> =
  {
    combined: { line: combined },
    vhost: { line: (r) => `www.shop.example:443 ${combined(r)}` },
    'request time': { line: (r) => `${combined(r)} ${r.seconds.toFixed(3)}` },
    forwarded: { line: (r) => `${combined({ ...r, address: '10.0.0.7' })} "${r.address}"` },
    caddy: {
      line: (r) =>
        JSON.stringify({
          level: 'info',
          ts: r.timeMs / 1000,
          logger: 'http.log.access.log0',
          msg: 'handled request',
          request: {
            remote_ip: r.address,
            proto: 'HTTP/2.0',
            method: 'GET',
            host: 'shop.example',
            uri: r.path,
            headers: { 'User-Agent': [r.userAgent] },
          },
          duration: r.seconds,
          size: r.bytes,
          status: r.status,
          resp_headers: { 'Content-Type': ['text/html'] },
        }),
    },
    traefik: {
      line: (r) =>
        JSON.stringify({
          ClientHost: r.address,
          DownstreamContentSize: r.bytes,
          DownstreamStatus: r.status,
          Duration: Math.round(r.seconds * 1e9),
          RequestMethod: 'GET',
          RequestPath: r.path,
          StartUTC: iso(r.timeMs),
          'request_User-Agent': r.userAgent,
        }),
    },
    iis: {
      header:
        '#Software: Microsoft Internet Information Services 10.0\n#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status sc-substatus sc-win32-status sc-bytes time-taken',
      line: (r) =>
        `${iso(r.timeMs).slice(0, 10)} ${iso(r.timeMs).slice(11, 19)} 192.0.2.1 GET ${r.path.split('?')[0]} ${r.path.split('?')[1] ?? '-'} 443 - ${r.address} ${r.userAgent.replaceAll(' ', '+')} - ${r.status} 0 0 ${r.bytes} ${Math.round(r.seconds * 1000)}`,
    },
    cloudfront: {
      header:
        '#Version: 1.0\n#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query x-edge-result-type time-taken',
      line: (r) =>
        [
          iso(r.timeMs).slice(0, 10),
          iso(r.timeMs).slice(11, 19),
          'FRA2',
          r.bytes,
          r.address,
          'GET',
          'd1.cloudfront.net',
          r.path.split('?')[0],
          r.status,
          '-',
          encodeURIComponent(r.userAgent),
          r.path.split('?')[1] ?? '-',
          'Miss',
          r.seconds.toFixed(3),
        ].join('\t'),
    },
    alb: {
      line: (r) =>
        `https ${iso(r.timeMs)} app/shop/50dc6c495c0c9188 ${r.address}:2817 10.0.0.1:80 0.000 ${r.seconds.toFixed(3)} 0.000 ${r.status} ${r.status} 34 ${r.bytes} "GET https://shop.example:443${r.path} HTTP/1.1" "${r.userAgent}" ECDHE TLSv1.2 arn "Root=1-5" "shop.example" "arn" 0 ${iso(r.timeMs)} "forward" "-" "-" "10.0.0.1:80" "200" "-" "-"`,
    },
    cloudflare: {
      line: (r) =>
        JSON.stringify({
          ClientIP: r.address,
          ClientRequestHost: 'shop.example',
          ClientRequestMethod: 'GET',
          ClientRequestURI: r.path,
          ClientRequestUserAgent: r.userAgent,
          EdgeResponseBytes: r.bytes,
          EdgeResponseStatus: r.status,
          EdgeStartTimestamp: r.timeMs * 1e6,
          EdgeTimeToFirstByteMs: r.seconds * 1000,
        }),
    },
    'nginx json': {
      line: (r) =>
        JSON.stringify({
          time_iso8601: iso(r.timeMs),
          remote_addr: r.address,
          request: `GET ${r.path} HTTP/1.1`,
          status: String(r.status),
          body_bytes_sent: String(r.bytes),
          http_user_agent: r.userAgent,
          request_time: r.seconds.toFixed(3),
        }),
    },
    fastly: {
      line: (r) =>
        JSON.stringify({
          timestamp: iso(r.timeMs).replace(/\.\d+Z$/, '+0000'),
          client_ip: r.address,
          host: 'shop.example',
          url: r.path,
          request_method: 'GET',
          request_user_agent: r.userAgent,
          response_status: r.status,
          response_body_size: r.bytes,
        }),
    },
    vercel: {
      line: (r) =>
        JSON.stringify({
          id: '1',
          deploymentId: 'dpl_1',
          source: 'static',
          host: 'shop.example',
          timestamp: r.timeMs,
          proxy: {
            timestamp: r.timeMs,
            method: 'GET',
            host: 'shop.example',
            path: r.path,
            userAgent: [r.userAgent],
            statusCode: r.status,
            clientIp: r.address,
          },
        }),
    },
  };

const PEOPLE = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  'Mozilla/5.0 (Linux; Android 14; CUBOT X70) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
];
const START_MS = Date.UTC(2026, 9, 28);
/** One request in this number is of an agent. */
const AGENT_EVERY = 20;
export const AGENTS_MADE = KNOWN_AGENTS.filter(({ kind }) => kind !== 'tool').slice(0, 60);
/** The first address is GPTBot's own, by the list below; the second never is. */
const OWN_ADDRESS = '192.0.2.10';
const OTHER_ADDRESS = '203.0.113.9';
export const GPTBOT_LIST = JSON.stringify({
  creationTime: '2026-11-01T00:00:00',
  prefixes: [{ ipv4Prefix: '192.0.2.0/24' }],
});

/** Lines without line ends, and the truth about them; `format` names how each is written. */
export function* madeLines(count: number, format: (at: number) => string, truth: Truth): Generator<string> {
  let seed = 42;
  const next = (below: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return (seed >>> 8) % below;
  };
  for (let at = 0; at < count; at += 1) {
    const timeMs = START_MS + at * 1000;
    truth.requests += 1;
    const isAgent = next(AGENT_EVERY) === 0;
    const agent = isAgent ? AGENTS_MADE[next(AGENTS_MADE.length)] : undefined;
    const page = next(400);
    const roll = next(100);
    const status = roll < 80 ? 200 : roll < 88 ? 404 : roll < 92 ? 403 : roll < 94 ? 429 : roll < 96 ? 503 : 301;
    const path = status === 404 ? `/old/page-${page}` : `/docs/page-${page}${roll % 7 === 0 ? '?utm_source=a' : ''}`;
    const isSpoofed = agent?.token === 'GPTBot' && next(3) === 0;
    const request: MadeRequest = {
      address: agent === undefined ? `198.51.100.${next(250)}` : isSpoofed ? OTHER_ADDRESS : OWN_ADDRESS,
      timeMs,
      path,
      status,
      bytes: 2000 + page,
      userAgent:
        agent === undefined
          ? (PEOPLE[next(PEOPLE.length)] ?? '')
          : `Mozilla/5.0 (compatible; ${agent.token}/1.0; +https://example.com/bot)`,
      seconds: next(500) / 100,
    };
    if (agent !== undefined) {
      truth.agents += 1;
      const known = truth.byAgent.get(agent.token) ?? {
        requests: 0,
        spoofed: 0,
        refused: 0,
        missing: 0,
        pages: new Set<string>(),
      };
      truth.byAgent.set(agent.token, known);
      if (isSpoofed) known.spoofed += 1;
      else {
        known.requests += 1;
        if (status === 404) known.missing += 1;
        if (status === 403 || status === 429 || status === 503) known.refused += 1;
        if (status === 200) known.pages.add(path.split('?')[0] ?? '');
      }
    }
    yield MADE_FORMATS[format(at)]?.line(request) ?? '';
  }
}

export const newTruth = (): Truth => ({ requests: 0, agents: 0, byAgent: new Map() });

/** Fails where the report of a log differs from the generated truth. */
export function assertTruth(report: LogReport, truth: Truth): void {
  assert.equal(report.lines.requests, truth.requests);
  assert.equal(report.lines.agents, truth.agents);
  assert.deepEqual(report.leftOut, []);
  for (const [name, { requests, spoofed, refused, missing, pages }] of truth.byAgent) {
    const agent = report.agents.find((each) => each.name === name);
    assert.deepEqual(
      {
        requests: agent?.requests,
        spoofed: agent?.spoofed,
        refused: agent?.refused,
        missing: agent?.missing,
        pages: agent?.pages,
      },
      { requests, spoofed, refused, missing, pages: pages.size },
      name,
    );
  }
}
