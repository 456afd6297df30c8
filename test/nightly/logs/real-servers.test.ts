/** Logs that real nginx, Apache and Caddy write are read exactly. */
import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createIdentities } from '../../../src/logs/identity.ts';
import { logReportOf } from '../../../src/logs/log-report.ts';
import { readLog } from '../../../src/logs/read-log.ts';
import type { LogReport } from '../../../src/schema/log-report.ts';
import { isInstalled, type ServerName, type ServerParts, startServer } from '../../support/web-servers.ts';

const PAGES = { 'index.html': 'home '.repeat(400), 'guide.html': 'guide '.repeat(500), 'llms.txt': '# Shop\n' };

interface Case {
  readonly name: string;
  readonly server: ServerName;
  readonly format: string;
  /** Whether the format has the time that a request took. */
  readonly hasTimes?: true;
  /** A `log_format` that is given to the reader. */
  readonly template?: string;
  parts(log: string, root: string): ServerParts;
}

const TIMED =
  '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" rt=$request_time';
const OWN = '$msec|$remote_addr|$request_method|$request_uri|$status|$body_bytes_sent|"$http_user_agent"|$request_time';

const nginx = (log: string, root: string, format: string): ServerParts => ({
  outside: `log_format timed '${TIMED}'; log_format own '${OWN}';`,
  site: `access_log ${log} ${format}; root ${root}; location /locked/ { return 403; } location = /moved { return 301 /; }`,
});

const apache = (log: string, root: string, format: string): ServerParts => ({
  outside: `LogFormat "${format}" tested
CustomLog ${log} tested
DocumentRoot ${root}
<Directory ${root}>
  Require all granted
</Directory>
RewriteEngine on
RewriteRule ^/locked/ - [F]
RewriteRule ^/moved$ / [R=301,L]`,
  site: '',
});

const COMBINED = '%h %l %u %t \\"%r\\" %>s %b \\"%{Referer}i\\" \\"%{User-Agent}i\\"';

const CASES: readonly Case[] = [
  {
    name: 'nginx, combined',
    server: 'nginx',
    format: 'Apache or nginx',
    parts: (log, root) => nginx(log, root, 'combined'),
  },
  {
    ...{ name: 'nginx with the request time', server: 'nginx', format: 'Apache or nginx', hasTimes: true },
    parts: (log, root) => nginx(log, root, 'timed'),
  },
  {
    ...{ name: 'nginx with a format of its own', server: 'nginx', format: '--format', hasTimes: true, template: OWN },
    parts: (log, root) => nginx(log, root, 'own'),
  },
  {
    name: 'Apache, combined',
    server: 'apache',
    format: 'Apache or nginx',
    parts: (log, root) => apache(log, root, COMBINED),
  },
  {
    ...{ name: 'Apache, with the virtual host', server: 'apache', format: 'Apache or nginx' },
    parts: (log, root) => apache(log, root, `%v:%p ${COMBINED}`),
  },
  {
    ...{ name: 'Caddy', server: 'caddy', format: 'Caddy', hasTimes: true },
    parts: (log, root) => ({
      outside: '',
      site: `log {
  output file ${log}
  format json
}
root * ${root}
respond /locked/* 403
redir /moved / 301
file_server`,
    }),
  },
];

const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const ASSISTANT = 'Mozilla/5.0 (compatible; ChatGPT-User/1.0; +https://openai.com/bot)';
/** With quotes and a backslash, which each server escapes in its own way. */
const CRAWLER = 'Mozilla/5.0 (compatible; "quoted" \\ GPTBot/1.2; +https://openai.com/gptbot)';

