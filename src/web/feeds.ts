import type { H3 } from 'h3';
import { ServiceError } from '../errors.ts';
import { isHeld } from '../http/headers.ts';
import type { Watch, WatchEntry, Watches } from '../scans/watches/watches.ts';
import { versionOf } from './docs/document.ts';
import { markup } from './markup.ts';
import { compareHref } from './report/compare.ts';

/** A reader that polls faster gets the same feed, from its cache. */
const CACHED = 'private, max-age=300';
const FILE = /^([0-9A-Za-z]{22})\.(atom|json)$/;

/**
 * `GET /feeds/{token}.atom` and `.json`: what got worse on a watched site (RFC 4287; JSON Feed 1.1, jsonfeed.org). The
 * service sends nothing out by itself.
 */
export function mountFeeds(
  app: H3,
  { watches, baseUrl }: { watches: Pick<Watches, 'byFeedToken'>; baseUrl: string },
): void {
  app.get('/feeds/:file', async ({ context, req }) => {
    const [, token = '', form] = FILE.exec(context.params?.file ?? '') ?? [];
    const watch = token === '' ? undefined : await watches.byFeedToken(token);
    if (watch === undefined)
      throw new ServiceError('not_found', 'There is no such feed, or its site is no longer watched.');
    const body = form === 'json' ? jsonFeed(watch, baseUrl) : atomFeed(watch, baseUrl);
    const headers = {
      'content-type': `${form === 'json' ? 'application/feed+json' : 'application/atom+xml'}; charset=utf-8`,
      'cache-control': CACHED,
      'x-robots-tag': 'noindex, nofollow',
      etag: `"${versionOf(body)}"`,
    };
    return isHeld(req.headers.get('if-none-match'), headers.etag)
      ? new Response(null, { status: 304, headers })
      : new Response(body, { headers });
  });
}

const titleOf = ({ rootUrl }: Watch): string => `Legible: what got worse on ${rootUrl}`;
const headOf = ({ lines }: WatchEntry): string => lines[0] ?? 'Something got worse.';

function jsonFeed(watch: Watch, baseUrl: string): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: titleOf(watch),
    home_page_url: watch.last === undefined ? baseUrl : `${baseUrl}/s/${watch.last.shareToken}`,
    feed_url: `${baseUrl}/feeds/${watch.feedToken}.json`,
    items: watch.entries.map((entry) => ({
      id: entry.scanId,
      url: `${baseUrl}/s/${entry.shareToken}`,
      title: headOf(entry),
      external_url: `${baseUrl}${compareHref(entry.shareToken, entry.comparedWith)}`,
      content_text: entry.lines.join('\n'),
      date_published: entry.at,
    })),
  });
}

function atomFeed(watch: Watch, baseUrl: string): string {
  const self = `${baseUrl}/feeds/${watch.feedToken}.atom`;
  const updated = watch.entries[0]?.at ?? watch.createdAt;
  const entries = watch.entries.map(
    (
      entry,
    ) => markup`<entry><id>urn:legible:${entry.scanId}</id><title>${headOf(entry)}</title><updated>${entry.at}</updated><link rel="alternate" type="text/html" href="${baseUrl}/s/${entry.shareToken}"/><link rel="related" type="text/html" href="${baseUrl}${compareHref(entry.shareToken, entry.comparedWith)}"/><content type="text">${entry.lines.join('\n')}</content></entry>
`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n${
    markup`<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:legible:${watch.id}</id><title>${titleOf(watch)}</title><updated>${updated}</updated><author><name>Legible</name></author><link rel="self" type="application/atom+xml" href="${self}"/>
${entries}</feed>
`.text
  }`;
}
