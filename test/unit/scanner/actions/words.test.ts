import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { offer } from '../../../../src/scanner/actions/define.ts';
import { blockersOf, fixesOf, reasonOf } from '../../../../src/scanner/actions/words.ts';
import { BLOCKER_CODES, type Blocker, type Offer } from '../../../../src/scanner/model/actions.ts';
import { ORIGIN } from '../../../support/artifacts.ts';

const blocked = (...blockers: readonly Blocker[]): Offer =>
  offer({
    kind: 'form',
    name: '',
    where: ORIGIN,
    shown: '',
    certainty: 'sure',
    asked: { url: ORIGIN, method: 'GET' },
    shares: { 'form-agent': [0, blockers], 'browser-agent': [0.5, blockers] },
  });

describe('words about hindrances', () => {
  for (const code of BLOCKER_CODES) {
    it(`${code} has a reason and a fix of its own`, () => {
      assert.match(reasonOf(blocked({ code })), /^\S.{8,}[^.]$/);
      assert.match(fixesOf([blocked({ code })]), /^[A-Z].{15,}\.$/);
      assert.doesNotMatch(reasonOf(blocked({ code, in: 2, of: 7, status: 404 })), /undefined|NaN/);
    });
  }

  it('differ', () => {
    const all = (say: (code: Blocker['code']) => string) => new Set(BLOCKER_CODES.map(say)).size;
    assert.equal(
      all((code) => reasonOf(blocked({ code }))),
      BLOCKER_CODES.length,
    );
  });

  it('say each hindrance once, with its counts', () => {
    const found = blocked({ code: 'no-headers', in: 4, of: 10, pages: 2 }, { code: 'captcha' });
    assert.deepEqual(
      blockersOf(found).map(({ code }) => code),
      ['no-headers', 'captcha'],
    );
    assert.equal(reasonOf(found), '4 of 10 cells on 2 pages in tables without headers; a captcha stands before it');
    assert.equal(fixesOf([found, found]).split('captcha').length, 2);
  });
});

describe('verdicts', () => {
  const verdict = (form: number | undefined, browser: number | undefined, ...blockers: readonly Blocker[]) =>
    offer({ ...blocked(), shares: { 'form-agent': [form, blockers], 'browser-agent': [browser, blockers] } }).verdict;

  it('follow the shares', () => {
    assert.equal(verdict(1, 1), 'works');
    assert.equal(verdict(0.96, 1), 'works');
    assert.equal(verdict(0, 0), 'blocked');
    assert.equal(verdict(0, 1), 'browser only');
    assert.equal(verdict(0.5, 1), 'in part');
    assert.equal(verdict(1, 0), 'in part');
    assert.equal(verdict(undefined, undefined), 'not measured');
    assert.equal(verdict(undefined, 1), 'works');
  });

  it('never are "works" with something in the way', () => {
    assert.equal(verdict(0.98, 0.98, { code: 'no-headers' }), 'in part');
  });
});
