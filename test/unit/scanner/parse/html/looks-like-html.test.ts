import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { looksLikeHtml } from '../../../../../src/scanner/parse/html/rough-html.ts';
import { assertQuick } from '../assert-quick.ts';

fc.configureGlobal({ seed: 1 });

describe('looksLikeHtml', () => {
  // [body, type, is HTML]
  const cases: [string, string, boolean][] = [
    ['<!DOCTYPE html><title>x', 'text/plain', true],
    ['<!doctype HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">', '', true],
    ['\uFEFF \n<html lang=en>', 'application/json', true],
    ['<!-- built -->\n<head>', 'text/plain', true],
    ['<body\tclass=a>', '', true],
    ['<!-- a --><!-- b --><html>', 'text/plain', false],
    ['<!-- never closed <html>', 'text/plain', false],
    ['<header>', 'text/plain', false],
    ['<htmlx>', 'text/plain', false],
    ['<div id=app></div>', 'text/html; charset=utf-8', true],
    ['<div>', 'application/xhtml+xml', true],
    ['<div>', 'TEXT/HTML', true],
    ['<div>', 'text/plain', false],
    ['# Title\n<html>', 'text/html', false],
    ['{"a":1}', 'text/html', false],
    ['<?xml version="1.0"?><urlset/>', 'application/xml', false],
    ['', 'text/html', false],
  ];
  for (const [text, type, expected] of cases) {
    it(`${JSON.stringify(text)} as ${type || 'nothing'}: ${expected}`, () => {
      assert.equal(looksLikeHtml(text, type), expected);
    });
  }

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, type) => void looksLikeHtml(text, type)));
  });

  it('is quick on long input', () => {
    for (const piece of ['<!--', ' ', '<html', '<!doctype ']) {
      const text = piece.repeat(5_000_000 / piece.length);
      assertQuick(() => looksLikeHtml(text, 'text/html'));
    }
  });
});
