import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hostVariants } from '../../../../src/scanner/gather/host-variants.ts';
import { site } from '../../../support/artifacts.ts';
import { type FakeAnswer, fakeClientOf, gatherContext } from '../../../support/fake-client.ts';

async function gather(finalUrl: string, answers: Readonly<Record<string, FakeAnswer>> = {}, isPrivateHost = false) {
  const { client, sent } = fakeClientOf(answers);
  const { origin } = new URL(finalUrl);
  const target = { ...site().target, finalUrl, origin, isPrivateHost };
  const { variants } = await hostVariants.gather(gatherContext(client), { target });
  assert.deepEqual(
    sent.map(({ url }) => url),
    variants.map(({ probe }) => probe.url),
  );
  return variants;
}

describe('hostVariants', () => {
  const rows: { when: string; url: string; expect: Record<string, string> }[] = [
    {
      when: 'an apex',
      url: 'https://site.example/docs/',
      expect: {
        http: 'http://site.example/',
        https: 'https://site.example/',
        'alternate-host': 'https://www.site.example/',
      },
    },
    {
      when: 'www',
      url: 'https://www.site.example/',
      expect: {
        http: 'http://www.site.example/',
        https: 'https://www.site.example/',
        'alternate-host': 'https://site.example/',
      },
    },
    {
      when: 'a registrable domain of two labels',
      url: 'http://site.co.uk/',
      expect: { http: 'http://site.co.uk/', https: 'https://site.co.uk/', 'alternate-host': 'https://www.site.co.uk/' },
    },
    {
      when: 'an address',
      url: 'https://93.184.216.34/',
      expect: { http: 'http://93.184.216.34/', https: 'https://93.184.216.34/' },
    },
    {
      when: 'an address of version 6',
      url: 'https://[2606:2800::1]/',
      expect: { http: 'http://[2606:2800::1]/', https: 'https://[2606:2800::1]/' },
    },
    {
      when: 'a deeper name',
      url: 'https://docs.site.example/',
      expect: { http: 'http://docs.site.example/', https: 'https://docs.site.example/' },
    },
  ];
  for (const { when, url, expect } of rows) {
    it(`asks for the spellings of ${when}`, async () => {
      const variants = await gather(url);
      assert.deepEqual(Object.fromEntries(variants.map(({ kind, probe }) => [kind, probe.url])), expect);
    });
  }

  it('asks nothing of an explicit port or of a private host', async () => {
    assert.deepEqual(await gather('https://site.example:8443/'), []);
    assert.deepEqual(await gather('http://intranet/', {}, true), []);
  });

  it('reads the canonical address of the page it ends at', async () => {
    const head = (href: string) => `<!doctype html><head><link rel="canonical" href="${href}"></head>`;
    const variants = await gather('https://site.example/', {
      'https://site.example/': { body: head('/home') },
      'https://www.site.example/': { body: head('http://['), finalUrl: 'https://www.site.example/en/' },
      'http://site.example/': 'connect',
    });
    assert.deepEqual(
      variants.map(({ kind, canonical }) => [kind, canonical]),
      [
        ['http', undefined],
        ['https', 'https://site.example/home'],
        ['alternate-host', undefined],
      ],
    );
  });
});
