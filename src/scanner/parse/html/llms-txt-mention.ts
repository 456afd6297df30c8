import { MAX_HREF, type ResolveHref } from '../url/normalise-url.ts';
import type { PageFacts } from './page-facts.ts';
import { attributeOf, PLACE, type Visitor } from './walk.ts';

/** A pointer in this share of the text, or in its first characters, is met before an agent stops reading (S14). */
const EARLY_SHARE = 0.1;
const EARLY_CHARS = 500;
const LAST_SHARE = 0.5;
const MAX_CANDIDATES = 20;
const NAME = '/llms.txt';
/** What ends an address in running text. */
const DELIMITER = /[\s"'`<>()[\]{}|,;]/;

interface Candidate {
  /** As written in an href. */
  readonly href: string;
  /** Characters of visible text before it. */
  readonly at: number;
}

export interface LlmsTxtMentionCollector extends Visitor {
  /**
   * To be asked once, when the walk is over.
   * @param hosts of the page and of what it calls its canonical address: another site's llms.txt is no pointer
   */
  mention(resolve: ResolveHref, hosts: ReadonlySet<string>): PageFacts['llmsTxtMention'];
}

/**
 * Where the visible text outside navigation first links to an llms.txt or names one.
 * @param textLength characters of visible text so far, a text node's own among them when it is visited
 */
export function llmsTxtMentionCollector(textLength: () => number): LlmsTxtMentionCollector {
  const candidates: Candidate[] = [];
  const isLookedAt = (place: number): boolean =>
    candidates.length < MAX_CANDIDATES &&
    (place & PLACE.body) !== 0 &&
    (place & (PLACE.navigation | PLACE.hidden)) === 0;
  return {
    wants: { tags: ['a'] },
    textIn: PLACE.body,
    enter(element, place) {
      if (element.tagName !== 'a' || !isLookedAt(place)) return;
      const href = attributeOf(element, 'href')?.trim();
      if (href?.includes('llms.txt') && href.length <= MAX_HREF) candidates.push({ href, at: textLength() });
    },
    text(folded, place) {
      const found = folded.indexOf(NAME);
      if (found === -1 || !isLookedAt(place)) return;
      candidates.push({ href: addressAround(folded, found), at: textLength() - folded.length + found });
    },
    mention(resolve, hosts) {
      const isOwn = ({ href }: Candidate): boolean => {
        const url = resolve(href);
        return url !== undefined && isLlmsTxt(url) && hosts.has(new URL(url).host);
      };
      const first = candidates.find(isOwn);
      if (first === undefined) return undefined;
      const length = textLength();
      if (first.at <= Math.max(EARLY_CHARS, length * EARLY_SHARE)) return 'early';
      return first.at <= length * LAST_SHARE ? 'late' : undefined;
    },
  };
}

/** Whether an absolute URL is that of an llms.txt, in whatever folder. */
export const isLlmsTxt = (url: string): boolean => new URL(url).pathname.endsWith(NAME);

/** `/llms.txt`, `/docs/llms.txt` and `https://host/llms.txt` as they are; `host/llms.txt` with a scheme. */
function addressAround(text: string, nameAt: number): string {
  let start = nameAt;
  while (start > 0 && nameAt - start < MAX_HREF && !DELIMITER.test(text.charAt(start - 1))) start -= 1;
  const address = text.slice(start, nameAt + NAME.length);
  return address.startsWith('/') || /^https?:\/\//i.test(address) ? address : `https://${address}`;
}
