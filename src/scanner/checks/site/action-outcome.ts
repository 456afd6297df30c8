import { kindShares } from '../../actions/judge.ts';
import { blockersOf, fixesOf, KIND_WORDS, reasonOf, VERDICT_WORDS } from '../../actions/words.ts';
import type { ActionKind, ActionsArtifact, Offer } from '../../model/actions.ts';
import type { Outcome } from '../../model/result.ts';
import { pluralize } from '../../pluralize.ts';
import { fail, notApplicable, pass, unmeasured, warn } from '../define.ts';

/** A share above this passes where nothing is in the way, one below its rest fails. */
const NEARLY = 0.95;

/** The check of one kind of action: what all of its offers come to. Its credit is the share that agents can complete. */
export function actionOutcome({ offers }: ActionsArtifact, kind: ActionKind, noun: string): Outcome {
  const own = offers.filter((offer) => offer.kind === kind);
  if (own.length === 0) return notApplicable(`The site offers no ${noun}.`);
  const [found] = kindShares({ offers: own });
  const share = found?.share;
  const faulty = own.filter((offer) => blockersOf(offer).length > 0).sort((a, b) => rank(a) - rank(b));
  const [worst] = [...faulty, ...own];
  const evidence = worst === undefined ? {} : evidenceFor(worst, own);
  if (share === undefined) return unmeasured(`Whether agents can use the ${noun} could not be measured.`, evidence);
  const whole = own.filter(({ verdict }) => verdict === 'works').length;
  if (worst === undefined || (share >= NEARLY && own.every(({ verdict }) => verdict !== 'in part')))
    return pass(`${KIND_WORDS[kind]}: ${worksOf(whole, own.length)}.`, evidence);
  const counted =
    own.length === 1 ? '' : `${whole} of ${pluralize(own.length, 'offer')} ${whole === 1 ? 'works' : 'work'}. Worst: `;
  const message = `${KIND_WORDS[kind]}: ${counted}${VERDICT_WORDS[worst.verdict]}${reasonOf(worst) === '' ? '' : `: ${reasonOf(worst)}`}.`;
  const finding = { howToFix: fixesOf(faulty), evidence, credit: share };
  return share <= 1 - NEARLY ? fail(message, finding) : warn(message, finding);
}

function worksOf(whole: number, all: number): string {
  if (all === 1) return 'works';
  return whole === all ? `all ${all} work` : `${whole} of ${all} work, and the rest was not measured`;
}

const ORDER = ['blocked', 'browser only', 'in part', 'not measured', 'works'];
const rank = ({ verdict }: Offer): number => ORDER.indexOf(verdict);

function evidenceFor({ asked, where, shown }: Offer, own: readonly Offer[]) {
  return {
    url: asked.url,
    page: where,
    snippet: shown,
    examples: own.map(
      (offer) =>
        `${offer.where}: ${VERDICT_WORDS[offer.verdict]}${reasonOf(offer) === '' ? '' : ` (${reasonOf(offer)})`}`,
    ),
  };
}
