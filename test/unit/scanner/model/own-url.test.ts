import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type HostVariant, otherOrigins, ownUrl } from '../../../../src/scanner/model/site.ts';
import { answered, ORIGIN, unanswered } from '../../../support/artifacts.ts';

const variant = (kind: HostVariant['kind'], url: string, finalUrl: string): HostVariant => ({
  kind,
  probe: answered(url, { finalUrl }),
  canonical: undefined,
});

describe('the other origins of a site', () => {
  it('are the spellings of its host that redirect to it', () => {
    const variants = [
      variant('http', 'http://site.example/', `${ORIGIN}/`),
      variant('https', `${ORIGIN}/`, `${ORIGIN}/`),
      variant('alternate-host', 'https://www.site.example/', `${ORIGIN}/home`),
    ];
    assert.deepEqual(otherOrigins(ORIGIN, { variants }), [
      'http://site.example',
      'https://www.site.example',
      'http://www.site.example',
    ]);
  });

  it('are not those that answer themselves, lead elsewhere, or do not answer', () => {
    const variants: HostVariant[] = [
      variant('http', 'http://site.example/', 'http://site.example/'),
      variant('alternate-host', 'https://www.site.example/', 'https://parked.example/'),
      { kind: 'alternate-host', probe: unanswered('https://www.site.example/'), canonical: undefined },
    ];
    assert.deepEqual(otherOrigins(ORIGIN, { variants }), []);
  });
});

describe('ownUrl', () => {
  const target = { origin: ORIGIN, otherOrigins: ['http://site.example'] };
  for (const [url, expected] of [
    ['http://site.example/a?b=1', `${ORIGIN}/a?b=1`],
    [`${ORIGIN}/a`, `${ORIGIN}/a`],
    ['http://site.example.org/a', 'http://site.example.org/a'],
    ['http://site.example:8080/a', 'http://site.example:8080/a'],
  ] as const)
    it(`${url} is ${expected}`, () => assert.equal(ownUrl(url, target), expected));
});
