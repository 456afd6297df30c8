import type { ControlAnswer } from '../model/site.ts';
import type { FetchResult } from '../net/fetch-types.ts';
import type { SiteClient } from '../net/site-client.ts';
import { looksLikeHtml } from '../parse/html/rough-html.ts';
import { decodeBody } from '../parse/http-headers/charset.ts';
import { type Controls, defineGatherer } from './define.ts';

/** Asks for names that cannot exist, before anything else is asked for. */
export async function askControls(client: SiteClient, origin: string, nonce: string): Promise<Controls> {
  const wanted: [ControlAnswer['kind'], string][] = [
    ['page', `${origin}/${nonce}`],
    ['well-known', `${origin}/.well-known/${nonce}.json`],
    ['markdown', `${origin}/${nonce}.md`],
    ['text', `${origin}/${nonce}.txt`],
  ];
  const asked = await Promise.all(
    wanted.map(async ([kind, url]) => ({ kind, url, result: await client.probe({ url }) })),
  );
  return {
    answers: asked.map(({ kind, url, result }) => ({ kind, url, answer: answerOf(result) })),
    bodies: asked.flatMap(({ url, result }) =>
      result.ok && result.answer.status >= 200 && result.answer.status <= 299
        ? [{ url, text: decodeBody(result.body, result.answer.headers['content-type']).text }]
        : [],
    ),
  };
}

/** The controls, and one page URL of the site made wrong: a fallback may cover only the routes below a section. */
export const negativeControl = defineGatherer({
  artifact: 'negativeControl',
  needs: ['crawl', 'target'],
  async gather({ client, nonce, controls }, { crawl, target }) {
    const deepest = crawl.pages
      .filter(({ status, url }) => status === 200 && url.startsWith(target.origin))
      .map(({ url }) => new URL(url))
      .filter(({ pathname }) => pathname.lastIndexOf('/') > 0)
      .sort((a, b) => depthOf(b) - depthOf(a) || (a.href < b.href ? -1 : 1))[0];
    if (deepest === undefined) return controls.answers;
    const url = new URL(nonce, new URL('./', deepest)).href;
    return [...controls.answers, { kind: 'deep-page', url, answer: answerOf(await client.probe({ url })) }];
  },
});

const depthOf = ({ pathname }: URL) => pathname.split('/').length;

function answerOf(result: FetchResult): ControlAnswer['answer'] {
  if (!result.ok) return { failure: result.failure };
  const { status, contentType, hops, finalUrl, headers } = result.answer;
  const final = new URL(finalUrl);
  return {
    status,
    contentType,
    isHtml: looksLikeHtml(decodeBody(result.body, headers['content-type']).text, contentType),
    redirectsTo: hops.length === 0 ? undefined : finalUrl,
    endsAtRoot: hops.length > 0 && final.pathname === '/' && final.search === '',
  };
}