const REQUESTS: readonly (readonly [agent: string, path: string, method?: string])[] = [
  [PERSON, '/index.html?email=ada@lovelace.example'],
  [PERSON, '/locked/door'],
  [ASSISTANT, '/index.html'],
  [ASSISTANT, '/guide.html?session=secret'],
  [ASSISTANT, '/guide.html', 'HEAD'],
  [ASSISTANT, '/locked/door'],
  [ASSISTANT, '/guide.php'],
  [ASSISTANT, '/gone%20%22quoted%22.html'],
  [ASSISTANT, '/moved'],
  [CRAWLER, '/index.html'],
  [CRAWLER, '/llms.txt'],
  [CRAWLER, '/llms.txt'],
];

describe('the access log of a real server', () => {
  for (const { name, server, format, hasTimes, template, parts } of CASES) {
    const skip = isInstalled(server) ? false : `${server} is not installed`;
    it(`is read exactly (${name})`, { skip }, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'legible-log-'));
      await chmod(folder, 0o755);
      const [log, root] = [join(folder, 'access.log'), join(folder, 'root')];
      await mkdir(root);
      for (const [file, text] of Object.entries(PAGES)) await writeFile(join(root, file), text);
      const startedMs = Date.now();
      const running = await startServer(server, parts(log, root));
      try {
        for (const [agent, path, method = 'GET'] of REQUESTS) {
          const headers = { 'user-agent': agent, referer: 'https://shop.example/cart', 'accept-encoding': 'identity' };
          await (await fetch(running.origin + path, { method, redirect: 'manual', headers })).arrayBuffer();
        }
      } finally {
        await running.close();
      }
      const read = await readLog([{ name: 'access.log', chunks: createReadStream(log) }], {
        identities: createIdentities(new Map()),
        format: template,
      });
      const report = logReportOf({ read, lists: [], asksDns: false, hasRobots: false });
      assertExact(report, startedMs);
      assert.deepEqual(report.formats, [{ name: format, lines: report.lines.read }]);
      for (const { p95Seconds } of report.agents) assert.equal(p95Seconds !== null, hasTimes === true);
      assert.doesNotMatch(JSON.stringify(report), /lovelace|secret|Firefox|127\.0\.0\.1|cart/);
      await rm(folder, { recursive: true });
    });
  }
});

function assertExact({ lines, agents, leftOut, missing, period }: LogReport, startedMs: number): void {
  assert.deepEqual(leftOut, []);
  // The start of a server may ask for a page of its own accord, as a person without a user agent or of Node.
  const others = lines.requests - REQUESTS.length;
  assert.ok(others >= 0 && others <= 20, `${lines.requests} requests`);
  const named = Object.fromEntries(agents.map((agent) => [agent.name, agent]));
  const { 'ChatGPT-User': assistant, GPTBot: crawler } = named;
  assert.deepEqual(
    {
      ...{ requests: assistant?.requests, statuses: assistant?.statuses, refused: assistant?.refused },
      ...{ refusedBy: assistant?.refusedBy, missing: assistant?.missing, pages: assistant?.pages },
      ...{ redirected: assistant?.redirected, refusedPaths: assistant?.refusedPaths },
    },
    {
      ...{ requests: 7, statuses: { '2xx': 3, '3xx': 1, '4xx': 3, '5xx': 0 }, refused: 1 },
      ...{ refusedBy: [{ status: 403, count: 1 }], missing: 2, pages: 2 },
      ...{
        redirected: [{ path: '/moved', count: 1 }],
        refusedPaths: [{ status: 403, path: '/locked/door', count: 1 }],
      },
    },
  );
  const bytes = PAGES['index.html'].length + 2 * PAGES['llms.txt'].length;
  assert.deepEqual([crawler?.requests, crawler?.llmsTxt, crawler?.bytes], [3, 2, bytes]);
  assert.equal(missing.find(({ path }) => path === '/guide.php')?.nearest, '/guide.html');
  const [from, to] = [Date.parse(period?.from ?? ''), Date.parse(period?.to ?? '')];
  assert.ok(from >= startedMs - 1000 && to <= Date.now() && from <= to, `${period?.from} to ${period?.to}`);
}
