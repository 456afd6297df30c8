import { ACTORS } from '../src/scanner/actions/actors.ts';
import { ACTION_CREDITS } from '../src/scanner/actions/credits.ts';
import { KIND_WORDS, VERDICT_WORDS } from '../src/scanner/actions/words.ts';
import { ACTION_KINDS, VERDICTS } from '../src/scanner/model/actions.ts';
import { citation } from './citation.ts';
import { markdownTable } from './markdown-table.ts';

/** What each figure of `ACTION_CREDITS` is worth to an actor; one row a figure. */
const CREDIT_WORDS: Readonly<Record<Exclude<keyof typeof ACTION_CREDITS, 'actorShare'>, string>> = {
  placeholderOnly: 'A field is named by a placeholder alone',
  nameAlone: 'Nothing but its name attribute, which is a word, or the button of a search that finds, names a field',
  madeByScript: 'A script makes the form or the search',
  foreignFrame: 'The form is in a frame of another host',
  notLinked: 'No page links to the page of the form',
  postAlone: 'The address of a form answers 404 to a GET, and may yet accept a POST',
  postBesideDead: 'The same on a site whose search is gone, too',
  looseToken: 'A form has a token, and nothing ties it to the reader',
  mailOnly: 'The form opens a mail program',
  endless: 'Scrolling loads more of a list',
  countAlone: 'A count says that a list goes on, and no control is seen',
  unfiltered: 'A search or a call brings the same results for any value',
  noHeaders: 'A table has no headers',
  dataAlone: 'A price is in JSON-LD alone',
  priceDiffers: 'The price in JSON-LD differs from that in the text',
  proseOnly: 'An API is described in prose alone',
  guessed: 'The description of an API is found by guessing its place',
  noKey: 'An API needs a key, and nothing says how to get one',
};

/** docs/actors.md: who acts on the web how, with the source of each claim. */
export function actorsPage(): string {
  return [
    '# Actors',
    '',
    'An actor is a description of how one kind of agent acts on the web. The actions that a site offers are graded for each actor that',
    'would do it, without sending anything. All actors count alike, because no share of real agents is known.',
    '',
    'This page is generated from `src/scanner/actions/actors.ts` and `src/scanner/actions/credits.ts` (`npm run generate`).',
    '',
    markdownTable([
      ['kind of action', ...ACTORS.map(({ name }) => name)],
      ...ACTION_KINDS.map((kind) => [
        `${KIND_WORDS[kind]} (\`${kind}\`)`,
        ...ACTORS.map(({ kinds }) => (kinds.includes(kind) ? 'graded' : '-')),
      ]),
    ]),
    '',
    `An action ${VERDICTS.filter((verdict) => verdict !== 'not measured')
      .map((verdict) => (verdict === 'blocked' ? 'is blocked' : VERDICT_WORDS[verdict]))
      .join(', ')}, or was not measured. An unmeasured action lowers the coverage and never the grade.`,
    ...ACTORS.flatMap(({ name, acts, sources }) => [
      '',
      `## ${name}`,
      '',
      acts,
      '',
      ...sources.map((source) => `- ${source.says} ${citation(source)}`),
    ]),
    '',
    '## What a hindrance leaves',
    '',
    'Of an action that something hinders, an actor gets this share. The figures are assumed, and',
    '[the experiment](validity.md) shows how well they rank sites.',
    '',
    markdownTable([
      ['hindrance', 'share'],
      ...creditKeys().map((key) => [CREDIT_WORDS[key], shareText(ACTION_CREDITS[key])]),
    ]),
    '',
  ].join('\n');
}

type CreditKey = keyof typeof CREDIT_WORDS;
const creditKeys = (): CreditKey[] => Object.keys(CREDIT_WORDS) as CreditKey[];

const shareText = (credit: number | { readonly form: number; readonly browser: number }): string =>
  typeof credit === 'number' ? String(credit) : `${credit.form} by HTTP, ${credit.browser} in a browser`;
