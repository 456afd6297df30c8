/** One tool on every transport. The same input gives the same output and the same error text. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { callOf, ROUTES } from '../../../src/rest-facade/routes.ts';
import { AgentScan } from '../../../src/schema/agent-forms.ts';
import { Comparison } from '../../../src/schema/comparison.ts';
import { Explanation, type Fix } from '../../../src/schema/explanation.ts';
import { Scan, ScanListResponse } from '../../../src/schema/scan.ts';
import { TOOLS } from '../../../src/tools/registry.ts';
import { serveHeldSite } from '../../support/held-site.ts';
import { shareTestService, type TestService } from '../../support/service.ts';
import {
  answerOf,
  callTool,
  connectMcp,
  rest,
  rpc,
  startScan,
  untilEnded,
  untilScan,
  wordsOf,
} from '../../support/service-doors.ts';
import { type Site, type SiteServer, serveSite } from '../../support/site-server.ts';

const NOBODY = 'http://127.0.0.1:1/';

const html = (title: string, body: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>${body}</main></html>`;
/** Addresses as browsers and PHP make them, and as RFC 3986 does not know them. */
const oddlyNamed: Site = {
  pages: {
    '/': {
      body: html(
        'A site with odd addresses',
        '<a href="/list?tags[]=a&tags[]=b">Lists</a> <a href="/a|b">A bar</a> <a href="/c^d">A hat</a>',
      ),
    },
    ...Object.fromEntries(
      // Newer versions of Node write the hat as %5E.
      ['/list', '/a|b', '/c^d', '/c%5Ed'].map((path) => [
        path,
        { body: html(`The page at ${path}`, '<p>A short page.</p>') },
      ]),
    ),
  },
};

type Input = Readonly<Record<string, unknown>>;
/** What came out: the output, or `code: message`. */
type Outcome = { readonly output: unknown } | { readonly refused: string };
type Transport = (tool: string, input: Input) => Promise<Outcome>;

let service: TestService;
let key: string;
let client: Client;
let site: SiteServer;
let completed: string;
let failed: string;
before(async () => {
  [service, site] = await Promise.all([shareTestService(), serveSite(oddlyNamed)]);
  key = await service.key('team');
  client = await connectMcp(service, key);
  completed = (await startScan(service, key, { url: `${site.origin}/` })).id;
  failed = (await startScan(service, key, { url: NOBODY })).id;
  await untilEnded(service, key, completed);
  await untilEnded(service, key, failed);
});
/**
 * Uses a scan in which nothing moves for as long as a page that does not come is waited for, which is 10 seconds, and ends
 * it, so that no other test meets a scan that ends while it is compared.
 */
async function whileRunning(use: (id: string) => Promise<void>): Promise<void> {
  const held = await serveHeldSite();
  try {
    const { id } = await startScan(service, key, { url: `${held.origin}/` });
    await untilScan(service, key, id, ({ pagesScanned }) => pagesScanned === 3);
    await use(id);
    held.release();
    await untilEnded(service, key, id);
  } finally {
    await held.close();
  }
}
/** Waits for the scans that tests have only started: a list shows them, and they end on their own. */
async function untilAllEnded(): Promise<void> {
  const { output } = Object(await overRest('list_scans', { limit: 100 }));
  for (const { id } of output.data) await untilEnded(service, key, id);
}
after(async () => {
  await client.close();
  await service.stop();
  await site.close();
});

/**
 * The rows of scans that are kept. `ask` and `scan_mcp` answer at once and have contracts of their own; a deletion has no
 * output to compare.
 */
const ROWS = ROUTES.filter(({ path, success }) => path.startsWith('/api/v1/scans') && success !== 204);
/** Hints of REST name calls; the other transports name the tools. */
const withToolNames = (words: string): string =>
  words.replace(/\b(?:GET|POST) \/api\S*/g, (call) => {
    const row = ROWS.find(({ tool }) => callOf(tool) === call) ?? assert.fail(`${call} is no call of a tool`);
    return row.tool;
  });
