import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { usagePolicy } from '../../../../src/scanner/gather/well-known.ts';
import { parseRobotsTxt } from '../../../../src/scanner/parse/robots/robots-txt.ts';
import { answered, ORIGIN, page, site } from '../../../support/artifacts.ts';
import { type FakeAnswer, fakeClientOf, gatherContext } from '../../../support/fake-client.ts';

const RSL_TYPE = 'application/rsl+xml';
const RSL: FakeAnswer = { headers: { 'content-type': RSL_TYPE }, body: '<rsl/>' };
const inHead = (href: string, type = RSL_TYPE) => ({
  rel: ['license'],
  href,
  url: new URL(href, ORIGIN).href,
  type,
  hreflang: undefined,
});

async function gather({
  robots = '',
  link = '',
  headLinks = [],
  answers = {},
}: {
  robots?: string;
  link?: string;
  headLinks?: ReturnType<typeof inHead>[];
  answers?: Record<string, FakeAnswer>;
}) {
  const { client, sent } = fakeClientOf(answers);
  const artifact = await usagePolicy.gather(gatherContext(client), {
    target: site().target,
    robotsTxt: { probe: answered('/robots.txt', { text: robots }), rules: parseRobotsTxt(robots) },
    home: page('/', { facts: { headLinks }, answer: { headers: link === '' ? {} : { link } } }),
  });
  return { ...artifact, asked: sent.map(({ url }) => url) };
}
const TDM = `${ORIGIN}/.well-known/tdmrep.json`;

describe('usagePolicy', () => {
  it('asks for tdmrep.json alone where no licence is declared', async () => {
    const { rsl, tdmRep, asked } = await gather({ headLinks: [inHead('https://creativecommons.example/by/4.0', '')] });
    assert.deepEqual(rsl, []);
    assert.equal(tdmRep.answered && tdmRep.status, 404);
    assert.deepEqual(asked, [TDM]);
  });

  it('takes declarations from robots.txt, then the header, then the head, and reads two files', async () => {
    const { rsl, asked } = await gather({
      robots: `User-agent: *\nAllow: /\nLicense: ${ORIGIN}/a.xml\n`,
      link: `</b.xml>; rel="license"; type="${RSL_TYPE}", </cc>; rel=license`,
      headLinks: [inHead('/a.xml'), inHead('/c.xml')],
      answers: { [`${ORIGIN}/a.xml`]: RSL, [`${ORIGIN}/b.xml`]: RSL },
    });
    assert.deepEqual(
      rsl.map(({ declaredIn, line, url, file }) => [declaredIn, line, url?.slice(ORIGIN.length), file?.answered]),
      [
        ['robots', 3, '/a.xml', true],
        ['header', undefined, '/b.xml', true],
        ['head', undefined, '/a.xml', true],
        ['head', undefined, '/c.xml', undefined],
      ],
    );
    assert.deepEqual([...asked].sort(), [TDM, `${ORIGIN}/a.xml`, `${ORIGIN}/b.xml`].sort());
  });

  it('reads no licence whose address in robots.txt is not absolute, or not of the web', async () => {
    for (const href of ['/license.xml', 'MIT', 'file:///etc/passwd', 'ftp://site.example/a.xml']) {
      const { rsl, asked } = await gather({ robots: `License: ${href}\n` });
      assert.deepEqual(rsl, [{ declaredIn: 'robots', line: 1, href, url: undefined, file: undefined }]);
      assert.deepEqual(asked, [TDM]);
    }
  });

  it('keeps ten of any number', async () => {
    const robots = Array.from({ length: 40 }, (_, at) => `License: ${ORIGIN}/${at}.xml\n`).join('');
    const { rsl, asked } = await gather({ robots });
    assert.equal(rsl.length, 10);
    assert.equal(asked.length, 3);
  });
});
