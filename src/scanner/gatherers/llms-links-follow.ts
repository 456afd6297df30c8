import type { Probe } from '../artifacts.ts';
import { llmsTxtLinks } from '../crawl/listings.ts';
import { declaredAlternate, NEGOTIATED_ACCEPT } from '../crawl/markdown-twin.ts';
import { evenlySpaced } from '../evenly-spaced.ts';
import type { LlmsLink, NestedLlmsTxt } from '../llms-txt-artifacts.ts';
import type { SiteClient } from '../net/site-client.ts';
import { parseLlmsTxt } from '../parse/llms-txt.ts';
import { normaliseUrl } from '../parse/normalise-url.ts';
import { externalLink, foundByHead, isTwin, isWorthAGet, kindOf, ownLink, unknownLink } from './llms-links-answers.ts';
import { isNestedLlmsTxt } from './llms-links-sample.ts';

/** Kept of the requests that are left, for links of other origins and for what one answer leaves open. */
const KEPT_FOR_OTHERS = 10;
const MAX_RECHECKS = 5;
const MAX_NESTED_LINKS = 2000;
const EXTERNAL_TIMEOUT_MS = 5000;
const EXTERNAL_BYTES = 256_000;
const PLAIN_ACCEPT = 'text/html,*/*';

export interface FollowerParts {
  readonly client: SiteClient;
  /** Names that cannot exist answer with errors, so the head of an answer tells that something is there. */
  readonly trustsHead: boolean;
  /** What is known of a link without asking. */
  judge(url: string): LlmsLink | undefined;
  /** Where the Markdown version of a page might be. */
  guessTwin(pageUrl: string): string | undefined;
}

/** A link of the scan's origin with what later questions are made from. */
export interface Followed {
  readonly link: LlmsLink;
  /** How it was asked, where a plain GET may bring another answer. */
  readonly asked?: 'negotiated' | 'head';
  /** The Markdown version that an HTML answer declares, or might have by its name. */
  readonly twinUrl?: string | undefined;
  readonly nestedFile?: NestedLlmsTxt['file'];
}

/** Asks for links with the requests that are left for links (catalogue, section 2), which go to those that come first. */
export function createFollower({ client, trustsHead, judge, guessTwin }: FollowerParts) {
  const mayAsk = (url: string): boolean => client.left > 0 && client.mayFetch(url);

  async function get(url: string, accept: string | undefined): Promise<Followed> {
    const probe = await client.file(url, accept === undefined ? {} : { accept });
    const link = ownLink(url, probe);
    if (!probe.answered) return { link };
    if (link.form === 'html') return { link, twinUrl: declaredTwin(probe) ?? guessTwin(probe.finalUrl) };
    return link.form === 'text' && isNestedLlmsTxt(url) ? { link, nestedFile: readNested(probe) } : { link };
  }

  async function askOne(url: string): Promise<Followed> {
    if (!mayAsk(url)) return { link: unknownLink(url, false) };
    const kind = kindOf(url);
    if (kind === 'page') return { ...(await get(url, NEGOTIATED_ACCEPT)), asked: 'negotiated' };
    if (kind === 'text' || !trustsHead) return get(url, undefined);
    const result = await client.probe({ url, method: 'HEAD' });
    const link = foundByHead(url, false, result);
    if (link !== undefined) return { link };
    return isWorthAGet(result) ? { link: unknownLink(url, false), asked: 'head' } : { link: unknownLink(url, false) };
  }

  async function askExternalOne(url: string) {
    if (!mayAsk(url)) return { link: unknownLink(url, true), isOpen: false };
    const result = await client.probe({ url, method: 'HEAD', timeoutMs: EXTERNAL_TIMEOUT_MS });
    const link = foundByHead(url, true, result);
    return { link: link ?? unknownLink(url, true), isOpen: link === undefined && isWorthAGet(result) };
  }

  return {
    /** Asks once for links of the scan's origin that are not known: for each, or an even choice where too few are left. */
    ask(urls: readonly string[]): Promise<Followed[]> {
      const known = new Map(urls.map((url) => [url, judge(url)]));
      const open = urls.filter((url) => known.get(url) === undefined);
      const chosen = new Set(evenlySpaced(open, Math.max(0, client.left - KEPT_FOR_OTHERS)));
      return Promise.all(
        urls.map(async (url): Promise<Followed> => {
          if (chosen.has(url)) return askOne(url);
          return { link: known.get(url) ?? unknownLink(url, false) };
        }),
      );
    },

    /**
     * Asks plainly where HEAD told nothing, and for some of the pages that negotiation did not find: where one of them
     * is there after all, it was negotiation that failed, and of the rest nothing is known.
     */
    async recheck(followed: readonly Followed[]): Promise<Followed[]> {
      const dead = followed.filter(({ link, asked }) => asked === 'negotiated' && link.state === 'dead');
      const chosen = new Set([
        ...evenlySpaced(dead, MAX_RECHECKS),
        ...followed.filter(({ asked, link }) => asked === 'head' && link.state === 'unknown'),
      ]);
      const again = await Promise.all(
        followed.map(async (each) => {
          const { url } = each.link;
          const isTurn = chosen.has(each) && mayAsk(url);
          return isTurn ? await get(url, each.asked === 'negotiated' ? PLAIN_ACCEPT : undefined) : each;
        }),
      );
      const negotiationFails = again.some(
        ({ link }, at) => link.state === 'resolves' && followed[at]?.link.state === 'dead',
      );
      if (!negotiationFails) return again;
      return again.map((each) =>
        each.asked === 'negotiated' && each.link.state === 'dead' ? { link: unknownLink(each.link.url, false) } : each,
      );
    },

    /** Asks for the head of each link of another origin, then for the whole of those that it did not find. */
    async askExternal(urls: readonly string[]): Promise<LlmsLink[]> {
      const heads = await Promise.all(urls.map(askExternalOne));
      return Promise.all(
        heads.map(async ({ link, isOpen }) => {
          const { url } = link;
          if (!isOpen || !mayAsk(url)) return link;
          const request = { url, timeoutMs: EXTERNAL_TIMEOUT_MS, maxBytes: EXTERNAL_BYTES };
          return externalLink(url, await client.probe(request));
        }),
      );
    },

    /** Looks for the Markdown versions that HTML answers declare or may have; what cannot be asked stays open. */
    findTwins: (followed: readonly Followed[]): Promise<Followed[]> =>
      Promise.all(
        followed.map(async (each): Promise<Followed> => {
          const { link, twinUrl } = each;
          if (twinUrl === undefined || twinUrl === link.url) return each;
          if (!mayAsk(twinUrl)) return { ...each, link: { ...link, form: undefined } };
          const form = isTwin(twinUrl, await client.file(twinUrl)) ? 'html-with-twin' : 'html';
          return { ...each, link: { ...link, form } };
        }),
      ),
  };
}

function declaredTwin({ text, headers, finalUrl }: Extract<Probe, { answered: true }>): string | undefined {
  return declaredAlternate({ html: text, linkHeader: headers.link ?? '', pageUrl: finalUrl });
}

function readNested({ text, finalUrl }: Extract<Probe, { answered: true }>): NestedLlmsTxt['file'] {
  const parsed = parseLlmsTxt(text);
  const links = llmsTxtLinks(parsed).flatMap(({ url }) => normaliseUrl(url, finalUrl) ?? []);
  return { charCount: parsed.charCount, links: [...new Set(links)].slice(0, MAX_NESTED_LINKS) };
}
