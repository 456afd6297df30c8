/** Literal attempts at a page's Markdown version, for the tests of P22 to P24. */

import type { MarkdownAttempt } from '../../../../../src/scanner/model/page.ts';
import { ORIGIN } from '../../../../support/artifacts.ts';

export const attempt = (overrides: Partial<MarkdownAttempt> = {}): MarkdownAttempt => ({
  via: 'suffix',
  url: `${ORIGIN}/a.md`,
  status: 200,
  contentType: 'text/markdown',
  isMarkdown: true,
  bodyBytes: 2000,
  ...overrides,
});

export const missing = (overrides: Partial<MarkdownAttempt> = {}): MarkdownAttempt =>
  attempt({ status: 404, contentType: 'text/html', isMarkdown: false, ...overrides });
