import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { H3 } from 'h3';
import * as z from 'zod';
import { pageContent } from '../../scanner/parse/html/markdown/page-content.ts';
import { prefers } from '../../scanner/parse/http-headers/request-headers.ts';
import { Explanation } from '../../schema/explanation.ts';
import { Scan } from '../../schema/scan.ts';
import { SAMPLE_IMAGE, SAMPLE_PATH } from '../home.ts';
import type { Layout } from '../layout.ts';
import { markup } from '../markup.ts';
import { hostOf } from '../report/check-views.ts';
import { summaryOf } from '../report/html-report.ts';
import { reportPage } from '../report/report-page.ts';
import { SHARE_IMAGE, shareImage } from '../share-image.ts';

const DESCRIPTION =
  'What Legible says of a small shop: what costs most, the fixes, what agents can do there, and every check.';

const Sample = z.object({ scan: Scan, explanation: Explanation });

/** A recorded report of a shop made for it, for people who have scanned nothing yet; see scripts/record-sample.ts. */
export function mountSample(app: H3, { layout, baseUrl }: { layout: Layout; baseUrl: string }): void {
  let read: z.output<typeof Sample> | undefined;
  const sample = () => {
    read ??= Sample.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'recorded/sample.json'), 'utf8')));
    return read;
  };
  const shared = () => {
    const { scan } = sample();
    return {
      host: hostOf(scan.rootUrl),
      label: 'Agent readability' as const,
      score: scan.siteScore,
      rating: scan.siteRating,
    };
  };

  const main = () => {
    const { scan, explanation } = sample();
    const summary = summaryOf({ scan, explanation, baseline: undefined });
    const report = reportPage(summary, explanation, { baseUrl, history: [], hasBadge: false, isFile: true });
    return markup`<p class="note no-print">A sample: what Legible said of a small shop that was made for it. <a href="/">Scan yours</a></p>${report}`;
  };
  const asMarkdown = (headers: Readonly<Record<string, string>> = {}) =>
    new Response(pageContent(`<main>${main().text}</main>`, `${baseUrl}${SAMPLE_PATH}`).markdown, {
      headers: { 'content-type': 'text/markdown; charset=utf-8', 'cache-control': 'no-cache', ...headers },
    });

  app.get(SAMPLE_PATH, ({ req }) => {
    if (prefers(req.headers.get('accept'), 'text/markdown', 'text/html')) return asMarkdown({ vary: 'Accept' });
    return layout(
      {
        title: 'A sample report',
        description: DESCRIPTION,
        path: SAMPLE_PATH,
        section: 'scan',
        scripts: ['copy.js', 'report.js'],
        jsonLd: {
          '@context': 'https://schema.org',
          '@type': 'WebPage',
          name: 'A sample report',
          url: `${baseUrl}${SAMPLE_PATH}`,
          description: DESCRIPTION,
        },
        headers: { 'cache-control': 'no-cache', vary: 'Accept' },
        head: markup`<link rel="alternate" type="text/markdown" href="${SAMPLE_PATH}.md">\n`,
      },
      main(),
    );
  });
  app.get(`${SAMPLE_PATH}.md`, () => asMarkdown());
  let image: Uint8Array<ArrayBuffer> | undefined;
  app.get(SAMPLE_IMAGE, () => {
    image ??= new Uint8Array(shareImage(shared()));
    return new Response(image, {
      headers: { 'content-type': SHARE_IMAGE.type, 'cache-control': 'public, max-age=86400' },
    });
  });
}
