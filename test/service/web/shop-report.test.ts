import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { junit, sarif, summary } from '../../../src/scanner/reporters/ci-reports.ts';
import { lossesOf } from '../../../src/scanner/reporters/losses.ts';
import type { ReportData } from '../../../src/scanner/reporters/reporter.ts';
import { htmlReport } from '../../../src/web/report/html-report.ts';
import { potteryShop } from '../../fixtures/sites/pottery-shop.ts';
import { scanWhole } from '../../support/scan-whole.ts';
import { type SiteServer, serveSite } from '../../support/site-server.ts';

describe('the report of a shop whose prices come by script and whose magazine is behind a cookie wall', () => {
  let site: SiteServer;
  let data: ReportData;
  before(async () => {
    site = await serveSite(potteryShop);
    data = await scanWhole(site.origin);
  });
  after(() => site.close());
  const explanation = () => data.explanation ?? assert.fail('The scan has no grade.');

  it('names both losses first, the prices with what agents cannot do for want of them', () => {
    const [prices, wall] = lossesOf(explanation());
    assert.equal(
      prices?.line,
      '28 of 32 pages show no price without a script. Agents without a browser cannot read figures or put things into the basket.',
    );
    assert.match(wall?.line ?? '', /^3 of 32 pages show a banner or a dialog in place of their text\.$/);
    assert.match(wall?.examples[0] ?? '', /\/magazine\//);
  });

  it('has no port of this machine in what CI shows', () => {
    for (const { name, render } of [junit, sarif, summary]) {
      const text = render(data);
      assert.match(text, /https:\/\/www\.elm-pottery\.example/, name);
      assert.doesNotMatch(text, /127\.0\.0\.1:\d/, name);
    }
    const ofFolder = junit.render({
      ...data,
      folder: 'dist',
      explanation: { ...explanation(), publicOrigin: undefined },
    });
    assert.match(ofFolder, /<testsuite name="dist" [\s\S]+\n\/shop\/blue-bowl\n/);
  });

  it('estimates a loss as high as the fixes that bring it back', () => {
    const [prices] = lossesOf(explanation());
    const gain = explanation()
      .fixes.filter(({ checkId }) => ['S29', 'S30', 'P28'].includes(checkId))
      .reduce((sum, fix) => sum + fix.gain, 0);
    assert.ok(Math.abs((prices?.points ?? 0) - gain) < 3, `${prices?.points} against ${gain}`);
  });

  it('has them between the verdict and the fixes, under the name of the published site', () => {
    const [head = '', rest = ''] = htmlReport.render(data).split('What to fix first');
    assert.match(
      head,
      /<h1>www\.elm-pottery\.example<\/h1>[\s\S]+What costs most[\s\S]+show no price[\s\S]+in place of their text/,
    );
    assert.doesNotMatch(rest, /<details[^>]* open/);
  });
});
