import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type ChallengeKind, detectChallenge } from '../../../../../src/scanner/parse/html/bot-challenge.ts';
import { assertQuick } from '../assert-quick.ts';

fc.configureGlobal({ seed: 1 });

const ask = (body: string, status = 403, headers: Record<string, string> = {}, isHtml = true) =>
  detectChallenge({ status, headers, body, isHtml });

const PAGES: Record<string, { body: string; status: number; kind: ChallengeKind }> = {
  'a Cloudflare challenge': {
    body: '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><noscript>Enable JavaScript and cookies to continue</noscript><script>window._cf_chl_opt = {cvId: "3"};</script></body></html>',
    status: 403,
    kind: 'cloudflare',
  },
  'a Cloudflare block': {
    body: '<html><head><title>Attention Required! | Cloudflare</title></head><body><h1>Sorry, you have been blocked</h1></body></html>',
    status: 403,
    kind: 'cloudflare',
  },
  'an Imperva challenge, which comes as 200': {
    body: '<html><head><META NAME="robots" CONTENT="noindex"></head><body><iframe src="/_Incapsula_Resource?x=1">Request unsuccessful. Incapsula incident ID: 1234-5678</iframe></body></html>',
    status: 200,
    kind: 'imperva',
  },
  'a PerimeterX block': {
    body: '<html><head><title>Access to this page has been denied.</title><meta name="description" content="px-captcha"></head><body></body></html>',
    status: 403,
    kind: 'perimeterx',
  },
  'a DataDome challenge': {
    body: '<html><head><title>site.example</title></head><body><p id="cmsg">Please enable JS and disable any ad blocker</p><script>var dd={"host":"geo.captcha-delivery.com"}</script></body></html>',
    status: 403,
    kind: 'datadome',
  },
  'an Akamai block': {
    body: "<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY><H1>Access Denied</H1>You don't have permission to access this page.<P>Reference&#32;&#35;18&#46;2d351ab8</BODY></HTML>",
    status: 403,
    kind: 'akamai',
  },
  'an Akamai block with plain signs': {
    body: '<html><body>Access Denied Reference #18.2d351ab8.1557333295.a4e16ab</body></html>',
    status: 403,
    kind: 'akamai',
  },
  'an AWS challenge': {
    body: '<html><body><script>window.awsWafCookieDomainList = []; window.gokuProps = {};</script></body></html>',
    status: 202,
    kind: 'other',
  },
};

describe('detectChallenge', () => {
  for (const [name, { body, status, kind }] of Object.entries(PAGES)) {
    it(`knows ${name}`, () => assert.equal(ask(body, status), kind));
    it(`vetoes ${name} with substantive text`, () => {
      const article = `<p>${'This article explains how such pages work. '.repeat(40)}</p>`;
      assert.equal(
        ask(
          body.replace(/<body[^>]*>/i, (tag) => tag + article),
          status,
        ),
        undefined,
      );
    });
    it(`lets ${name} of 40 KiB pass`, () => {
      const filler = (length: number) => `<!--${'x'.repeat(length - body.length - 7)}-->${body}`;
      assert.equal(ask(filler(40 * 1024), status), undefined);
      assert.equal(ask(filler(40 * 1024 - 1), status), kind);
    });
    it(`looks for ${name} in HTML only`, () => assert.equal(ask(body, status, {}, false), undefined));
  }

  const headers: [Record<string, string>, ChallengeKind | undefined][] = [
    [{ 'cf-mitigated': 'challenge' }, 'cloudflare'],
    [{ 'cf-mitigated': ' Challenge ' }, 'cloudflare'],
    [{ 'cf-mitigated': 'other' }, undefined],
    [{ 'x-amzn-waf-action': 'captcha' }, 'other'],
    [{ 'x-vercel-mitigated': 'deny' }, 'other'],
    [{ server: 'cloudflare', 'cf-ray': 'x' }, undefined],
  ];
  for (const [given, kind] of headers) {
    it(`takes ${JSON.stringify(given)} for ${kind}`, () => assert.equal(ask('', 403, given, false), kind));
  }

  // [what, body, status]
  const ordinary: [string, string, number][] = [
    ['a small page', '<html><title>Hello</title><p>Hello there.</p></html>', 200],
    [
      'a script of Cloudflare on any page',
      '<html><script src="/cdn-cgi/challenge-platform/x.js"></script><p>Hi</p></html>',
      200,
    ],
    [
      'the tag of DataDome on any page',
      '<html><script src="https://js.datadome.co/tags.js"></script><p>Hi</p></html>',
      200,
    ],
    [
      'a customer of PerimeterX',
      '<html><script>if (document.getElementById("px-captcha")) wait();</script><div id=app></div></html>',
      200,
    ],
    ['the words in the text', '<html><title>Blog</title><p>Just a moment, please.</p></html>', 200],
    ['a title that only mentions it', '<html><title>What "Just a moment" means</title><p>Hi</p></html>', 200],
    [
      'an origin that failed behind Akamai',
      '<html><title>Service Unavailable</title>Reference #15.2d351ab8.15</html>',
      503,
    ],
    ['a reference on a page', '<html><p>Reference #18.2</p></html>', 200],
    ['a refusal in its own words', '<html><title>403 Forbidden</title><h1>Forbidden</h1></html>', 403],
    ['nothing', '', 403],
  ];
  for (const [name, body, status] of ordinary) {
    it(`passes over ${name}`, () => assert.equal(ask(body, status), undefined));
  }

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), fc.integer(), (body, status) => void ask(body, status)));
  });

  it('is quick on tangled markup', () => {
    for (const piece of ['<script', '<!--', '<', '<title', 'cf_chl_opt<style>', 'reference #1', '</script']) {
      assertQuick(() => ask(`px-captcha${piece.repeat(40_000 / piece.length)}`));
    }
  });
});
