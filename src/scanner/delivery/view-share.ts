import { FULL_WORDS } from '../model/score.ts';
import { BLOCK, type TextBlocks } from '../parse/html/text-blocks.ts';
import type { Reader } from '../readers/readers.ts';
import type { LoggedPage } from './page-log.ts';
import { type Mends, NOTHING_MENDED } from './page-log.ts';
import { hasShadow, inBrowser, type Sign, signsOf } from './signs/signs.ts';
import { type BlockWorth, ownWords } from './site.ts';

type Text = NonNullable<LoggedPage['text']>;

/** The first characters of a page's own text carry nearly all of what it is asked for. */
const FIRST_CHARS = 3000;
const FIRST_SHARE = 0.9;
/** A landmark that holds less of the own words is not where the content is. */
const MIN_IN_CONTENT = 0.5;
/** Shorter blocks are labels. */
const MIN_BLOCK_WORDS = 5;
const IMAGE_LOSS_EXPONENT = 1.5;
/** Characters of a page that P7 asks for. */
const SMALL_PAGE_CHARS = 50_000;

/** Words that a form of the page must have to be whole: those of a full page where text is missing in the HTML. */
function wholeWords({ blocks }: Text, worth: BlockWorth, { signs }: HtmlFactors): number {
  const own = ownWords(blocks, worth);
  return signs.length > 0 ? FULL_WORDS : Math.min(FULL_WORDS, Math.max(1, own));
}

function weightOf(text: Text, worth: BlockWorth, { signs, images, rendered }: HtmlFactors): number {
  if (text.isSignIn || hasShadow(text.signs) || signs.length > 0 || images < 1 || rendered === 0) return 1;
  return Math.min(1, ownWords(text.blocks, worth) / FULL_WORDS);
}

/** How a reader fares with the text of one page it has fetched: each from 0 to 1. */
export interface ViewShare {
  readonly answered: number;
  readonly ownText: number;
  readonly beforeTheCut: number;
}

/** The factors of a page's text for one reader, by the check whose fix restores each; measured once. */
export interface View {
  readonly html: HtmlFactors;
  readonly markdown: { readonly share: ViewShare; readonly via: 'negotiation' | 'declared' } | undefined;
  /** The reader is given Markdown that says something else than the page, or is led to none. */
  readonly isMisled: boolean;
  readonly asksForMarkdown: boolean;
  /** What the page counts in the mean: that of its words where it is whole, 1 where text of it is missing. */
  readonly weight: number;
}

interface HtmlFactors {
  /** What a wall (P4) and a wrong encoding (P1) leave. */
  readonly behindWall: number;
  readonly intact: number;
  /** What each sign of missing text leaves, by the check whose fix brings it. */
  readonly signs: readonly Sign[];
  /** 0 for text of noscript that this reader does not see (P5); the share in this reader's view (P9). */
  readonly rendered: number;
  readonly inView: number;
  /** The same with the text that is hidden from the accessibility tree (P25). */
  readonly inViewIfShown: number;
  /** What images leave (P18). */
  readonly images: number;
  /** Before the cut: as it is, with the content first (P8), in a landmark (P9), on a page of the size that P7 asks for. */
  readonly cut: number;
  readonly cutIfFirst: number;
  readonly cutIfMarked: number;
  readonly cutIfSmall: number;
}

export function viewOf(text: Text, worth: BlockWorth, reader: Reader): View {
  const { asksForMarkdown } = reader;
  const twin = asksForMarkdown ? text.twin : undefined;
  const html = htmlFactors(text, worth, reader);
  const view = { html, asksForMarkdown, weight: weightOf(text, worth, html) };
  if (twin === undefined) return { ...view, markdown: undefined, isMisled: false };
  if (!twin.agrees) return { ...view, markdown: undefined, isMisled: true };
  const share: ViewShare = {
    answered: 1,
    ownText: Math.min(1, twin.words / wholeWords(text, worth, html)) * twin.brought,
    beforeTheCut: cutShare(Math.min(twin.chars, reader.pageChars), twin.chars),
  };
  return { ...view, markdown: { share, via: twin.via }, isMisled: false };
}

/** @param mends the fixed checks among those that find a fault on this page */
export function shareOfView(view: View, mends: Mends): ViewShare {
  if (view.asksForMarkdown && (mends.has('P22') || mends.has('P23'))) return WHOLE;
  const plain = plainShare(view, mends);
  return keptMarkdown(view, plain) ?? plain;
}

/** Which form of the page the reader keeps; a Markdown version that contradicts the page replaces it, too. */
export const keptForm = (view: View): 'markdown' | 'html' =>
  view.isMisled || keptMarkdown(view, plainShare(view, NOTHING_MENDED)) !== undefined ? 'markdown' : 'html';

/** The share in the Markdown version, where the reader is given it or it brings more; else undefined. */
const keptMarkdown = ({ markdown }: View, plain: ViewShare): ViewShare | undefined =>
  markdown !== undefined && (markdown.via === 'negotiation' || productOf(markdown.share) > productOf(plain))
    ? markdown.share
    : undefined;

