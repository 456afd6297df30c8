/**
 * `npm run validate-score -- --afdocs`: scores the same variants with afdocs of npm, over loopback, and records them.
 * Other runs read the record, so they need no network.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { parseUrl } from '../../src/basics/parse-url.ts';
import type { BaseSite } from './content.ts';
import { type Respond, siteVariant } from './site-variant.ts';
import { VARIANTS } from './variants.ts';

/** Pinned: another version is another yardstick. */
const PACKAGE = 'afdocs@0.22.2';
const RECORD = new URL('./afdocs.json', import.meta.url);
const MAX_LINKS = 50;
const TIMEOUT_MS = 120_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** By `site/variant`; null where it gave no score. */
export interface AfdocsRecord {
  readonly package: string;
  readonly scores: Readonly<Record<string, number | null>>;
}

export const readAfdocs = (): AfdocsRecord | undefined =>
  existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, 'utf8')) : undefined;

export async function recordAfdocs(sites: readonly BaseSite[]): Promise<void> {
  const scores: Record<string, number | null> = {};
  for (const site of sites) {
    for (const { id, fault } of VARIANTS) scores[`${site.name}/${id}`] = await scoreOf(siteVariant(site, fault));
  }
  const record: AfdocsRecord = { package: PACKAGE, scores };
  writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`);
}

async function scoreOf(respond: Respond): Promise<number | null> {
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host ?? ''}`;
    const { pathname = '/' } = parseUrl(request.url ?? '/', origin) ?? {};
    const { 'user-agent': userAgent = '', accept = '' } = request.headers;
    const { status, headers, body } = respond({ path: pathname, userAgent, accept, origin });
    response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  try {
    return await afdocsOn(`http://127.0.0.1:${address.port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** It exits with an error for a low score, too: only its output counts. */
const afdocsOn = (url: string): Promise<number | null> =>
  new Promise((resolve) => {
    const options = ['--format', 'json', '--score', '-q', '--request-delay', '0', '--max-links', String(MAX_LINKS)];
    execFile(
      'npx',
      ['--yes', PACKAGE, 'check', url, ...options],
      { timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES },
      (_, stdout) => resolve(overallOf(stdout)),
    );
  });

function overallOf(stdout: string): number | null {
  try {
    const overall: unknown = JSON.parse(stdout).scoring?.overall;
    return typeof overall === 'number' ? overall : null;
  } catch {
    return null;
  }
}
