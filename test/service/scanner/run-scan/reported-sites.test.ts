import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Delivery } from '../../../../src/scanner/model/score.ts';
import { rankSiteFixes } from '../../../../src/scanner/scoring/rank-fixes.ts';
import { mill, REPORTED } from '../../../fixtures/sites/reported.ts';
import { recordOf, type ScannedSite, scanSite } from '../../../support/scan-site.ts';
import { type Site, serveSite } from '../../../support/site-server.ts';

interface Seen extends ScannedSite {
  readonly score: number;
  readonly delivery: Delivery;
  /** The score of the mill without any change. */
  readonly whole: number;
}

let whole = 0;

async function scan(site: Site): Promise<Seen> {
  const server = await serveSite(site);
  try {
    const scanned = await scanSite(server, { pageLimit: 60 });
    const { score, basis } = scanned.report;
    assert.ok(score && basis?.delivery, 'the site is graded');
    return { ...scanned, score: score.score, delivery: basis.delivery, whole };
  } finally {
    await server.close();
  }
}

const statusOf = ({ report }: Seen, id: string) => recordOf(report.siteChecks, id).status;
/** On how many pages a check has a status. */
const pagesWith = ({ pages }: Seen, id: string, status: string) =>
  pages.filter(({ checks }) => recordOf(checks, id).status === status).length;
const fixes = ({ report }: Seen): string[] =>
  report.basis === undefined ? [] : rankSiteFixes(report.basis).map(({ id }) => id);
const lossOf = ({ delivery }: Seen, sign: string) => delivery.missing?.find((each) => each.sign === sign);
const deliveredTo = ({ delivery }: Seen, reader: string) =>
  delivery.readers.find((each) => each.reader === reader)?.delivered ?? Number.NaN;

const within = (points: number) => (seen: Seen) =>
  assert.ok(Math.abs(seen.score - seen.whole) <= points, `${seen.whole} -> ${seen.score}`);
const atMost = (share: number) => (seen: Seen) =>
  assert.ok(seen.score <= share * seen.whole, `${seen.whole} -> ${seen.score}`);

function negotiates(seen: Seen): void {
  assert.equal(pagesWith(seen, 'P22', 'pass'), 9);
  assert.equal(pagesWith(seen, 'P23', 'pass'), 9);
  assert.equal(statusOf(seen, 'S17'), 'pass');
}

type Right = Readonly<Record<string, (seen: Seen) => void>>;