function plainShare({ html, isMisled }: View, mends: Mends): ViewShare {
  return {
    answered: (mends.has('P4') ? 1 : html.behindWall) * (mends.has('P1') ? 1 : html.intact),
    ownText:
      (isMisled ? 0 : 1) *
      html.signs.reduce((kept, sign) => kept * (mends.has(sign.check) ? 1 : sign.kept), 1) *
      (mends.has('P4') || mends.has('P5')
        ? 1
        : html.rendered * (mends.has('P9') ? 1 : mends.has('P25') ? html.inViewIfShown : html.inView)) *
      (mends.has('P18') ? 1 : html.images),
    beforeTheCut: Math.max(
      html.cut,
      mends.has('P8') ? html.cutIfFirst : 0,
      mends.has('P9') ? html.cutIfMarked : 0,
      mends.has('P7') ? html.cutIfSmall : 0,
      mends.has('P7') && mends.has('P8') ? 1 : 0,
    ),
  };
}

const WHOLE: ViewShare = { answered: 1, ownText: 1, beforeTheCut: 1 };

const productOf = ({ answered, ownText, beforeTheCut }: ViewShare) => answered * ownText * beforeTheCut;

/** Which blocks of a page its reader takes up. */
export function blocksInView(
  blocks: TextBlocks,
  worth: BlockWorth,
  reader: Reader,
  isAllShown = false,
): (at: number) => boolean {
  const isContent = (at: number) => ((blocks.places[at] ?? 0) & BLOCK.content) !== 0;
  const isShown = (at: number) => ((blocks.places[at] ?? 0) & BLOCK.hidden) === 0;
  const all = ownWords(blocks, worth);
  const usesContent = reader.view !== 'page' && all > 0 && ownWords(blocks, worth, isContent) >= MIN_IN_CONTENT * all;
  return (at) => (!usesContent || isContent(at)) && (isAllShown || reader.view !== 'tree' || isShown(at));
}

function htmlFactors(text: Text, worth: BlockWorth, reader: Reader): HtmlFactors {
  const { blocks, isNoscript } = text;
  const all = ownWords(blocks, worth);
  const inView = blocksInView(blocks, worth, reader);
  const rendered = isNoscript && reader.view === 'tree' ? 0 : 1;
  const whole = Math.min(FULL_WORDS, all);
  const seenOf = (isSeen: (at: number) => boolean): number => {
    const words = ownWords(blocks, worth, isSeen);
    return whole === 0 ? 1 : Math.min(1, words / whole) * (words / all);
  };
  const isInTree = reader.view === 'tree';
  const { read, received, own } = receivedChars(blocks, worth, inView, reader.pageChars);
  // On a page of the recommended size the same text has the same proportion, so the budget reaches further by that
  // ratio.
  const reachOnSmall = reader.pageChars * Math.max(1, read / SMALL_PAGE_CHARS);
  const small =
    reachOnSmall === reader.pageChars ? received : receivedChars(blocks, worth, inView, reachOnSmall).received;
  const beforeTheCut = (cut: number) => reader.excerptShare + (1 - reader.excerptShare) * cut;
  const cutIfFirst = beforeTheCut(cutShare(Math.min(own, reader.pageChars), own));
  return {
    behindWall: text.isSignIn ? 0 : 1,
    intact: text.intactShare,
    signs: signsFor(text, all, isInTree),
    rendered,
    inView: rendered === 0 ? 1 : seenOf(inView),
    inViewIfShown: rendered === 0 ? 1 : seenOf(blocksInView(blocks, worth, reader, true)),
    images: imageShare(text, worth, blocks),
    cut: beforeTheCut(cutShare(received, own)),
    cutIfFirst,
    // A reader of the content begins to read at its landmark.
    cutIfMarked: reader.view === 'page' ? 0 : cutIfFirst,
    cutIfSmall: beforeTheCut(cutShare(small, own)),
  };
}

/** Where `noscript` has the text, the signs are those of the shell around it. */
function signsFor({ signs, isNoscript }: Text, own: number, isInTree: boolean): Sign[] {
  if (isNoscript) return [];
  if (!isInTree) return signsOf(signs, own);
  const seen = inBrowser(signs);
  return signsOf(seen.page, own + seen.words);
}

/**
 * Images that nothing is said of are parts of the page that do not arrive. A few among much text are photographs mostly, which
 * lack little to a reader; where they stand in place of the text, they are the text: so the loss grows faster than their share.
 */
function imageShare({ muteImages }: Text, worth: BlockWorth, blocks: TextBlocks): number {
  const texts = worth.reduce(
    (count, each, at) => (each > 0 && (blocks.words[at] ?? 0) >= MIN_BLOCK_WORDS ? count + 1 : count),
    0,
  );
  return 1 - (muteImages / Math.max(1, texts + muteImages)) ** IMAGE_LOSS_EXPONENT;
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
  return { read, received, own };
}

/** What lies far down a long page costs little; a page whose text begins behind the cut is lost. */
export function cutShare(received: number, own: number): number {
  if (own === 0) return 1;
  const first = Math.min(1, received / Math.min(own, FIRST_CHARS));
  return FIRST_SHARE * first + (1 - FIRST_SHARE) * (received / own);
}
