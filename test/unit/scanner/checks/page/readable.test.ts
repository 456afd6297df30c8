/** One page that cannot be read must not be counted by every check: what each says of it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import accessWall from '../../../../../src/scanner/checks/page/access-wall.ts';
import canonical from '../../../../../src/scanner/checks/page/canonical.ts';
import codeBlocks from '../../../../../src/scanner/checks/page/code-blocks.ts';
import contentSize from '../../../../../src/scanner/checks/page/content-size.ts';
import contentStart from '../../../../../src/scanner/checks/page/content-start.ts';
import formsActionable from '../../../../../src/scanner/checks/page/forms-actionable.ts';
import freshness from '../../../../../src/scanner/checks/page/freshness.ts';
import headingOutline from '../../../../../src/scanner/checks/page/heading-outline.ts';
import hiddenAndTabbed from '../../../../../src/scanner/checks/page/hidden-and-tabbed.ts';
import indexingDirectives from '../../../../../src/scanner/checks/page/indexing-directives.ts';
import language from '../../../../../src/scanner/checks/page/language.ts';
import linksCrawlable from '../../../../../src/scanner/checks/page/links-crawlable.ts';
import mainContentLandmark from '../../../../../src/scanner/checks/page/main-content-landmark.ts';
import markdownVersion from '../../../../../src/scanner/checks/page/markdown-version.ts';
import mediaAlternatives from '../../../../../src/scanner/checks/page/media-alternatives.ts';
import redirects from '../../../../../src/scanner/checks/page/redirects.ts';
import serverRendered from '../../../../../src/scanner/checks/page/server-rendered.ts';
import socialPreview from '../../../../../src/scanner/checks/page/social-preview.ts';
import structuredData from '../../../../../src/scanner/checks/page/structured-data.ts';
import titleDescription from '../../../../../src/scanner/checks/page/title-description.ts';
import transferSize from '../../../../../src/scanner/checks/page/transfer-size.ts';
import { digest, page, site } from '../../../../support/artifacts.ts';
import { unansweredPage } from './unanswered-page.ts';

const OF_PAGE = [
  redirects,
  indexingDirectives,
  accessWall,
  serverRendered,
  contentSize,
  headingOutline,
  structuredData,
  markdownVersion,
  codeBlocks,
  contentStart,
  formsActionable,
  freshness,
  hiddenAndTabbed,
  mainContentLandmark,
  mediaAlternatives,
  socialPreview,
  transferSize,
];
const OF_CRAWL = [titleDescription, canonical, language, linksCrawlable];
const { crawl, target, addresses } = site();

describe('a page that cannot be read', () => {
  const rows = [
    { when: 'our time-out', page: unansweredPage('timeout'), expect: 'error' },
    { when: "the site's reset", page: unansweredPage('reset'), expect: 'na' },
    { when: '404', page: page('/a', { answer: { status: 404 } }), expect: 'na' },
    { when: '500', page: page('/a', { answer: { status: 500 } }), expect: 'na' },
    { when: 'no HTML', page: { ...page('/a'), facts: undefined }, expect: 'na' },
  ];
  for (const row of rows) {
    for (const check of OF_PAGE) {
      // Redirects and walls can be judged without a document.
      if (row.when === 'no HTML' && check.id === 'P2') continue;
      it(`${row.expect} from ${check.id}: ${row.when}`, () => {
        assert.equal(check.evaluate({ page: row.page, target }).status, row.expect);
      });
    }
  }
  it('a signpost counts for P2 only', () => {
    const metaRefresh = { url: 'https://site.example/b', delaySeconds: 0 };
    const redirectScript = { metaRefresh, assignsLocation: false };
    const signpost = page('/a', { facts: { bodyCharCount: 20, redirectScript } });
    for (const check of OF_PAGE) {
      assert.equal(check.evaluate({ page: signpost, target }).status, check.id === 'P2' ? 'fail' : 'na', check.id);
    }
    const longer = page('/a', { facts: { bodyCharCount: 1024, redirectScript } });
    assert.equal(redirects.evaluate({ page: longer }).status, 'fail');
    assert.equal(contentSize.evaluate({ page: longer }).status, 'pass');
  });
  const digests = [
    { when: 'our failure', digest: digest('/a', { status: 0, readable: 'unknown' }), expect: 'error' },
    { when: 'our failure to parse', digest: digest('/a', { readable: 'unknown' }), expect: 'error' },
    { when: "the site's failure", digest: digest('/a', { status: 0, readable: 'no' }), expect: 'na' },
    { when: '404', digest: digest('/a', { status: 404, readable: 'no' }), expect: 'na' },
    { when: 'a challenge', digest: digest('/a', { readable: 'no' }), expect: 'na' },
  ];
  for (const row of digests) {
    for (const check of OF_CRAWL) {
      it(`${row.expect} from ${check.id}: ${row.when}`, () => {
        assert.equal(check.evaluate({ digest: row.digest, crawl, addresses, target }).status, row.expect);
      });
    }
  }
  it('a challenge of status 200 counts for P4 only', () => {
    const challenged = page('/a');
    assert.ok(challenged.response.answered);
    const given = {
      target,
      page: { ...challenged, response: { ...challenged.response, challenge: 'cloudflare' as const } },
    };
    assert.equal(accessWall.evaluate(given).status, 'fail');
    assert.equal(contentSize.evaluate(given).status, 'na');
  });
});