const overRest: Transport = async (tool, input) => {
  const { id, pages: _, idempotencyKey, ...members } = input;
  const query = new URLSearchParams(Object.entries(members).map(([name, value]) => [name, String(value)]));
  const row = ROWS.find((each) => each.tool === tool) ?? assert.fail(`${tool} has no REST row`);
  const path = row.path.replace(':id', String(id));
  const reply = await rest(service, row.method === 'GET' ? `${path}?${query}` : path, {
    key,
    ...(row.method === 'POST' ? { method: 'POST', body: members } : {}),
    ...(idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': String(idempotencyKey) } }),
  });
  return reply.status < 400 ? { output: reply.body } : { refused: withToolNames(wordsOf(reply)) };
};
const overSdk: Transport = async (tool, input) => {
  const { failed, output, text } = answerOf(await client.callTool({ name: tool, arguments: { ...input } }));
  return failed ? { refused: text } : { output };
};
const overRaw: Transport = async (tool, input) => {
  const { failed, output, text } = await callTool(service, key, tool, input);
  return failed ? { refused: text } : { output };
};
const TRANSPORTS = { rest: overRest, sdk: overSdk, raw: overRaw };

/** Tools that a test has called over every transport. */
const compared = new Set<string>();
/** Asserts that every transport gives the same output, except for fields that `same` removes, and returns it. */
async function sameEverywhere(tool: string, input: Input, same = (outcome: Outcome): unknown => outcome) {
  compared.add(tool);
  const expected = same(await overRest(tool, input));
  for (const [name, transport] of Object.entries(TRANSPORTS)) {
    assert.deepEqual(same(await transport(tool, input)), expected, `${tool} ${JSON.stringify(input)} over ${name}`);
  }
  return expected;
}

/** Asserts that agents get what REST has, in their own form, over both clients; answers the output of REST. */
async function sameForAgents(tool: string, input: Input, form: (output: unknown) => unknown): Promise<Outcome> {
  compared.add(tool);
  const expected = await overRest(tool, input);
  for (const [name, transport] of Object.entries({ sdk: overSdk, raw: overRaw })) {
    const given = Object(await transport(tool, input)).output;
    const wanted = Object(form(Object(expected).output));
    const shown = Object.fromEntries(Object.keys(wanted).map((member) => [member, given?.[member]]));
    assert.deepEqual(shown, wanted, `${tool} ${JSON.stringify(input)} over ${name}`);
  }
  return expected;
}
const asAgentCompares = (output: unknown) => {
  const { id, with: baseline, siteScore, llmstxtScore, notComparableBecause } = Comparison.parse(output);
  return { kind: 'site', id, with: baseline, score: siteScore, llmstxtScore, notComparableBecause };
};
const asAgentLists = (output: unknown) => {
  const { data, nextCursor } = ScanListResponse.parse(output);
  const entries = data.map(({ id, rootUrl, siteScore, siteRating, createdAt, pagesScanned }) => {
    const status = siteScore !== null ? 'completed' : pagesScanned === null ? 'running' : 'failed';
    return { kind: 'site', id, url: rootUrl, status, score: siteScore, rating: siteRating, createdAt };
  });
  return { data: entries, ...(nextCursor === undefined ? {} : { nextCursor }) };
};

describe('the same output', () => {
  // Agents get shorter answers than REST does: what both hold is the same.
  it('start_scan, apart from the new id', async () => {
    const shared = (outcome: Outcome) => {
      assert.ok('output' in outcome, JSON.stringify(outcome));
      const { id, status, url } = Object(outcome.output);
      assert.match(id, /^scn_/);
      return { status, url };
    };
    const input = { url: 'HTTP://127.0.0.1:1', pageLimit: 7, waitSeconds: 0 };
    assert.deepEqual(await sameEverywhere('start_scan', input, shared), { status: 'running', url: NOBODY });
  });

  it('report_result, apart from the id and time of the report', async () => {
    const shared = (outcome: Outcome) => {
      const { id, createdAt, ...result } = Object(outcome).output;
      assert.match(id, /^rep_/);
      assert.ok(Date.parse(createdAt) > 0);
      return result;
    };
    const input = { id: completed, checkId: 'S2', reason: 'It is there.' };
    assert.deepEqual(await sameEverywhere('report_result', input, shared), { checkId: 'S2', status: 'pass' });
  });

  it('get_scan: status, counts and scores of a scan that is completed, failed or running', async () => {
    const isTheSame = async (id: string, status: Scan['status']) => {
      const shared = (outcome: Outcome) => {
        const { siteScore = 0, siteRating, llmstxtScore = 0, shareToken, report, ...scan } = Object(outcome).output;
        const { pagesScanned, pagesDiscovered, rootUrl, url = rootUrl } = scan;
        const rating = siteScore === 0 ? undefined : siteRating;
        const token = shareToken ?? String(report).slice('/s/'.length);
        return {
          id: scan.id,
          status: scan.status,
          siteScore,
          rating,
          llmstxtScore,
          pagesScanned,
          pagesDiscovered,
          url,
          token,
        };
      };
      const outcome = await sameEverywhere('get_scan', { id, waitSeconds: 0 }, shared);
      assert.equal(Object(outcome).status, status);
    };
    await isTheSame(completed, 'completed');
    await isTheSame(failed, 'failed');
    await whileRunning((running) => isTheSame(running, 'running'));
  });

  it('get_scan shows agents, part by part, the findings that REST shows at once', async () => {
    const whole = Scan.parse(Object(await overRest('get_scan', { id: completed })).output);
    const ofPage = whole.pageResults.flatMap(({ url, checks }) =>
      checks.map((check) => ({ ...check, page: url.slice(site.origin.length) })),
    );
    const all = [...whole.siteChecks, ...whole.llmstxtChecks, ...ofPage].filter(({ status }) => status !== 'pass');
    const wordsOfResult = (result: object) => {
      const { checkId, status, message, page = '' } = Object(result);
      return [checkId, status, message, page].join(' ');
    };
    const shown: string[] = [];
    for (let cursor: string | undefined = '0'; cursor !== undefined; ) {
      const { output } = Object(await overSdk('get_scan', { id: completed, detail: 'results', cursor }));
      const { results = [], nextCursor } = AgentScan.parse(output);
      shown.push(...results.map(wordsOfResult));
      cursor = nextCursor;
    }
    assert.ok(shown.length > 10);
    assert.deepEqual(shown.sort(), all.map(wordsOfResult).sort());
  });

  it('explain_scan: points that add up, and fixes that lead somewhere', async () => {
    const { output } = Object(await overRest('explain_scan', { id: completed }));
    const { siteScore, rawScore, checks, fixes, delivery, llmstxt } = Explanation.parse(output);
    assert.equal(siteScore, Scan.parse(Object(await overRest('get_scan', { id: completed })).output).siteScore);
    const total = checks.reduce((sum, { points }) => sum + points, delivery?.points ?? 0);
    assert.ok(Math.abs(total - rawScore) < 0.01, `${total} of ${rawScore}`);
    assert.ok(fixes.length > 0 && fixes.every(({ howToFix }) => howToFix.length > 0));
    const shared = (outcome: Outcome) => {
      const { siteScore: score, fixes: ranked } = Object(outcome).output;
      return { score, first: ranked.slice(0, 5).map(({ checkId, gain }: Fix) => [checkId, gain]) };
    };
    await sameEverywhere('explain_scan', { id: completed }, shared);
    const all: unknown[] = [];
    for (let cursor: string | undefined = '0'; cursor !== undefined; ) {
      const part = AgentScan.parse(Object(await overSdk('explain_scan', { id: completed, cursor })).output);
      all.push(...(part.fixes ?? []).map(({ checkId, gain, scoreAfter }) => [checkId, gain, scoreAfter]));
      cursor = part.nextCursor;
    }
    const told = [...fixes, ...llmstxt.fixes].map(({ checkId, gain, scoreAfter }) => [checkId, gain, scoreAfter]);
    assert.deepEqual(all, told);
  });

  it('compare_scans: nothing has changed between two scans of a site that has not', async () => {
    const { id } = await startScan(service, key, { url: `${site.origin}/` });
    await untilEnded(service, key, id);
    const { output } = Object(await sameForAgents('compare_scans', { id, with: completed }, asAgentCompares));
    const { comparable, siteScore, reasons, checks, pageChecks, pagesAppeared } = Comparison.parse(output);
    assert.deepEqual(
      [comparable, siteScore.change, reasons, checks, pageChecks, pagesAppeared.count],
      [true, 0, [], [], [], 0],
    );
  });

  it('list_scans: whole, in pages and from a cursor', async () => {
    await untilAllEnded();
    const all = await sameForAgents('list_scans', {}, asAgentLists);
    assert.ok(Object(all).output.data.length >= 5);
    const { output } = Object(await sameForAgents('list_scans', { limit: 2 }, asAgentLists));
    await sameForAgents('list_scans', { limit: 2, cursor: output.nextCursor }, asAgentLists);
    await sameForAgents('list_scans', { limit: 100, cursor: '2000-01-01T00:00:00Z' }, asAgentLists);
  });

  it('URIs that RFC 3986 knows, also where the site has other characters in its addresses', async () => {
    const { pageResults } = Scan.parse(Object(await overRest('get_scan', { id: completed })).output);
    const odd = pageResults.map(({ url }) => url.slice(site.origin.length)).filter((path) => /list|[ac]%/.test(path));
    assert.deepEqual(odd.sort(), ['/a%7Cb', '/c%5Ed', '/list?tags%5B%5D=a&tags%5B%5D=b']);
    const input = { url: `${NOBODY}[a]|b^c?d[]={e}`, idempotencyKey: 'odd' };
    const shared = (outcome: Outcome) => Object(outcome).output.url;
    assert.equal(await sameEverywhere('start_scan', input, shared), `${NOBODY}%5Ba%5D%7Cb%5Ec?d%5B%5D=%7Be%7D`);
  });
});

describe('the same words', () => {
  const BAD: readonly (readonly [tool: string, input: Input, words: RegExp])[] = [
    ['start_scan', {}, /^invalid_url: url: /],
    ['start_scan', { url: 5 }, /^invalid_url: url: /],
    ['start_scan', { url: '' }, /^invalid_url: url: /],
    ['start_scan', { url: 'nonsense' }, /^invalid_url: url /],
    ['start_scan', { url: 'ftp://example.com/' }, /^invalid_url: url /],
    ['start_scan', { url: 'http://a:b@example.com/' }, /^invalid_url: url /],
    ['start_scan', { url: 'http://10.1.2.3/' }, /^blocked_address: url /],
    ['start_scan', { url: 'http://169.254.169.254/' }, /^blocked_address: url /],
    ['start_scan', { url: NOBODY, pageLimit: 0 }, /^invalid_request: pageLimit: /],
    ['start_scan', { url: NOBODY, pageLimit: 'x' }, /^invalid_request: pageLimit: /],
    ['start_scan', { url: NOBODY, idempotencyKey: 'a b' }, /^invalid_idempotency_key: idempotencyKey: /],
    ['get_scan', { id: 'scn_unknown' }, /^not_found: id: .+ list_scans shows those it has\.$/],
    ['get_scan', { id: 'x'.repeat(65) }, /^invalid_request: id: /],
    ['explain_scan', { id: 'scn_unknown' }, /^not_found: id: /],
    ['compare_scans', { id: 'scn_unknown', with: 'scn_unknown' }, /^not_found: with: /],
    ['compare_scans', { id: 'scn_unknown' }, /^invalid_request: with: /],
    ['report_result', { id: 'scn_unknown', checkId: 'S2', reason: 'x' }, /^not_found: id: /],
    ['report_result', { id: 'scn_unknown', checkId: 'S2' }, /^invalid_request: reason: /],
    ['cancel_scan', { id: 'scn_unknown' }, /^not_found: id: .+ list_scans shows those it has\.$/],
    ['list_scans', { limit: 0 }, /^invalid_request: limit: /],
    ['list_scans', { limit: 101 }, /^invalid_request: limit: /],
    ['list_scans', { limit: 'ten' }, /^invalid_request: limit: /],
    ['list_scans', { limit: 1.5 }, /^invalid_request: limit: /],
    ['list_scans', { cursor: 'yesterday' }, /^invalid_request: cursor: /],
  ];
  it('compare_scans with itself: the baseline must be earlier', async () => {
    const { refused } = Object(await sameEverywhere('compare_scans', { id: completed, with: completed }));
    assert.match(refused, /^invalid_request: with: the baseline must be a scan that was started before/);
  });
  for (const [tool, input, words] of BAD) {
    it(`${tool} ${JSON.stringify(input).slice(0, 60)}`, async () => {
      assert.match(Object(await sameEverywhere(tool, input)).refused, words);
    });
  }

  it('of a scan that has no grade', async () => {
    const isRefused = async (id: string, words: RegExp) => {
      assert.match(Object(await sameEverywhere('explain_scan', { id })).refused, words);
      assert.match(Object(await sameEverywhere('compare_scans', { id, with: completed })).refused, words);
    };
    await isRefused(failed, /^invalid_request: id: the scan failed/);
    await whileRunning((running) => isRefused(running, /^invalid_request: id: the scan is still running/));
  });

  it("of a refused caller: REST's error about the key equals the JSON-RPC error", async () => {
    for (const refused of [undefined, 'svc_live_x', await service.key('free')]) {
      const overRest = await rest(service, '/api/v1/scans', refused === undefined ? {} : { key: refused });
      const overMcp = await rpc(service, refused, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
      assert.equal(overMcp.status, overRest.status);
      const { data, message } = Object(overMcp.body).error;
      assert.equal(`${data.code}: ${message}`, wordsOf(overRest));
      // Each names the metadata of the very resource that was asked for.
      const challenge = overMcp.headers.get('www-authenticate')?.replace('/api/v1/mcp"', '"') ?? null;
      assert.equal(challenge, overRest.headers.get('www-authenticate'));
    }
  });
});

for (const { tool, path } of ROWS) {
  const exampleInput = TOOLS.find(({ name }) => name === tool)?.exampleInput;
  if (exampleInput === undefined) continue;
  it(`of ${tool} with the input of its example`, async () => {
    await sameEverywhere(tool, { ...(path.includes(':id') ? { id: completed } : {}), ...exampleInput });
  });
}

it('is compared for every tool with a row of scans', () => {
  assert.deepEqual([...compared].sort(), [...new Set(ROWS.map(({ tool }) => tool))].sort());
});
