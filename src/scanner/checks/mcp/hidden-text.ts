import { pluralize } from '../../pluralize.ts';
import { defineCheck, fail, pass, warn } from '../define.ts';
import { directoryVerdict } from './directory-rules.ts';
import { gradedFindings, notAllRead } from './evidence.ts';

export default defineCheck({
  id: 'M24',
  slug: 'hidden-text',
  series: 'mcp',
  category: 'safety',
  titles: {
    pass: 'The server hides no text from people',
    fail: 'The server hides text from people',
    action: 'Remove the hidden text',
  },
  why: 'A model reads characters that people cannot see. Attackers hide instructions in them from the person who approves the tool.',
  rule: 'Reads every string and key that the server lists. Fails with tag characters, direction controls, control characters other than tab and line breaks, runs of variation selectors, or 4 or more zero-width characters in one string. Warns about 1 to 3 zero-width characters, soft hyphens, 200 or more base64 characters in a row, and text beyond 2,097,152 characters or a depth of 64. Emoji, flags, icons and the joiners of Arabic, Indic and other scripts are fine.',
  sources: [
    'https://www.unicode.org/reports/tr36/',
    'https://github.com/snyk/agent-scan',
    'https://modelcontextprotocol.io/specification/2025-11-25/server/tools#security-considerations',
  ],
  needs: ['handshake', 'advertised'],
  evaluate({ handshake, advertised }) {
    const { texts } = advertised;
    const seen = texts.flatMap(({ path, text }) => hiddenTextIn(text).map((hidden) => ({ at: path, ...hidden })));
    const { grave, slight, evidence: found } = gradedFindings(handshake, seen);
    const evidence = { ...found, directories: [directoryVerdict('hidden', grave.length === 0)] };
    if (seen.length === 0) {
      return (
        notAllRead(advertised, evidence) ?? pass(`Nothing is hidden in ${pluralize(texts.length, 'string')}.`, evidence)
      );
    }
    const howToFix =
      'Remove the characters that the findings show as \\u{...}: save the texts as plain UTF-8, and strip invisible characters from values written by others.';
    return grave.length > 0
      ? fail(`Text is hidden from people in ${pluralize(grave.length, 'place')}.`, { howToFix, evidence })
      : warn(`Characters that people cannot see, or read, stand in ${pluralize(slight.length, 'place')}.`, {
          howToFix,
          evidence,
        });
  },
});

/** Characters that show nothing, and the writing in which some of them are at home. Sources: Unicode 17, UTS 51. */

/** Controls, all that a display may ignore, and interlinear marks; tab and line breaks are no matter. */
const UNSEEN = /(?![\t\n\r])[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** The flags of England, Scotland and Wales: the only recommended emoji with tag characters. */
const TAGGED_FLAGS =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/gu;

/** After these a joiner or non-joiner chooses the form of letters. */
const JOINS =
  /[\p{scx=Arabic}\p{scx=Syriac}\p{scx=Mongolian}\p{scx=Nko}\p{scx=Adlam}\p{scx=Mandaic}\p{scx=Devanagari}\p{scx=Bengali}\p{scx=Gurmukhi}\p{scx=Gujarati}\p{scx=Oriya}\p{scx=Tamil}\p{scx=Telugu}\p{scx=Kannada}\p{scx=Malayalam}\p{scx=Sinhala}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}]/u;

/** Written without spaces: a zero width space marks where a line may break. */
const NO_SPACES = /[\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}]/u;

/** Among these, direction marks keep punctuation in its place. */
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

const HANGUL = /\p{scx=Hangul}/u;
const MONGOLIAN = /\p{scx=Mongolian}/u;

/** What an emoji sequence is made of, but for its joiners. */
const EMOJI_PART = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u20e3/u;
const PICTOGRAPH = /\p{Extended_Pictographic}/u;

/** Letters and marks that have no variants to select: a selector after them, or after a space, says nothing. */
const HAS_NO_VARIANTS = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\s!-"$-)+-/:-~]/u;

/** This many zero-width characters in one text are no accident. */
const MANY_UNSEEN = 4;
const MIN_ENCODED = 200;
/** Rows of few different characters are rulers, not data. */
const MIN_DIFFERENT = 16;
const CONTEXT = 20;

export interface HiddenText {
  readonly severity: 'fail' | 'warn';
  /** Trusted text, then an unescaped piece of the site's text: escape it before display. */
  readonly found: string;
}

type Kind = 'tag' | 'direction' | 'control' | 'selectors' | 'unseen' | 'soft-hyphen';

interface Sighting {
  count: number;
  /** Of the first, in UTF-16 units. */
  readonly at: number;
}

/**
 * What a person who reads a text cannot see and a model can (M24). Emoji, flags, and the joiners, marks and
 * selectors that a script needs are fine.
 */
