import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readApiCatalog } from '../../../../../src/scanner/parse/http-headers/link-header.ts';

const JSON_TYPE = 'application/linkset+json';
const read = (value: unknown) => readApiCatalog(JSON.stringify(value), JSON_TYPE);

describe('readApiCatalog', () => {
  it('counts links with an anchor and keeps descriptions, each once', () => {
    const context = {
      anchor: 'https://site.example/api',
      'service-desc': [{ href: '/openapi.json' }, { href: '/openapi.json' }, { href: '' }, 'text'],
      'service-doc': [{ href: '/docs' }],
      status: [{ href: '/health' }],
    };
    assert.deepEqual(read({ linkset: [context, { anchor: '/', item: [{ href: '/b' }] }] }), {
      linkCount: 4,
      descriptions: ['/openapi.json'],
    });
  });

  const none: { when: string; value: unknown }[] = [
    { when: 'no anchor', value: { linkset: [{ 'service-desc': [{ href: '/a' }] }] } },
    { when: 'no link', value: { linkset: [{ anchor: '/' }] } },
    { when: 'another relation only', value: { linkset: [{ anchor: '/', status: [{ href: '/a' }] }] } },
    { when: 'no linkset', value: { links: [] } },
    { when: 'a linkset that is no list', value: { linkset: { anchor: '/' } } },
    { when: 'no object', value: [null] },
  ];
  for (const { when, value } of none) it(`reads nothing from ${when}`, () => assert.equal(read(value), undefined));

  it('reads the form of Link headers, over several lines', () => {
    const text =
      '</openapi.json>; rel="service-desc"; anchor="/api",\n</docs>; rel="service-doc"; anchor="/api",\n</b>; rel=service-desc';
    assert.deepEqual(readApiCatalog(text, 'application/linkset'), { linkCount: 2, descriptions: ['/openapi.json'] });
    assert.equal(readApiCatalog(text, JSON_TYPE), undefined);
  });
});
