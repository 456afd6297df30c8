/** A real browser in a network where every address is this machine, before pages that try to get out. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { browserMissing } from '../../../support/browser.ts';
import type { BrowserCanaryReport } from '../../../support/canary/browser-attack.ts';
import { namespaceProblem, runInNamespace } from '../../../support/canary/network.ts';

const TIMEOUT_MS = 200_000;

describe('a browser before pages that try to get out', {
  skip: browserMissing || (namespaceProblem() ?? false),
}, () => {
  let report: BrowserCanaryReport;
  before(async () => {
    report = JSON.parse(
      await runInNamespace('test/support/canary/browser-attack.ts', TIMEOUT_MS),
    ) as BrowserCanaryReport;
  });

  it('looks at them all, and the listener sees a connection that is made', () => {
    assert.deepEqual(report.control, ['10.1.2.3:80']);
    const outcomes = Object.fromEntries(report.pages.map(({ url, outcome }) => [new URL(url).pathname, outcome]));
    for (const path of ['/', '/scripts', '/rebinds', '/named']) assert.equal(outcomes[path], 'read', path);
    assert.equal(report.pages.length, 7);
  });

  it('connects to no address that is not public', () => {
    assert.deepEqual(report.hits, []);
  });

  it('follows leads as far as the name, and asks for none by itself', () => {
    for (const name of ['fetch.inner.test', 'frame.inner.test', 'cname-image.inner.test', 'moved.inner.test'])
      assert.ok(report.asked[name], `${name} of ${Object.keys(report.asked)}`);
    assert.ok(Number(report.asked['after2-browser.rebind.test']) > 2, 'the name that turns private is asked for again');
    for (const name of ['prefetch.inner.test', 'stun.inner.test']) assert.equal(report.asked[name], undefined, name);
  });
});
