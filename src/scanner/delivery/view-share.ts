import { BLOCK, type TextBlocks } from '../parse/html/text-blocks.ts';
import type { Reader } from '../readers/reader.ts';
import type { BlockWorth } from './own-text.ts';
import type { LoggedPage } from './page-log.ts';
import { FULL_WORDS } from './page-text.ts';

type Text = NonNullable<LoggedPage['text']>;

/** The first characters of a page's own text carry nearly all of what it is asked for. */
const FIRST_CHARS = 3000;
const FIRST_SHARE = 0.9;
/** A landmark that holds less of the own words is not where the content is. */
const MIN_IN_CONTENT = 0.5;
/** Shorter blocks are labels. */
const MIN_BLOCK_WORDS = 5;
/** Words of a usual article: a teaser is judged against it. */
const ARTICLE_WORDS = 1000;

/** How a reader fares with the text of one page it has fetched: each from 0 to 1. */
export interface ViewShare {
  readonly answered: number;
  readonly ownText: number;
  readonly beforeTheCut: number;
}

/** What reaches a reader of one page, from its HTML or, where it asks for Markdown and gets it, from that. */
export function viewShare(text: Text, worth: BlockWorth, reader: Reader): ViewShare {
  const { twin } = text;
  const html = htmlShare(text, worth, reader);
  if (!reader.asksForMarkdown || twin === undefined) return html;
  if (!twin.agrees) return twin.via === 'negotiation' ? { ...html, ownText: 0 } : html;
  const markdown: ViewShare = {
    answered: 1,
    ownText: Math.min(1, twin.words / FULL_WORDS) * twin.brought,
    beforeTheCut: cutShare(Math.min(twin.chars, reader.pageChars), twin.chars),
  };
  return twin.via === 'negotiation' || productOf(markdown) > productOf(html) ? markdown : html;
}

const productOf = ({ answered, ownText, beforeTheCut }: ViewShare) => answered * ownText * beforeTheCut;

function htmlShare(text: Text, worth: BlockWorth, reader: Reader): ViewShare {
  const { blocks, isNoscript } = text;
  const isContent = (at: number) => ((blocks.places[at] ?? 0) & BLOCK.content) !== 0;
  const isShown = (at: number) => ((blocks.places[at] ?? 0) & BLOCK.hidden) === 0;
  const all = ownWords(blocks, worth, () => true);
  const usesContent = reader.view !== 'page' && all > 0 && ownWords(blocks, worth, isContent) >= MIN_IN_CONTENT * all;
  const inView = (at: number) => (!usesContent || isContent(at)) && (reader.view !== 'tree' || isShown(at));
  const words = ownWords(blocks, worth, inView);
  const seen = isNoscript && reader.view === 'tree' ? 0 : Math.min(1, words / FULL_WORDS) * (all > 0 ? words / all : 0);
  const { received, own } = receivedChars(blocks, worth, inView, reader.pageChars);
  const cut = cutShare(received, own);
  return {
    answered: (text.isSignIn ? 0 : text.endsAtPaywall ? Math.min(1, all / ARTICLE_WORDS) : 1) * text.intactShare,
    ownText: seen * broughtShare(text, worth),
    beforeTheCut: reader.excerptShare + (1 - reader.excerptShare) * cut,
  };
}

export function ownWords(blocks: TextBlocks, worth: BlockWorth, inView: (at: number) => boolean): number {
  let words = 0;
  for (let at = 0; at < worth.length; at += 1) if (inView(at)) words += (worth[at] ?? 0) * (blocks.words[at] ?? 0);
  return words;
}

/** Images that nothing is said of and panels whose text a script would bring are parts of the page that do not arrive. */
function broughtShare({ muteImages, panels, blocks }: Text, worth: BlockWorth): number {
  const texts = worth.reduce(
    (count, each, at) => (each > 0 && (blocks.words[at] ?? 0) >= MIN_BLOCK_WORDS ? count + 1 : count),
    0,
  );
  const images = muteImages === 0 ? 1 : texts / (texts + muteImages);
  const panelShare = panels.empty === 0 ? 1 : (1 + panels.filled) / (1 + panels.filled + panels.empty);
  return images * panelShare;
}

function receivedChars(blocks: TextBlocks, worth: BlockWorth, inView: (at: number) => boolean, pageChars: number) {
  let read = 0;
  let own = 0;
  let received = 0;
  let start = 0;
  for (let at = 0; at < worth.length; at += 1) {
    const end = blocks.ends[at] ?? start;
    const length = Math.max(0, end - start);
    start = end;
    if (!inView(at)) continue;
    if ((worth[at] ?? 0) > 0) {
      own += length;
      received += Math.max(0, Math.min(length, pageChars - read));
    }
    read += length;
  }
  return { received, own };
}

/** What lies far down a long page costs little; a page whose text begins behind the cut is lost. */
function cutShare(received: number, own: number): number {
  if (own === 0) return 1;
  const first = Math.min(1, received / Math.min(own, FIRST_CHARS));
  return FIRST_SHARE * first + (1 - FIRST_SHARE) * (received / own);
}
