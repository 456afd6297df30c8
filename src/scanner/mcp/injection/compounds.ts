/** What several words of an English sentence mean together, apart from each other: patterns over the words in a small span. */

import type { Concept } from './concepts.ts';
import type { Token } from './sentences.ts';

type Place = Concept | ReadonlySet<string>;
interface Compound {
  readonly means: Concept;
  /** In this order, each within `gap` words of the one before. */
  readonly path: readonly Place[];
  readonly gap: number;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const EVERYTHING = words('what whatever everything all anything things words');
const SAID = words(
  'typed said wrote asked told mentioned shared entered written stated dictated confided revealed uploaded pasted says types writes',
);
const TOLD = words('told gave given instructed briefed taught set assigned');
const OTHER = words(
  "host's client's ide's other another native built-in builtin rival competing alternative different",
);
const ANY = words('any every all no');

const COMPOUNDS: readonly Compound[] = [
  { means: 'conversation', path: [EVERYTHING, 'user', SAID], gap: 4 },
  {
    means: 'conversation',
    path: [
      words('last previous prior preceding earlier past recent'),
      words('exchanges messages turns questions prompts replies remarks lines requests answers'),
    ],
    gap: 3,
  },
  {
    means: 'conversation',
    path: [words('said typed discussed written shared mentioned'), words('earlier before today far above')],
    gap: 2,
  },
  { means: 'prompt', path: ['superior', TOLD, 'you'], gap: 3 },
  { means: 'prompt', path: ['rules', words('given gave received told were'), 'you'], gap: 5 },
  { means: 'prompt', path: ['rules', 'you', words('were given received got have')], gap: 3 },
  {
    means: 'itSays',
    path: [EVERYTHING, words('says say asks ask demands demand returns tells orders requests instructs wants')],
    gap: 5,
  },
  { means: 'otherTools', path: [OTHER, 'toolWord'], gap: 3 },
  { means: 'otherTools', path: [ANY, words('other'), 'toolWord'], gap: 3 },
  { means: 'asIf', path: [words('as'), words('if though')], gap: 1 },
  { means: 'asIf', path: [words('weight rank standing status force authority'), words('of as'), 'superior'], gap: 3 },
  { means: 'toolList', path: [words('names name list'), 'toolWord', 'you'], gap: 5 },
  { means: 'personal', path: [words('everything all what'), words('known know remember'), words('about of')], gap: 3 },
  {
    means: 'unasked',
    path: [
      words('without skipping bypassing'),
      words(
        'asking confirmation approval consent permission review prompting waiting authorization authorisation checking confirming confirm',
      ),
    ],
    gap: 4,
  },
  { means: 'newRole', path: [words('now henceforth hereby currently'), 'role'], gap: 4 },
  { means: 'newRole', path: [words('longer'), words('bound restricted limited subject required constrained')], gap: 2 },
  { means: 'noConsent', path: [words('no'), 'consent'], gap: 2 },
  // "Internal notes are meant for staff"
  {
    means: 'rejected',
    path: [words('meant intended'), words('for'), words('staff employees internal colleagues')],
    gap: 2,
  },
  // "Leave it out" alone tells how to fill in a parameter.
  { means: 'noDoing', path: [words('leave leaves left'), words('this that them these'), words('out')], gap: 1 },
  { means: 'noDoing', path: [words('leave leaves left'), words('it'), words('out'), words('of')], gap: 1 },
  { means: 'noDoing', path: [words('stay stays keep keeps remain remains'), words('quiet silent')], gap: 1 },
  {
    means: 'noDoing',
    path: [
      words('needs need requires wants deserves'),
      words('no'),
      words('footnote mention comment note explanation remark disclosure announcement'),
    ],
    gap: 2,
  },
  {
    means: 'noDoing',
    path: [
      words('keep keeps leave'),
      words('this that step statement entry call transfer copy command'),
      words('out off'),
      words('of'),
      words('log logs history transcript summary record records'),
    ],
    gap: 2,
  },
  // "Consent was given at installation", "the licence covers permission for this"
  {
    means: 'settledConsent',
    path: [
      'consent',
      words('gathered given collected obtained granted included covered understood implied settled deemed'),
      words('install installation setup onboarding licence license subscription contract terms signup registration'),
    ],
    gap: 9,
  },
  {
    means: 'settledConsent',
    path: [
      words('say state record note write claim report'),
      words('user person customer owner client they'),
      words('agreed approved consented confirmed authorised authorized accepted'),
    ],
    gap: 5,
  },
  {
    means: 'otherTools',
    path: [words('another other'), words('connector connectors integration integrations plugin plugins')],
    gap: 1,
  },
  { means: 'settledConsent', path: [words('nothing'), words('left'), words('decide approve confirm')], gap: 2 },
  {
    means: 'settledConsent',
    path: [
      words('access permission confirmation approval consent'),
      words('prompt prompts dialog dialogs dialogue box window'),
      words('suspended disabled off waived lifted skipped inactive forgotten'),
    ],
    gap: 3,
  },
  {
    means: 'settledConsent',
    path: [
      words('even'),
      words('where when if though'),
      words('host client editor dialog'),
      words('ask asks pause prompt prompts confirm'),
    ],
    gap: 6,
  },
  // "If a customer wonders about it, the accurate answer is no"
  {
    means: 'ifAsked',
    path: [
      words('if when should'),
      words('somebody someone anybody anyone user users person client customer traveller patient reader they people'),
      words('wonder wonders question questions inquire inquires'),
    ],
    gap: 3,
  },
  {
    means: 'ifAsked',
    path: [
      words('if when should'),
      words('somebody someone anybody anyone user users person client customer traveller patient reader they people'),
      words('ask asks asked'),
      words('about whether if why what how where'),
    ],
    gap: 3,
  },
  {
    means: 'settledAnswer',
    path: [words('answer reply response'), words('is'), words('no none nothing yes')],
    gap: 3,
  },
  {
    means: 'settledAnswer',
    path: [words('thing line enough suffices sufficient'), words('to'), words('say reply answer state')],
    gap: 2,
  },
  { means: 'demand', path: [words('contains contain holds hold includes'), 'hiddenMind'], gap: 4 },
  // "hard (discard all changes)"
  {
    means: 'harmless',
    path: [
      words('discard discards discarding'),
      words('all any uncommitted local'),
      words('changes edits modifications'),
    ],
    gap: 3,
  },
  // "Do not try to talk them out of it"
  {
    means: 'rejected',
    path: [words('talk talking'), words('them user customer him her'), words('out'), words('of')],
    gap: 2,
  },
  // "This is not a token"
  { means: 'masked', path: [words('is are'), words('not no'), words('a an the'), 'secret'], gap: 1 },
  // "Take out tokens from logs"
  { means: 'masked', path: [words('take takes taking remove strip'), words('out'), 'secret'], gap: 2 },
  // "Never show them as real account numbers"
  { means: 'rejected', path: [words('as'), words('real genuine actual')], gap: 1 },
  // "The PIN is typed into the app and not in this chat"
  {
    means: 'masked',
    path: [words('not never'), words('in into through'), words('this the'), words('chat conversation')],
    gap: 1,
  },
  // "Say so if the user asks"
  { means: 'userWants', path: [words('please'), words('say'), words('so')], gap: 1 },
  // "Extract the sessionId from the response and pass it to the other tools"
  {
    means: 'harmless',
    path: [
      words('extract take read copy get use keep'),
      'technical',
      words('from'),
      words('response result answer output'),
      words('and'),
      words('pass give send include use supply provide'),
      words('it'),
    ],
    gap: 3,
  },
  // "Use it to open a store, even without saying Shopify"
  {
    means: 'rejected',
    path: [words('even'), words('without'), words('saying mentioning naming')],
    gap: 1,
  },
  // "Never announce a cause before two people have confirmed it"
  {
    means: 'until',
    path: [
      words('never not'),
      'tell',
      words('before until'),
      words('confirmed verified approved reviewed checked agreed signed'),
    ],
    gap: 6,
  },
  { means: 'source', path: [words('from'), words('<email>')], gap: 1 },
  // "A copy of each report goes to our partner"
  {
    means: 'copyOut',
    path: [
      words('copy copies duplicate'),
      words('of'),
      words('each every all any'),
      words('goes go sent forwarded travels lands delivered shared'),
    ],
    gap: 4,
  },
  {
    means: 'topPlace',
    path: [
      words('described ranked listed shown presented named appears placed'),
      words('first top strongest best leading safest'),
    ],
    gap: 4,
  },
  {
    means: 'toolList',
    path: [words('names list'), words('connected installed configured other'), words('servers tools connectors')],
    gap: 4,
  },
  {
    means: 'harmless',
    path: [
      words('report reports send'),
      words('findings vulnerabilities vulnerability bugs bug issues problems feedback questions'),
      words('to'),
      words('<email> <url>'),
    ],
    gap: 2,
  },
  {
    means: 'userWants',
    path: [words('obtain get seek request'), words('their his her'), words('agreement consent approval permission')],
    gap: 2,
  },
  {
    means: 'itSays',
    path: [
      'thirdText',
      words('tells ask asks demands orders requests instructs wants address addresses tell'),
      words('you assistant model'),
    ],
    gap: 4,
  },
  { means: 'asIf', path: [words('as'), 'superior'], gap: 2 },
  { means: 'asIf', path: [words('as'), 'orders'], gap: 3 },
  {
    means: 'userRefuses',
    path: ['user', words('objects refuses declines hesitates protests complains disagrees cancels')],
    gap: 3,
  },
  { means: 'userRefuses', path: ['user', words('says'), words('no stop cancel')], gap: 2 },
  { means: 'mine', path: ['user', 'secret'], gap: 1 },
  {
    means: 'hiddenMind',
    path: [
      words('private internal hidden inner silent unspoken'),
      words('deliberation deliberations reasoning thinking thoughts notes analysis considerations musings'),
    ],
    gap: 2,
  },
];

/** Concepts that the words of a sentence have together, each with the place of its first word. */
export function compoundsIn(tokens: readonly Token[]): { readonly means: Concept; readonly at: number }[] {
  const found: { readonly means: Concept; readonly at: number }[] = [];
  tokens.forEach((token, at) => {
    for (const { means, path, gap } of COMPOUNDS) {
      const [first, ...others] = path;
      if (first !== undefined && fits(token, first) && leadsOn(tokens, at, others, gap)) found.push({ means, at });
    }
  });
  return found;
}

const fits = (token: Token, place: Place): boolean =>
  typeof place === 'string'
    ? token.concepts.has(place) || token.acts.some(({ act }) => act === place)
    : place.has(token.word);

/** Takes the nearest word of each place, so that it takes no more steps than the gaps are long. */
function leadsOn(tokens: readonly Token[], from: number, path: readonly Place[], gap: number): boolean {
  let at = from;
  for (const place of path) {
    const next = tokens.slice(at + 1, at + 1 + gap).findIndex((token) => fits(token, place));
    if (next === -1) return false;
    at += 1 + next;
  }
  return true;
}
