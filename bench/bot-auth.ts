import { createDirectoryCache } from '../src/auth/bot-signature/directory.ts';
import type { BotKey } from '../src/auth/bot-signature/keys.ts';
import { DIRECTORY_TYPE, publicJwkOf, thumbprintOf } from '../src/auth/bot-signature/profile.ts';
import { createSignRequest } from '../src/auth/bot-signature/sign.ts';
import { createBotVerifier } from '../src/auth/bot-signature/verifier.ts';
import { createLog } from '../src/log.ts';
import { createScanner } from '../src/scanner/engine/create.ts';
import type { ScanSink } from '../src/scanner/model/scan.ts';
import type { SignRequest } from '../src/scanner/net/fetch-types.ts';
import { systemResolve } from '../src/scanner/net/resolve-host.ts';
import { openLmdbUnderTest } from '../test/support/store-drivers.ts';
import { DOCS, docsMissing, serveDocs } from './docs-server.ts';
import { median } from './statistics.ts';

const COUNT = 500;
const ROUNDS = 5;
const SCAN_PAGES = 100;
const SCAN_ROUNDS = 3;
const URL_ASKED = 'https://site.example/path?query=1';

const seed = Buffer.alloc(32, 7);
const jwk = publicJwkOf(seed);
const key: BotKey = { keyId: thumbprintOf(jwk), jwk, secret: seed.toString('hex'), createdAt: 0, signsFrom: 0 };
const sign = createSignRequest({ currentKey: () => key, baseUrl: 'https://bot.example', form: 'string' });

/** What a signature and a verification cost, and a scan with and without signatures, as Markdown. */
export async function benchBotAuth(): Promise<string> {
  const signMs = await perCall(async () => {
    for (let count = 0; count < COUNT; count += 1) sign({ method: 'GET', url: URL_ASKED });
  });
  const verifyMs = await verification();
  const scans = docsMissing ? `- Scans were not measured: ${docsMissing}.` : await signedScans();
  return `
- A signed request costs ${signMs.toFixed(2)} ms (key of 32 bytes, nonce of 64; @noble/ed25519).
- A verification costs ${verifyMs.toFixed(2)} ms with the directory at hand (profile, signature by node:crypto, two windows of the embedded store).
${scans}
`;
}

/** Milliseconds of one of COUNT calls, the median of ROUNDS rounds. */
async function perCall(round: () => Promise<void>): Promise<number> {
  await round();
  const times: number[] = [];
  for (let count = 0; count < ROUNDS; count += 1) {
    const startedMs = performance.now();
    await round();
    times.push((performance.now() - startedMs) / COUNT);
  }
  return median(times);
}

async function verification(): Promise<number> {
  const { store, destroy } = await openLmdbUnderTest();
  const body = Buffer.from(JSON.stringify({ keys: [jwk] }));
  const answer = { status: 200, contentType: DIRECTORY_TYPE, cacheControl: 'max-age=86400', body };
  const verifier = createBotVerifier({
    store,
    directories: createDirectoryCache(async () => answer),
    ownHost: 'legible.example',
  });
  const url = new URL(URL_ASKED);
  // Signed beforehand: every signature counts once.
  const signed = Array.from({ length: COUNT * (ROUNDS + 1) }, () => sign({ method: 'GET', url: URL_ASKED }));
  let next = 0;
  try {
    return await perCall(async () => {
      const batch = signed.slice(next, next + COUNT);
      // An address for each round, because one address may verify only a limited number a minute.
      const source = `203.0.113.${next / COUNT}`;
      next += COUNT;
      const verdicts = await Promise.all(
        batch.map((headers) =>
          verifier.verify({
            method: 'GET',
            url,
            header: (name) => headers[name],
            source,
            readBody: async () => undefined,
          }),
        ),
      );
      const wrong = verdicts.find(({ state }) => state !== 'verified');
      if (wrong !== undefined) throw new Error(`a signature was not verified: ${JSON.stringify(wrong)}`);
    });
  } finally {
    await destroy();
  }
}

/** The same scan in turns with and without signatures, in one process, without latency: the worst case for signing. */
async function signedScans(): Promise<string> {
  const docs = await serveDocs(DOCS, { copies: 1, latencyMs: 0 });
  const times: Record<'signed' | 'plain', number[]> = { signed: [], plain: [] };
  try {
    await scanMs(docs.origin, undefined);
    for (let count = 0; count < SCAN_ROUNDS; count += 1) {
      times.plain.push(await scanMs(docs.origin, undefined));
      times.signed.push(await scanMs(docs.origin, sign));
    }
  } finally {
    await docs.close();
  }
  const [plain, signed] = [median(times.plain), median(times.signed)];
  return `- A scan of ${SCAN_PAGES} pages over loopback: ${(signed / 1000).toFixed(2)} s signed, ${(plain / 1000).toFixed(2)} s not (medians of ${SCAN_ROUNDS} in turns): throughput ${(plain / signed).toFixed(2)} of that without. Target: 0.9.`;
}

async function scanMs(origin: string, signing: SignRequest | undefined): Promise<number> {
  const scanner = createScanner({
    baseUrl: 'http://localhost:3000',
    version: 'bench',
    hostConcurrency: 8,
    resolve: systemResolve,
    ...(signing === undefined ? {} : { sign: signing }),
    nonceSecret: 'bench',
    log: createLog('error'),
  });
  const sink: ScanSink = { progress() {}, async pages() {}, async latePages() {} };
  const { hostname, port } = new URL(origin);
  const request = {
    rootUrl: `${origin}/`,
    pageLimit: SCAN_PAGES,
    permit: { host: hostname, port: Number(port) },
    deadlineMs: 120_000,
  };
  try {
    const startedMs = performance.now();
    const { status } = await scanner.runScan(request, sink, new AbortController().signal);
    if (status !== 'completed') throw new Error('the scan failed');
    return performance.now() - startedMs;
  } finally {
    await scanner.close();
  }
}