const RIGHT: Readonly<Record<keyof typeof REPORTED, Right>> = {
  'llms.txt with links to known pages under other addresses': {
    'loses nothing': (seen) => assert.ok(seen.score >= seen.whole, String(seen.score)),
    'adds no page': ({ pages }) => assert.equal(pages.length, 9),
  },
  'a sitemap with two addresses of each page': {
    'costs a point at most': within(1),
    'adds no page': ({ pages }) => assert.equal(pages.length, 9),
  },
  'short pages that are whole': {
    'lose no text': ({ delivery }) => assert.deepEqual(delivery.missing, []),
    'score 80 at least': ({ score }) => assert.ok(score >= 80, String(score)),
  },
  'a mark that says "not free" beside the whole text': { 'costs a point at most': within(1) },
  'a calendar of empty months': { 'costs three points at most': within(3) },
  'redirects in a circle': {
    'deliver the five pages of nine that answer': ({ delivery }) =>
      assert.ok(Math.abs(delivery.share - 5 / 9) < 0.01, String(delivery.share)),
    'take more than four tenths of the score': atMost(0.6),
  },
  'an error page with 200 for those who ask for Markdown': {
    'fails P22, P23 and S17': (seen) => {
      assert.equal(pagesWith(seen, 'P22', 'fail'), 9);
      assert.equal(pagesWith(seen, 'P23', 'fail'), 9);
      assert.equal(statusOf(seen, 'S17'), 'fail');
    },
    'leaves the reader that asks for Markdown nothing, and the others all': (seen) =>
      assert.deepEqual(
        seen.delivery.readers.map(({ delivered }) => Math.round(delivered)),
        [0, 1, 1, 1, 1],
      ),
  },
  'noindex for a crawler that feeds no reader': {
    'costs three points at most': within(3),
    'keeps no reader out': ({ delivery }) => assert.ok(delivery.share > 0.99, String(delivery.share)),
    'is told by P3, since the sitemap lists the pages': (seen) => assert.equal(pagesWith(seen, 'P3', 'fail'), 9),
  },
  'prices by a script': {
    'lower the score': ({ score }) => assert.ok(score < whole, String(score)),
    'are named by the first two fixes, with their cells and pages': (seen) => {
      assert.deepEqual(fixes(seen).slice(0, 2).sort(), ['P28', 'S29']);
      assert.match(recordOf(seen.report.siteChecks, 'S29').message, /32 of 32 cells on 8 pages without text/);
      assert.equal(lossOf(seen, 'figures')?.pages, 8);
    },
  },
  'gone with 200': {
    'delivers the five pages of nine that are there': ({ delivery }) =>
      assert.ok(Math.abs(delivery.share - 5 / 9) < 0.01, String(delivery.share)),
  },
  'a section behind a cookie wall': {
    'is put down to the wall, which hides the links below it too': (seen) => {
      assert.deepEqual(
        seen.delivery.missing?.map(({ sign, pages }) => [sign, pages]),
        [['question', 4]],
      );
      const [first] = seen.report.basis === undefined ? [] : rankSiteFixes(seen.report.basis);
      assert.equal(first?.id, 'P4');
      const lost = seen.whole - seen.score;
      assert.ok(Math.abs((first?.gain ?? 0) - lost) < 4, `${first?.gain} of ${lost}`);
    },
  },
  'a root that refreshes, without a sitemap': {
    'has its pages read': ({ pages }) => assert.equal(pages.length, 9),
    'fails P2 and S10': (seen) => {
      assert.equal(pagesWith(seen, 'P2', 'fail'), 1);
      assert.equal(statusOf(seen, 'S10'), 'fail');
    },
  },
  'a Content-Encoding that is a charset': {
    'costs nothing': within(0),
    'passes P1 everywhere': (seen) => assert.equal(pagesWith(seen, 'P1', 'pass'), 9),
  },
  'escapes in two cases': {
    'make one page': (seen) => {
      assert.equal(seen.pages.length, 10);
      assert.equal(pagesWith(seen, 'P12', 'pass'), 10);
      assert.equal(statusOf(seen, 'S16'), 'pass');
      assert.equal(statusOf(seen, 'S12'), 'pass');
    },
  },
  'text in declarative shadow roots': {
    'is read in a browser, and not by readers of the HTML': (seen) => {
      assert.ok(deliveredTo(seen, 'page-reader') > 0.95, String(deliveredTo(seen, 'page-reader')));
      assert.ok(deliveredTo(seen, 'fetch-tool') < 0.1, String(deliveredTo(seen, 'fetch-tool')));
    },
    'is named': (seen) => assert.equal(lossOf(seen, 'shadow-root')?.pages, 9),
  },
  'text in noscript beside an empty root': {
    'is read by readers that run no scripts': (seen) =>
      assert.ok(deliveredTo(seen, 'fetch-tool') > 0.95, String(deliveredTo(seen, 'fetch-tool'))),
    'is missing in a browser': (seen) =>
      assert.ok(deliveredTo(seen, 'page-reader') < 0.1, String(deliveredTo(seen, 'page-reader'))),
    'is named': (seen) => assert.equal(lossOf(seen, 'noscript')?.pages, 9),
    'is a warning of P5': (seen) => assert.equal(pagesWith(seen, 'P5', 'warn'), 9),
  },
  'text that is hidden from the accessibility tree': {
    'is missing for readers of that tree alone': (seen) => {
      assert.ok(deliveredTo(seen, 'page-reader') < 0.2, String(deliveredTo(seen, 'page-reader')));
      assert.ok(deliveredTo(seen, 'fetch-tool') > 0.95, String(deliveredTo(seen, 'fetch-tool')));
    },
    'is named': (seen) => assert.equal(lossOf(seen, 'hidden')?.pages, 9),
  },
  'a charset behind the first 1,024 bytes': {
    'spoils no word': ({ delivery }) => assert.ok(delivery.share > 0.999, String(delivery.share)),
    'is told by P1': (seen) => assert.equal(pagesWith(seen, 'P1', 'warn'), 9),
  },
  'UTF-16 with a mark': {
    'is read': ({ delivery }) => assert.ok(delivery.share > 0.999, String(delivery.share)),
    'is told by P1': (seen) => assert.equal(pagesWith(seen, 'P1', 'warn'), 9),
  },
  'x402 v1 on all looms': {
    'delivers one page of nine': ({ delivery }) =>
      assert.ok(Math.abs(delivery.share - 1 / 9) < 0.01, String(delivery.share)),
    'passes S25 with its terms': (seen) => {
      assert.equal(statusOf(seen, 'S25'), 'pass');
      assert.match(
        String(recordOf(seen.report.siteChecks, 'S25').evidence?.snippet),
        /x402 v1: exact eip155:8453 2500/,
      );
    },
  },
  'a price on all looms that no agent can pay': {
    'is named as the cause': (seen) => assert.equal(lossOf(seen, 'payment')?.pages, 8),
    'is a warning of S25': (seen) => assert.equal(statusOf(seen, 'S25'), 'warn'),
  },
  'Markdown by a 303 for those who ask': { 'is negotiation': (seen) => negotiates(seen) },
  'Markdown by a 307 for those who ask': { 'is negotiation': (seen) => negotiates(seen) },
  'microdata of products with offers': {
    'passes P14 and S25': (seen) => {
      assert.equal(pagesWith(seen, 'P14', 'pass'), 8);
      assert.equal(statusOf(seen, 'S25'), 'pass');
    },
  },
  'offers by reference': {
    'passes P14 and S25': (seen) => {
      assert.equal(pagesWith(seen, 'P14', 'pass'), 8);
      assert.equal(statusOf(seen, 'S25'), 'pass');
    },
  },
  'a robots list with a date': { 'fails P3': (seen) => assert.equal(pagesWith(seen, 'P3', 'fail'), 9) },
  'an Atom feed as a second sitemap': {
    'passes S10 and S16': (seen) => {
      assert.equal(statusOf(seen, 'S10'), 'pass');
      assert.equal(statusOf(seen, 'S16'), 'pass');
    },
    'costs nothing': within(0),
  },
  'a canonical in a comment of a visitor': {
    'passes P12': (seen) => assert.equal(pagesWith(seen, 'P12', 'pass'), 9),
    'costs nothing': within(0),
  },
  'x402 v2 on all looms': {
    'delivers one page of nine': ({ delivery }) =>
      assert.ok(Math.abs(delivery.share - 1 / 9) < 0.01, String(delivery.share)),
    'is named as the cause': (seen) => assert.equal(lossOf(seen, 'payment')?.pages, 8),
    'passes S25, since an agent that pays gets the page': (seen) => assert.equal(statusOf(seen, 'S25'), 'pass'),
  },
  'JSON-LD with prefixes': {
    'passes P14 and P15': (seen) => {
      assert.equal(pagesWith(seen, 'P14', 'pass'), 9);
      assert.equal(pagesWith(seen, 'P15', 'pass'), 9);
    },
  },
};

describe('sites after bug reports', () => {
  before(async () => {
    whole = (await scan(mill())).score;
  });

  for (const [name, right] of Object.entries(RIGHT) as [keyof typeof REPORTED, Right][]) {
    describe(name, () => {
      let seen: Seen;
      before(async () => {
        seen = await scan(REPORTED[name]);
      });
      for (const [title, holds] of Object.entries(right)) it(title, () => holds(seen));
    });
  }
});
