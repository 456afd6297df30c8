/** What agents can do, in the words that every report has. */

import type { ActionAccount, Explanation } from '../../schema/explanation.ts';
import { VERDICT_WORDS } from '../actions/words.ts';
import { pluralize } from '../pluralize.ts';

type Kind = ActionAccount['kinds'][number];

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** One sentence: the share, and what does not work with its reason; none where the site offers nothing to do. */
export function actingLines({ actions }: Pick<Explanation, 'actions'>): string[] {
  if (actions === null || actions.kinds.length === 0) return [];
  const { share, kinds } = actions;
  const list = kinds.map((kind) => `${kind.name.toLowerCase()}: ${kindWords(kind)}`).join('; ');
  if (share === null) return [`What agents can do here could not be measured: ${list}.`];
  return [`Of what the site offers to do, agents can complete ${percent(share)}: ${list}.`];
}

/** The verdict on a kind, with the reason of its worst offer. */
export function kindWords({ share, offers }: Pick<Kind, 'share' | 'offers'>): string {
  const [worst] = offers;
  if (share === null || worst === undefined) return VERDICT_WORDS['not measured'];
  const same = offers.every(({ verdict }) => verdict === worst.verdict);
  const verdict = same ? VERDICT_WORDS[worst.verdict] : `${percent(share)} of ${pluralize(offers.length, 'offer')}`;
  return worst.reason === '' ? verdict : `${verdict} (${worst.reason})`;
}

/** A mark for what one actor can complete. */
export const markOf = (share: number | null): string =>
  share === null ? 'not measured' : share >= 0.95 ? 'yes' : share <= 0.05 ? 'no' : `in part, ${percent(share)}`;

/** The actors that any kind was judged for, in the order in which kinds name them. */
export const actorsOf = ({ kinds }: ActionAccount): { readonly actor: string; readonly name: string }[] => [
  ...new Map(
    kinds.flatMap(({ actors }) => actors.map(({ actor, name }) => [actor, { actor, name }] as const)),
  ).values(),
];

/** Things to do by actors, as a table of Markdown; none where the site offers nothing to do. */
export function actingTable({ actions }: Pick<Explanation, 'actions'>): string[] {
  if (actions === null || actions.kinds.length === 0) return [];
  const actors = actorsOf(actions);
  const cell = (kind: Kind, actor: string) => {
    const mark = kind.actors.find((each) => each.actor === actor);
    return mark === undefined ? '' : markOf(mark.share);
  };
  return [
    '## What agents can do here',
    '',
    `| to do | ${actors.map(({ name }) => name).join(' | ')} | verdict | check |`,
    `|---|${'---|'.repeat(actors.length + 2)}`,
    ...actions.kinds.map(
      (kind) =>
        `| ${kind.name} | ${actors.map(({ actor }) => cell(kind, actor)).join(' | ')} | ${kindWords(kind)} | ${kind.checkId} |`,
    ),
    '',
  ];
}
