import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rslProblem } from '../../../../../src/scanner/parse/agent-files/usage-policy.ts';
import { assertQuick } from '../assert-quick.ts';

const NAMESPACE = 'https://rslstandard.org/rsl';
const LICENSE = '<content url="/"><license><permits type="usage">search</permits></license></content>';

describe('rslProblem', () => {
  const rows: [what: string, xml: string, problem: RegExp | undefined][] = [
    ['a licence', `<?xml version="1.0"?>\n<rsl xmlns="${NAMESPACE}">${LICENSE}</rsl>`, undefined],
    ['space before the declaration', `\n <?xml version="1.0"?><rsl xmlns="${NAMESPACE}">${LICENSE}</rsl>`, undefined],
    ['a prefix of its own', `<l:rsl xmlns:l="${NAMESPACE}"><l:content url="/"/></l:rsl>`, undefined],
    [
      'a feed',
      `<rss version="2.0" xmlns:rsl="${NAMESPACE}"><channel><item><rsl:content url="/a"/></item></channel></rss>`,
      undefined,
    ],
    [
      'a feed without licences',
      `<rss xmlns:rsl="${NAMESPACE}"><channel><content/></channel></rss>`,
      /licenses no content/,
    ],
    ['an empty licence', `<rsl xmlns="${NAMESPACE}"></rsl>`, /licenses no content/],
    ['no namespace', `<rsl>${LICENSE}</rsl>`, /namespace/],
    ['another namespace', `<rsl xmlns="https://other.example/">${LICENSE}</rsl>`, /namespace/],
    ['cut off', `<rsl xmlns="${NAMESPACE}">${LICENSE}`, /well-formed/],
    ['prose', 'All rights reserved.', /well-formed/],
    ['JSON', '{"license": "none"}', /well-formed/],
    ['nothing', '', /well-formed/],
    ['an entity of its own', `<!DOCTYPE rsl [<!ENTITY a "b">]><rsl xmlns="${NAMESPACE}">&a;</rsl>`, /well-formed/],
    ['deep', '<a>'.repeat(100), /nested deeper/],
    ['many attributes', `<rsl ${Array.from({ length: 101 }, (_, at) => `a${at}=""`).join(' ')}/>`, /attributes/],
  ];
  for (const [what, xml, problem] of rows) {
    it(what, () => {
      if (problem === undefined) assert.equal(rslProblem(xml), undefined);
      else assert.match(rslProblem(xml) ?? 'none', problem);
    });
  }

  it('is quick', () => {
    const size = 512 * 1024;
    for (const piece of ['a', '<!--', '<a>', '</a>', '&a;', ' a="b"', '<![CDATA[', ']']) {
      const text = piece.repeat(size / piece.length);
      assertQuick(() => [
        rslProblem(text),
        rslProblem(`<rsl xmlns="${NAMESPACE}">${text}`),
        rslProblem(`<rsl ${text}`),
      ]);
    }
  });
});
