/**
 * The recipes of web servers, run: the programs of Debian serve a small build with the text of the article, and our
 * scanner reads it. `.ci/run` installs them (ensure-packages.ts).
 */
import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fixFolder, folderOf, ORIGIN } from '../../support/build-folder.ts';
import { freePort } from '../../support/npm-tools.ts';
import { assertFixed, blocksOf, recordsAt, unpassed } from '../../support/recipe-scan.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../../support/test-certificate.ts';
import {
  isInstalled,
  type RunningServer,
  type ServerName,
  type ServerParts,
  startServer,
} from '../../support/web-servers.ts';

const SENTENCES = [
  'Leeks want deep soil and a long season, so sow them early under glass.',
  'Plant them out in June in holes as deep as your hand is long.',
  'Fill the holes with water only, and let the rain wash the soil in.',
  'The part below the ground stays white, which is the part that cooks want.',
  'Draw more soil around them in August, and again before the first frost.',
  'They stand in the bed all winter, and you dig one whenever you need it.',
];
const textOf = (subject: string) =>
  SENTENCES.map(
    (sentence, at) => `<h2>${subject}, part ${at + 1}</h2><p>${sentence} ${subject} are no exception.</p>`,
  ).join('');
const pageOf = (title: string, path: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>${title}: The Greenhouse</title><meta name="description" content="What we know of ${title}, after ten years in one garden in a wet valley.">
<link rel="canonical" href="${ORIGIN}${path}"></head>
<body><nav><a href="/">Home</a> <a href="/guide/">Guide</a> <a href="/about">About</a></nav><main><h1>${title}</h1>${textOf(title)}</main></body></html>`;
const FILES = {
  'index.html': pageOf('Leeks – onions', '/'),
  'guide/index.html': pageOf('Slow winter leeks', '/guide/'),
  'about.html': pageOf('Our old garden', '/about'),
  '404.html':
    '<!doctype html><html lang="en"><head><title>Not found</title></head><body><h1>Not found</h1></body></html>',
  '.well-known/api-catalog': '{"linkset":[]}',
};

/** The build without links to its Markdown versions, so that only the server can lead to them. */
async function build(): Promise<string> {
  const folder = await folderOf(FILES);
  await fixFolder(folder, { only: ['P22', 'S13', 'S10', 'S11', 'S1'] });
  // The workers of nginx and Apache are of another user.
  await chmod(folder, 0o755);
  return folder;
}

interface Case {
  readonly name: ServerName;
  readonly language: string;
  /** A configuration as it is found on the web, with the usual faults. */
  faulty(root: string): ServerParts;
  /** The same server with the blocks of the recipe. */
  mended(blocks: readonly string[], root: string): ServerParts | Promise<ServerParts>;
  /** What does not pass with the faulty configuration, and passes with the recipe. */
  readonly fixes: readonly string[];
}

const isOutside = (block: string) => /^# (?:http|server|sites|redirects)\b/.test(block);
const isServerBlock = (block: string) => /^server \{|^# (?:sites|redirects)\b/m.test(block);
const siteOf = (blocks: readonly string[]) => blocks.filter((block) => !isOutside(block)).join('\n');
const outsideOf = (blocks: readonly string[]) =>
  blocks.filter((block) => isOutside(block) && !isServerBlock(block)).join('\n');

const apacheSite = (root: string) => `DocumentRoot ${root}
<Directory ${root}>
  AllowOverride All
  Options FollowSymLinks
  Require all granted
</Directory>
AddOutputFilterByType DEFLATE text/html text/plain text/markdown application/xml`;

const CASES: readonly Case[] = [
  {
    name: 'nginx',
    language: 'nginx',
    faulty: (root) => ({
      outside: '',
      site: `root ${root}; etag off; if_modified_since off;
if ($http_user_agent ~* "gpt|claude") { return 403; }
location ~ /\\. { deny all; }
location / { try_files $uri $uri.html $uri/index.html /index.html; }`,
    }),
    mended: (blocks, root) => ({
      outside: outsideOf(blocks),
      site: `location ~ /\\. { deny all; }\n${siteOf(blocks).replace('/var/www/example', root)}`,
    }),
    fixes: ['L2', 'P22', 'P23', 'S6', 'S9', 'S14', 'S15', 'S17', 'S18'],
  },
  {
    name: 'apache',
    language: 'apache',
    faulty: (root) => ({
      outside: '',
      site: `${apacheSite(root)}
<Directory ${root}>
  FallbackResource /index.html
  RewriteEngine On
  RewriteCond %{HTTP_USER_AGENT} (gpt|claude) [NC]
  RewriteRule ^ - [F]
  RewriteCond %{DOCUMENT_ROOT}/$1.html -f
  RewriteRule ^(.+[^/])$ /$1.html [END]
</Directory>`,
    }),
    async mended(blocks, root) {
      await writeFile(join(root, '.htaccess'), siteOf(blocks));
      return { outside: outsideOf(blocks), site: apacheSite(root) };
    },
    fixes: ['L2', 'P23', 'S6', 'S9', 'S14', 'S15', 'S17', 'S18'],
  },
  {
    name: 'caddy',
    language: 'text',
    faulty: (root) => ({
      outside: '',
      site: `root * ${root}
header -Etag
header -Last-Modified
@bots header_regexp User-Agent (?i)(gpt|claude)
respond @bots 403
try_files {path} {path}.html {path}/index.html /index.html
file_server`,
    }),
    mended: (blocks, root) => ({ outside: '', site: siteOf(blocks).replace('/var/www/example', root) }),
    fixes: ['P23', 'S6', 'S9', 'S14', 'S15', 'S17', 'S18'],
  },
];

describe('the recipes of web servers', () => {
  for (const { name, language, faulty, mended, fixes } of CASES) {
    describe(name, { skip: !isInstalled(name) && `${name} is not installed` }, () => {
      const blocks = blocksOf(name, language);
      let root: string;
      let server: RunningServer;
      let failedBefore: readonly string[];
      before(async () => {
        root = await build();
        const unchanged = await startServer(name, faulty(root));
        const records = await recordsAt(unchanged.origin).finally(() => unchanged.close());
        failedBefore = unpassed(records, fixes);
        server = await startServer(name, await mended(blocks, root));
      });
      after(() => server?.close());

      it(`fixes ${fixes.join(', ')}, none of which passes without it`, async () => {
        assert.deepEqual(failedBefore, fixes);
        const records = await recordsAt(server.origin);
        assertFixed(name, records, fixes);
      });

      for (const [path, accept, wanted] of [
        ['/', 'text/markdown', 'text/markdown'],
        ['/guide/', 'text/markdown, text/html;q=0.8', 'text/markdown'],
        ['/about', 'text/html;q=0.5, text/markdown', 'text/markdown'],
        ['/about', 'text/html, text/markdown;q=0.9', 'text/html'],
        ['/about', 'text/html, text/markdown', 'text/html'],
        ['/guide/', 'text/markdown;q=0, */*', 'text/html'],
        ['/guide/', '*/*', 'text/html'],
        ['/about.md', '*/*', 'text/markdown'],
        ['/.well-known/api-catalog', '*/*', 'application/linkset+json'],
      ] as const) {
        it(`answers ${path} for Accept ${accept} as ${wanted}`, async () => {
          const response = await fetch(server.origin + path, { headers: { accept } });
          await response.arrayBuffer();
          assert.equal(response.status, 200);
          assert.equal(response.headers.get('content-type')?.split(';')[0], wanted);
        });
      }

      it('answers a wrong path with 404 and its page, however it is asked', async () => {
        for (const accept of ['text/html', 'text/markdown']) {
          const response = await fetch(`${server.origin}/no/such/page`, { headers: { accept }, redirect: 'manual' });
          assert.equal(response.status, 404);
          assert.match(await response.text(), /Not found/);
        }
      });
    });
  }
});

/** Where a request with a Host header is sent on to, and with what status. A port may open after the one that was waited for. */
async function redirectOf(port: number, host: string, path: string, tls = false): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await askRedirect(port, host, path, tls);
    } catch (error) {
      if (tries === MAX_TRIES || (error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error;
      await delay(100);
    }
  }
}
const MAX_TRIES = 100;

async function askRedirect(port: number, host: string, path: string, tls: boolean): Promise<string> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, headers: { host } };
    const request = tls
      ? httpsRequest({ ...options, rejectUnauthorized: false }, resolve)
      : httpRequest(options, resolve);
    request.once('error', reject);
    request.end();
  });
  response.resume();
  return `${response.statusCode} ${response.headers.location}`;
}

describe('the redirects of the recipes', () => {
  const WANTED = '301 https://www.example.com/a/b?c=d';
  const redirectsIn = (name: ServerName, language: string) =>
    blocksOf(name, language).find(isServerBlock) ?? assert.fail('there is no block of redirects');

  it('nginx: one permanent hop from http and from the other host', {
    skip: !isInstalled('nginx') && 'nginx is not installed',
  }, async () => {
    const [plain, secure] = [await freePort(), await freePort()];
    const folder = await folderOf({ 'cert.pem': TEST_CERTIFICATE, 'key.pem': TEST_KEY });
    const outside = redirectsIn('nginx', 'nginx')
      .replace('listen 80;', `listen 127.0.0.1:${plain};`)
      .replace('listen 443 ssl;', `listen 127.0.0.1:${secure} ssl;`)
      .replace('/etc/ssl/example.com.pem', join(folder, 'cert.pem'))
      .replace('/etc/ssl/example.com.key', join(folder, 'key.pem'));
    const server = await startServer('nginx', { outside, site: 'return 204;' });
    try {
      assert.equal(await redirectOf(plain, 'example.com', '/a/b?c=d'), WANTED);
      assert.equal(await redirectOf(plain, 'www.example.com', '/a/b?c=d'), WANTED);
      assert.equal(await redirectOf(secure, 'example.com', '/a/b?c=d', true), WANTED);
    } finally {
      await server.close();
    }
  });

  it('Apache: one permanent hop from http', { skip: !isInstalled('apache') && 'Apache is not installed' }, async () => {
    const root = await folderOf({ 'index.html': FILES['index.html'], '.htaccess': redirectsIn('apache', 'apache') });
    await chmod(root, 0o755);
    const server = await startServer('apache', { outside: '', site: apacheSite(root) });
    try {
      const port = Number(new URL(server.origin).port);
      assert.equal(await redirectOf(port, 'example.com', '/a/b?c=d'), WANTED);
      assert.equal(await redirectOf(port, 'www.example.com', '/a/b?c=d'), WANTED);
    } finally {
      await server.close();
    }
  });

  it('Caddy: one permanent hop from the other host', {
    skip: !isInstalled('caddy') && 'Caddy is not installed',
  }, async () => {
    const port = await freePort();
    const outside = redirectsIn('caddy', 'text').replace('example.com {', `http://example.com:${port} {`);
    const server = await startServer('caddy', { outside, site: 'respond 204' });
    try {
      assert.equal(await redirectOf(port, 'example.com', '/a/b?c=d'), WANTED);
    } finally {
      await server.close();
    }
  });
});
