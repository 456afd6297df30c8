/** A real browser in a network where every address is this machine, before pages that try to get out. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { browserMissing } from '../../../support/browser.ts';
import type { BrowserCanaryReport } from '../../../support/canary/browser-attack.ts';
import { NEVER_ASKED, TRICK_PATHS } from '../../../support/canary/browser-tricks.ts';
import type { TricksReport } from '../../../support/canary/browser-tricks-attack.ts';
import { namespaceProblem, runInNamespace } from '../../../support/canary/network.ts';

const TIMEOUT_MS = 200_000;
const TRICKS_TIMEOUT_MS = 500_000;
/** Of one page, with the start of another browser after one that holds it. */
const MAX_TRICK_MS = 30_000;

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

describe('a browser before pages that try what browsers do by themselves', {
  skip: browserMissing || (namespaceProblem() ?? false),
}, () => {
  let report: TricksReport;
  before(async () => {
    report = JSON.parse(
      await runInNamespace('test/support/canary/browser-tricks-attack.ts', TRICKS_TIMEOUT_MS),
    ) as TricksReport;
  });
  const seen = (path: string) => {
    const page = report.pages.find(({ url }) => new URL(url).pathname === path);
    assert.ok(page !== undefined, path);
    return page;
  };

  it('looks at them all in time, and the listeners see connections and datagrams that are made', () => {
    assert.deepEqual(report.control, ['10.1.2.3:80', 'udp 3478']);
    assert.deepEqual(
      report.pages.map(({ url }) => new URL(url).pathname),
      TRICK_PATHS,
    );
    assert.ok(report.ms < TRICK_PATHS.length * MAX_TRICK_MS, `${report.ms} ms`);
    for (const path of ['/transports', '/workers', '/reports', '/speculates', '/signs-in', '/opens', '/saves'])
      assert.equal(seen(path).outcome, 'read', path);
  });

  it('connects to no private address, sends no datagram, and sends nothing with a body', () => {
    assert.deepEqual(report.hits, []);
    assert.deepEqual(report.sent, []);
  });

  it('asks for no name that is named only to be sent something, or ahead of its use', () => {
    assert.deepEqual(
      NEVER_ASKED.filter((name) => report.asked[name] !== undefined),
      [],
    );
    assert.ok(report.asked['worker.inner.test'], 'a script of a worker goes through the guard as all requests do');
  });

  it('shows no file or page of this machine, and follows refreshes only to the web', () => {
    for (const { url, finalUrl, inSight, kept } of report.pages) {
      assert.ok(finalUrl.startsWith('http://tricks.site.test/'), `${url} leads to ${finalUrl}`);
      assert.doesNotMatch(inSight, /root:|nologin|Chromium/, url);
      assert.ok(kept < 50_000, `${url}: ${kept}`);
    }
    assert.equal(seen('/refreshes').outcome, 'no-answer');
    assert.equal(seen('/refreshes-to-file').outcome, 'read');
  });

  it('leaves no download and no profile behind', () => {
    assert.deepEqual(report.left, []);
  });
});