export function hiddenTextIn(source: string): HiddenText[] {
  // Most texts are short and plain.
  if (source.length < MIN_ENCODED && source.search(UNSEEN) === -1) return [];
  const text = source.replace(TAGGED_FLAGS, '\u{1f3f4}');
  const sightings = sightingsIn(text);
  const piece = (kind: Kind) => excerptAt(text, sightings.get(kind)?.at ?? 0);
  const count = (kind: Kind) => sightings.get(kind)?.count ?? 0;
  const unseen = count('unseen');
  const encoded = encodedRun(text);
  const found: (HiddenText | false)[] = [
    count('tag') > 0 && { severity: 'fail', found: `tag characters that read: ${tagText(text)}` },
    count('direction') > 0 && { severity: 'fail', found: `direction controls: ${piece('direction')}` },
    count('control') > 0 && { severity: 'fail', found: `control characters: ${piece('control')}` },
    count('selectors') > 0 && { severity: 'fail', found: `a run of variation selectors: ${piece('selectors')}` },
    unseen > 0 && {
      severity: unseen >= MANY_UNSEEN ? 'fail' : 'warn',
      found: `${unseen} zero-width characters: ${piece('unseen')}`,
    },
    count('soft-hyphen') > 0 && { severity: 'warn', found: `soft hyphens: ${piece('soft-hyphen')}` },
    encoded !== undefined && { severity: 'warn', found: `${encoded.length} encoded characters: ${encoded}` },
  ];
  return found.filter((entry) => entry !== false);
}

function sightingsIn(text: string): Map<Kind, Sighting> {
  const sightings = new Map<Kind, Sighting>();
  // Looked up only in texts where it matters, and then once.
  let isRightToLeft: boolean | undefined;
  const hasRightToLeft = () => {
    isRightToLeft ??= RIGHT_TO_LEFT.test(text);
    return isRightToLeft;
  };
  for (const { 0: char, index } of text.matchAll(UNSEEN)) {
    const kind = kindOf(char, before(text, index), after(text, index + char.length), hasRightToLeft);
    if (kind === undefined) continue;
    const sighting = sightings.get(kind);
    if (sighting === undefined) sightings.set(kind, { count: 1, at: index });
    else sighting.count += 1;
  }
  return sightings;
}

/** What a character that shows nothing is doing between its neighbours; undefined for what it is there for. */
function kindOf(char: string, previous: string, next: string, hasRightToLeft: () => boolean): Kind | undefined {
  const code = char.codePointAt(0) ?? 0;
  if (code >= 0xe0000 && code <= 0xe007f) return 'tag';
  if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) return 'direction';
  if (/\p{Cc}/u.test(char)) return 'control';
  if (isSelector(char)) {
    if (previous !== '' && isSelector(previous)) return 'selectors';
    return previous === '' || HAS_NO_VARIANTS.test(previous) ? 'unseen' : undefined;
  }
  if (char === '\u00ad') return /\p{L}/u.test(previous) ? 'soft-hyphen' : 'unseen';
  return isAtHome(char, previous, next, hasRightToLeft) ? undefined : 'unseen';
}

function isAtHome(char: string, previous: string, next: string, hasRightToLeft: () => boolean): boolean {
  switch (char) {
    case '\u200d':
      return JOINS.test(previous) || (EMOJI_PART.test(previous) && PICTOGRAPH.test(next));
    case '\u200c':
      return JOINS.test(previous);
    case '\u200b':
      return NO_SPACES.test(previous);
    case '\u200e':
    case '\u200f':
    case '\u061c':
      return hasRightToLeft();
    case '\u115f':
    case '\u1160':
      return HANGUL.test(previous) || HANGUL.test(next);
    default:
      return /[\u180b-\u180f]/.test(char) && MONGOLIAN.test(previous) && !/[\u180b-\u180f]/.test(previous);
  }
}

const isSelector = (char: string): boolean => /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u.test(char);

/** The code point that ends at a place, '' at the start. */
function before(text: string, index: number): string {
  const unit = text.slice(Math.max(0, index - 1), index);
  return /[\udc00-\udfff]/.test(unit) ? text.slice(Math.max(0, index - 2), index) : unit;
}

/** The code point that begins at a place, '' at the end. */
const after = (text: string, index: number): string =>
  index < text.length ? String.fromCodePoint(text.codePointAt(index) ?? 0) : '';

function excerptAt(text: string, at: number): string {
  const start = Math.max(0, at - CONTEXT);
  // Not from the middle of a surrogate pair, which would look like another finding.
  const from = /[\udc00-\udfff]/.test(text.charAt(start)) ? start + 1 : start;
  return text.slice(from, from + 4 * CONTEXT);
}

/** Each tag character encodes the ASCII character whose code is 0xE0000 below. */
function tagText(text: string): string {
  let out = '';
  for (const [char] of text.matchAll(/[\u{e0020}-\u{e007e}]/gu)) {
    out += String.fromCodePoint((char.codePointAt(0) ?? 0xe0020) - 0xe0000);
    if (out.length >= 4 * CONTEXT) break;
  }
  return out;
}

/** The first long row of the base64 alphabet; icons may be images in data URIs. */
function encodedRun(text: string): string | undefined {
  if (text.length < MIN_ENCODED || text.startsWith('data:image/')) return undefined;
  for (const [run] of text.matchAll(/[A-Za-z0-9+/]+/g)) {
    if (run.length >= MIN_ENCODED && new Set(run.slice(0, 4 * MIN_ENCODED)).size >= MIN_DIFFERENT) return run;
  }
  return undefined;
}
