import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from './facts-of.ts';

const wallOf = (html: string) => factsOf(html).accessWall;

describe('password fields', () => {
  const rows: readonly (readonly [when: string, html: string, count: number])[] = [
    ['in a form', '<form><input type=Password><input type=text></form>', 1],
    ['hidden', '<div hidden><input type=password></div>', 0],
    ['for the key of an API', '<input type=password id="agent-api-key-input" placeholder="AIzaSy...">', 0],
    ['for the key of a keyboard', '<input type=password placeholder="Password (no keys)">', 1],
    ['in the header, as forums have', '<header><form><input type=password></form></header>', 0],
  ];
  for (const [when, html, count] of rows) it(when, () => assert.equal(wallOf(html).passwordInputs, count));
});

describe('consent containers', () => {
  const rows: readonly (readonly [html: string, tool: string | undefined])[] = [
    ['<div id="onetrust-consent-sdk"></div>', 'OneTrust'],
    ['<div id="CybotCookiebotDialog"></div>', 'Cookiebot'],
    ['<div id="truste-consent-track"></div>', 'TrustArc'],
    ['<div id="sp_message_container_12345"></div>', 'Sourcepoint'],
    ['<div class="x qc-cmp2-container"></div>', 'Quantcast'],
    ['<div id="cookie-banner" class="my-onetrust-banner-sdk-copy"></div>', undefined],
  ];
  for (const [html, tool] of rows) it(html, () => assert.equal(wallOf(html).consentContainer, tool));
});

describe('dialogs', () => {
  const rows: readonly (readonly [html: string, isBlocking: boolean])[] = [
    ['<dialog open>x</dialog>', true],
    ['<main><dialog open>x</dialog></main>', true],
    ['<dialog>x</dialog>', false],
    ['<div role=dialog aria-modal=true>x</div>', true],
    ['<section role=alertdialog aria-modal=true>x</section>', true],
    ['<div role=dialog>x</div>', false],
    ['<div><div role=dialog aria-modal=true>x</div></div>', false],
    ['<div role=dialog aria-modal=true hidden>x</div>', false],
    ['<div role=dialog aria-modal=true aria-hidden=true>x</div>', false],
    ['<div role=dialog aria-modal=true style="display: none">x</div>', false],
    ['<div class="modal fade" role=dialog aria-modal=true>x</div>', false],
    ['<div class="modal show" role=dialog aria-modal=true>x</div>', true],
  ];
  for (const [html, isBlocking] of rows) it(html, () => assert.equal(wallOf(html).blockingDialog, isBlocking));
});

describe('fields to fill in', () => {
  const rows: readonly (readonly [when: string, html: string, search: number, other: number])[] = [
    ['of a form', '<form><input><input type=email><textarea></textarea><select></select></form>', 0, 4],
    ['no buttons', '<form><input type=hidden><input type=SUBMIT><button></button></form>', 0, 0],
    [
      'of a search',
      '<form role=search><input></form><form action="/search"><input></form><search><input></search>',
      3,
      0,
    ],
    ['by type', '<input type=search><input type=text>', 1, 1],
    ['outside the content', '<nav><input></nav><footer><input></footer><div hidden><input></div>', 0, 0],
  ];
  for (const [when, html, search, other] of rows) {
    it(when, () => assert.deepEqual(factsOf(html).mainFields, { search, other }));
  }
});
