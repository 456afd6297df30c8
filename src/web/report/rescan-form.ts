import { type Markup, markup } from '../markup.ts';

/** Scans the site of a report anew, within the free quota. */
export const rescanForm = (rootUrl: string, words: string): Markup =>
  markup`<form method="post" action="/" class="no-print" data-slow><input type="hidden" name="url" value="${rootUrl}"><input type="hidden" name="fresh" value="1"><button type="submit" class="button quiet small">${words}</button></form>`;
