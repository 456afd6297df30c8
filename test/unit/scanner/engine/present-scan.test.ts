import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createPresenter, UNKNOWN_ORIGIN } from '../../../../src/scanner/engine/public-origin.ts';
import type { CheckRecord } from '../../../../src/scanner/model/result.ts';
import { site } from '../../../support/artifacts.ts';

const COPY = 'http://127.0.0.1:8080';
const SITE = 'https://shop.example';
const record = (origin: string): CheckRecord => ({
  id: 'S10',
  status: 'fail',
  message: 'There is no sitemap.',
  howToFix: `Publish ${origin}/sitemap.xml.`,
  evidence: { url: `${origin}/sitemap.xml`, draft: `Sitemap: ${origin}/sitemap.xml\n`, examples: [`${origin}/a`] },
});

it('of a copy, evidence names the requested address, drafts and fixes name the published site', () => {
  const { target } = site();
  const publicOrigin = { origin: SITE, servedBy: COPY, namedBy: ['sitemap'] } as const;
  const { howToFix, evidence } = createPresenter({ ...target, isPrivateHost: true, publicOrigin }).record(record(SITE));
  assert.equal(evidence?.url, `${COPY}/sitemap.xml`);
  assert.equal(evidence?.draft, `Sitemap: ${SITE}/sitemap.xml\n`);
  assert.equal(howToFix, `Publish ${SITE}/sitemap.xml.`);
});

it('of a private host without a public origin, drafts and fixes name a stand-in and say so', () => {
  const target = { ...site().target, isPrivateHost: true, origin: COPY, finalUrl: `${COPY}/` };
  const { howToFix, evidence } = createPresenter(target).record(record(COPY));
  assert.equal(evidence?.url, `${COPY}/sitemap.xml`);
  assert.equal(evidence?.draft, `Sitemap: ${UNKNOWN_ORIGIN}/sitemap.xml\n`);
  assert.match(
    howToFix ?? '',
    /^Publish https:\/\/your-site\.example\/sitemap\.xml\. In the draft, replace https:\/\/your-site\.example with/,
  );
});

it('of a public host, everything stays as it is', () => {
  const given = record(site().target.origin);
  assert.deepEqual(createPresenter(site().target).record(given), given);
});
