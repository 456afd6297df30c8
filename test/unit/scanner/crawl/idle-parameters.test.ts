import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createIdleParameters } from '../../../../src/scanner/crawl/idle-parameters.ts';

const at = (path: string) => `https://site.example${path}`;

function learnt(same: readonly (readonly [string, string])[], pages: readonly string[] = []) {
  const idle = createIdleParameters();
  for (const [url, other] of same) idle.isSame(at(url), at(other));
  for (const url of pages) idle.isPage(at(url));
  idle.settle();
  return (url: string) => idle.strip(at(url)).slice(at('').length);
}

const THREE = [1, 2, 3].map((id) => [`/a?ref=${id}&id=7`, '/a?id=7'] as const);

describe('parameters that change no page', () => {
  it('are known after three addresses that show it', () => {
    assert.equal(learnt(THREE)('/b?id=8&ref=9'), '/b?id=8');
    assert.equal(learnt(THREE)('/b?REF=9'), '/b');
    assert.equal(learnt(THREE.slice(1))('/b?ref=9'), '/b?ref=9');
  });
  it('are none of those by which two pages differ', () =>
    assert.equal(learnt(THREE, ['/c?ref=1', '/c?ref=2'])('/b?ref=9'), '/b?ref=9'));
  it('are found in addresses that both have them', () => {
    const same = [1, 2, 3].map((id) => [`/a${id}?sid=${id}`, `/a${id}?sid=x${id}`] as const);
    assert.equal(learnt(same)('/b?sid=9'), '/b');
  });
  it('are not learnt from addresses of different paths', () => {
    const same = [1, 2, 3].map((id) => [`/a${id}?ref=${id}`, '/a'] as const);
    assert.equal(learnt(same)('/b?ref=9'), '/b?ref=9');
  });
});
