import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { baseSites } from '../../../../bench/validity/content.ts';
import { siteVariant } from '../../../../bench/validity/site-variant.ts';
import { VARIANTS } from '../../../../bench/validity/variants.ts';
import type { Delivery } from '../../../../src/scanner/model/score.ts';
import { someOf } from '../../../support/exhaustive.ts';
import { scanInMemory } from '../../../support/scan-in-memory.ts';

const [site] = baseSites().filter(({ name }) => name === 'notices');
assert.ok(site);
const base = site;

async function grade(id: string): Promise<{ score: number; delivery: Delivery }> {
  const variant = VARIANTS.find((each) => each.id === id);
  assert.ok(variant, id);
  const respond = siteVariant(base, variant.fault);
  const { report } = await scanInMemory({
    pages: {},
    fallback: ({ path, headers, origin }) =>
      respond({
        path,
        origin,
        userAgent: String(headers['user-agent'] ?? ''),
        accept: String(headers.accept ?? ''),
      }),
  });
  const { basis, score } = report;
  assert.ok(basis?.delivery && score, `${id} is graded`);
  return { score: score.score, delivery: basis.delivery };
}

const DEAD = [
  'robots-assistants',
  'refused-ai',
  'challenged-ai',
  'thin-for-ai',
  'sign-in-everywhere',
  'teaser-60-words',
  'consent-instead',
  'nothing-leads-on',
  'images-of-text',
  'shell',
  'framed',
  'shell-and-cosmetics',
  'sign-in-and-cosmetics',
  'refused-and-extras',
];
const HARMLESS = [
  'markdown-twins',
  'markdown-negotiated',
  'llms-txt',
  'llms-txt-stale',
  'robots-training',
  'consent-over',
  'soft-not-found',
  'no-sitemap',
  'sitemap-stale',
  'sitemap-half',
  'titles-same',
  'no-landmarks',
];
const COSMETIC = ['more-cosmetics', 'fewer-cosmetics'];

describe('the delivered score of a site with one fault', () => {
  let whole = 0;
  before(async () => {
    whole = (await grade('base')).score;
  });

  it('is at least 85 for a clean site without Markdown and llms.txt', () => assert.ok(whole >= 85, String(whole)));
  for (const id of someOf(DEAD, 7)) {
    it(`stays under 50 where agents get next to nothing: ${id}`, async () => {
      const { score } = await grade(id);
      assert.ok(score < 50, String(score));
    });
  }
  for (const id of someOf(HARMLESS, 6)) {
    it(`stays within 12 points where agents fare as well: ${id}`, async () => {
      const { score } = await grade(id);
      assert.ok(Math.abs(score - whole) <= 12, `${whole} -> ${score}`);
    });
  }
  for (const id of someOf(COSMETIC)) {
    it(`stays within 8 points where only cosmetics change: ${id}`, async () => {
      const { score } = await grade(id);
      assert.ok(Math.abs(score - whole) <= 8, `${whole} -> ${score}`);
    });
  }

  const CAUSED: readonly (readonly [id: string, reader: string, cause: keyof Delivery['readers'][number]['lost']])[] = [
    ['robots-one', 'coding-assistant', 'robots'],
    ['refused-one', 'coding-assistant', 'edge'],
    ['links-none', 'fetch-tool', 'no-way'],
    ['noindex', 'search-assistant', 'no-way'],
    ['dead-half', 'page-reader', 'no-answer'],
    ['shell-half', 'chat-assistant', 'no-text'],
    ['menu-60k', 'chat-assistant', 'cut-off'],
  ];
  for (const [id, reader, cause] of someOf(CAUSED, 4)) {
    it(`puts most of the loss of ${reader} down to ${cause}: ${id}`, async () => {
      const { delivery } = await grade(id);
      const share = delivery.readers.find((each) => each.reader === reader);
      assert.ok(share);
      const lost = 1 - share.delivered;
      assert.ok(lost > 0.2 && share.lost[cause] > lost / 2, JSON.stringify(share));
      const all = Object.values(share.lost).reduce((sum, each) => sum + each, share.delivered);
      assert.ok(Math.abs(all - 1) < 1e-9, `${all}`);
    });
  }
});
