import type { PageDigest } from '../model/page.ts';
import type { PageView, ViewLoss } from '../model/scan.ts';
import { FULL_WORDS } from '../model/score.ts';
import { countWords } from '../parse/html/word-counter.ts';
import { pluralize } from '../pluralize.ts';
import type { Reader } from '../readers/readers.ts';
import type { PageText } from './page-log.ts';
import { NOTHING_MENDED } from './page-log.ts';
import { SIGNS, type SignId } from './signs/signs.ts';
import { type BlockWorth, ownText, ownWords } from './site.ts';
import { blocksInView, cutShare, keptForm, shareOfView, type View, type ViewShare, viewOf } from './view-share.ts';

/** Characters behind the cut that a view quotes. */
const BEHIND_THE_CUT = 300;
/** A smaller loss is not worth a sentence. */
const MIN_LOSS = 0.0005;

/** A page of HTML as it was fetched and judged. */
export interface SeenPage {
  readonly status: number;
  readonly contentType: string;
  readonly isChallenge: boolean;
  readonly digest: PageDigest;
  /** Undefined where the answer is no page to read. */
  readonly text: PageText | undefined;
  /** The page as Markdown, into which the blocks of `text` point. */
  readonly markdown: string;
  readonly twin: { readonly text: string; readonly contentType: string } | undefined;
}

type Received = Omit<PageView, 'finalUrl' | 'status' | 'records'>;

/** What a reader receives of a page. Only this page is known, so its landmarks tell the frame from its own text. */
export function htmlAs(reader: Reader, page: SeenPage): Received {
  const { text, contentType, markdown, twin } = page;
  const [worth] = ownText([{ digest: page.digest, blocks: text?.blocks }]);
  if (text === undefined || worth === undefined) {
    const why = page.isChallenge
      ? 'A bot challenge is answered in place of the page.'
      : page.status === 200
        ? 'The answer only leads elsewhere, or could not be parsed.'
        : page.status === 402
          ? 'The page asks for payment (402).'
          : `The page answers ${page.status}.`;
    return { form: 'html', contentType, ...cutAt(reader, markdown), ...account(NOTHING, { 'no-answer': [why] }) };
  }
  const view = viewOf(text, worth, reader);
  const share = shareOfView(view, NOTHING_MENDED);
  if (keptForm(view) === 'markdown' && twin !== undefined) {
    const chars = text.twin?.chars ?? twin.text.length;
    return {
      form: 'markdown',
      contentType: twin.contentType,
      ...cutAt(reader, twin.text, chars),
      ...account(share, {
        'no-text': view.isMisled
          ? ['The Markdown version contradicts the page, so it counts as nothing.']
          : ['The Markdown version leaves out text of the page.'],
        'cut-off': [cutWhy(reader, chars)],
      }),
    };
  }
  const inView = blocksInView(text.blocks, worth, reader);
  const received = reader.view === 'page' ? markdown : sliceOf(markdown, text, inView);
  return {
    form: 'html',
    contentType,
    ...cutAt(reader, received),
    ...account(share, whysOf(reader, view, text, { worth, chars: received.length })),
  };
}

/** The same of a file that is text, but no HTML. @param chars of the whole file, of which `text` may be the start */
export function fileAs(
  reader: Reader,
  { status, contentType, text, chars }: { status: number; contentType: string; text: string; chars: number },
): Received {
  const isAnswered = status === 200;
  const words = countWords(text);
  const share: ViewShare = {
    answered: isAnswered ? 1 : 0,
    ownText: Math.min(1, words / FULL_WORDS),
    beforeTheCut: cutShare(Math.min(chars, reader.pageChars), chars),
  };
  return {
    form: 'text',
    contentType,
    ...cutAt(reader, text, chars),
    ...account(share, {
      'no-answer': [`The file answers ${status}.`],
      'no-text': [fewWords(words)],
      'cut-off': [cutWhy(reader, chars)],
    }),
  };
}

/** The page of a reader that robots.txt keeps out: it is given nothing. */
export function forbiddenTo(token: string, contentType: string): Received {
  const loss: ViewLoss = { cause: 'robots', share: 1, why: `robots.txt forbids ${token} to read this address.` };
  return { form: 'none', contentType, text: '', behindTheCut: '', chars: 0, delivered: 0, losses: [loss] };
}

const NOTHING: ViewShare = { answered: 0, ownText: 0, beforeTheCut: 0 };

type Whys = Partial<Record<ViewLoss['cause'], readonly string[]>>;

/** Shares in the order in which the account of a scan puts losses down to causes. */
function account(share: ViewShare, whys: Whys): Pick<Received, 'delivered' | 'losses'> {
  const { answered, ownText: own, beforeTheCut } = share;
  const lost = [
    ['no-answer', 1 - answered],
    ['no-text', answered * (1 - own)],
    ['cut-off', answered * own * (1 - beforeTheCut)],
  ] as const;
  return {
    delivered: answered * own * beforeTheCut,
    losses: lost
      .filter(([, part]) => part >= MIN_LOSS)
      .map(([cause, part]) => ({ cause, share: part, why: (whys[cause] ?? []).join(' ') })),
  };
}

function whysOf(
  reader: Reader,
  { html }: View,
  text: PageText,
  { worth, chars }: { worth: BlockWorth; chars: number },
): Whys {
  const words = Math.round(ownWords(text.blocks, worth));
  return {
    'no-answer': [
      ...(text.isSignIn ? ['It asks for a password and has little else.'] : []),
      ...(text.intactShare < 1 ? ['The declared encoding spoils some of its words.'] : []),
    ],
    'no-text': [
      ...html.signs.map(({ id, kept }) => signWhy(id, words, kept)),
      ...(html.rendered < 1 ? ['Its text is in noscript, which this reader does not see.'] : []),
      ...(html.inView < 1 ? ['Some of its text is outside the content that this reader takes.'] : []),
      ...(html.images < 1 ? [`Images of the content without a text alternative: ${text.muteImages}.`] : []),
    ],
    'cut-off': [cutWhy(reader, chars)],
  };
}

const signWhy = (id: SignId, words: number, kept: number): string =>
  `Like pages that ${SIGNS[id].words}: ${pluralize(words, 'word')} of its own, some ${Math.round(100 * (1 - kept))} % of its text missing.`;

const fewWords = (words: number): string =>
  `It has ${pluralize(words, 'word')}; a file counts in full from ${FULL_WORDS} on.`;

const cutWhy = ({ pageChars }: Reader, chars: number): string =>
  `This reader stops after ${pageChars} of ${chars} characters.`;

function cutAt(
  { pageChars }: Reader,
  text: string,
  chars = text.length,
): Pick<Received, 'text' | 'behindTheCut' | 'chars'> {
  const end = cutEnd(text, pageChars);
  return { text: text.slice(0, end), behindTheCut: text.slice(end, cutEnd(text, end + BEHIND_THE_CUT)), chars };
}

/** Not between the halves of a surrogate pair. */
function cutEnd(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff && at < text.length ? at - 1 : Math.min(at, text.length);
}

/** The blocks of the Markdown that a reader takes up. */
function sliceOf(markdown: string, { blocks }: PageText, inView: (at: number) => boolean): string {
  let start = 0;
  const pieces = Array.from(blocks.ends, (end, at) => {
    const piece = inView(at) ? markdown.slice(start, end) : '';
    start = Math.max(start, end);
    return piece;
  });
  return pieces.join('').trim();
}
