import type { PageFacts } from '../../parse/html/page-facts.ts';

/** What a sign is judged by: plain data of one page. */
export interface SignPage {
  readonly missing: PageFacts['missing'];
  readonly spaMarker: string | undefined;
  /** Words of the whole body, navigation included. */
  readonly bodyWords: number;
  /** Fields to fill in: a form says little and is whole. */
  readonly hasFields: boolean;
  /** A consent tool, or a dialog that is open when the page arrives. */
  readonly isCovered: boolean;
  readonly asksFirst: PageFacts['accessWall']['asksFirst'];
}

/** Words that are missing by a sign, as far as the page tells. */
export interface Found {
  readonly missingWords: number;
  /** Of the site, cut: evidence. */
  readonly example?: string | undefined;
}

/** How a sign reads a page. Pure: the facts of one page, and the words of its own that it has. */
export type SignRule = (page: SignPage, ownWords: number) => Found | undefined;

/** The words taken for a part of a page that nothing measures: a section of an ordinary page. */
export const SECTION_WORDS = 60;
/** The same of one figure: a price is for more of what people ask than a word does. */
export const FIGURE_WORDS = 6;
/** With fewer words of its own a page may be the rest around a text. */
export const FEW_WORDS = 40;
/** The same of an article that goes on elsewhere. */
export const ARTICLE_WORDS = 400;

export const signPageOf = ({ missing, spaMarker, bodyWordCount, mainFields, accessWall }: PageFacts): SignPage => ({
  missing,
  spaMarker,
  bodyWords: bodyWordCount,
  hasFields: mainFields.search + mainFields.other > 0,
  isCovered: accessWall.consentContainer !== undefined || accessWall.blockingDialog,
  asksFirst: accessWall.asksFirst,
});
