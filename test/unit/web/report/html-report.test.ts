import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { browserReport } from '../../../../src/scanner/scoring/browser-report.ts';
import { htmlReport } from '../../../../src/web/report/html-report.ts';
import { seenPage } from '../../../support/seen-page.ts';
import { failedReport, gradedReport } from '../../scanner/reporters/report-fixture.ts';

const HOSTILE = '</style><script>alert(1)</script><img src=x onerror=alert(1)>';

describe('the report as one HTML file', () => {
  const text = htmlReport.render(gradedReport({ snippet: HOSTILE, draft: HOSTILE, query: '?"><script>' }));

  it('loads nothing, runs nothing, and holds no form', () => {
    assert.doesNotMatch(text, /<script|<form|<link|<img|<iframe/);
    assert.match(text, /Content-Security-Policy" content="default-src 'none'/);
    assert.equal(text.match(/<style>/g)?.length, 1);
  });

  it('has no links to a service, and within itself only to existing anchors', () => {
    assert.doesNotMatch(text, /href="\/(?!\/)/);
    const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const missing = [...text.matchAll(/href="#([a-z][^"]*)"/g)].flatMap(([, id = '']) => (ids.has(id) ? [] : [id]));
    assert.deepEqual(missing, []);
  });

  it('holds score, fixes, checks and pages', () => {
    assert.match(text, /Site score: \d+ of 100/);
    assert.match(text, /What to fix first/);
    assert.match(text, /id="S2"/);
    assert.match(text, /<table class="pages">/);
  });

  it('names the site in its title as in its heading, where it was read at another address', () => {
    const { scan, explanation } = gradedReport();
    const publicOrigin = {
      origin: 'https://shop.example',
      namedBy: ['sitemap' as const],
      servedBy: 'http://127.0.0.1:4000',
    };
    const file = htmlReport.render({ scan, explanation: explanation && { ...explanation, publicOrigin } });
    assert.match(file, /<title>shop\.example: report/);
    assert.match(file, /<h1>shop\.example<\/h1>/);
  });

  it('of a scan without a grade says so', () => {
    assert.match(htmlReport.render(failedReport()), /The scan has no grade/);
  });

  it('shows what a browser saw, with controls boxed over the picture and hostile names escaped', () => {
    const box = { x: 10, y: 20.4, width: 100, height: 30 };
    const controls = [
      { role: 'link', name: HOSTILE, box, state: 'named' },
      { role: 'button', name: '', box, state: 'unnamed' },
      { role: 'button', name: 'Far below', box: { ...box, y: 900 }, state: 'named' },
    ] as const;
    const seen = seenPage({ controls, tree: { chars: 100, controls: 3, unnamed: 1, examples: [HOSTILE] } });
    const browser = browserReport({ there: true, version: 'Chromium 156', pages: [seen], leftOut: 0 }, () => undefined);
    const screen = {
      url: seen.url,
      picture: new Uint8Array([0xff, 0xd8]),
      controls,
      received: HOSTILE,
      lost: [HOSTILE],
    };
    const file = htmlReport.render({ ...gradedReport(), browser, screens: [screen] });
    assert.match(file, /Browser score: \d+ of 100/);
    assert.match(file, /The first screen: 2 controls in the first screen, 1 named, 1 unnamed"/);
    assert.match(file, /<image id="first-picture" href="data:image\/jpeg;base64,\/9g=" width="1280"/);
    assert.equal(file.split('data:image/jpeg;base64').length, 2);
    assert.match(
      file,
      /<rect class="control-unnamed" x="10" y="20" width="100" height="30"><title>button without a name/,
    );
    assert.doesNotMatch(file, /<script|<img/);
  });
});
