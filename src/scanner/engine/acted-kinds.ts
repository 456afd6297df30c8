import { kindShares } from '../actions/judge.ts';
import { reasonOf } from '../actions/words.ts';
import { quote } from '../checks/evidence.ts';
import { type ActedKind, type ActionRow, type ActionsArtifact, type Offer, VERDICTS } from '../model/actions.ts';

const MAX_ROWS = 5;
const MAX_NAME = 60;
const MAX_URL = 300;

/** The stored part of the offers of a site: enough to score, explain and compare it. */
export const actedKinds = ({ offers }: ActionsArtifact): ActedKind[] =>
  kindShares({ offers }).map((kind) => ({
    ...kind,
    offers: offers
      .filter((offer) => offer.kind === kind.kind)
      .sort((a, b) => VERDICTS.indexOf(b.verdict) - VERDICTS.indexOf(a.verdict))
      .slice(0, MAX_ROWS)
      .map(rowOf),
  }));

const rowOf = (offer: Offer): ActionRow => ({
  name: quote(offer.name, MAX_NAME),
  where: quote(offer.where, MAX_URL),
  verdict: offer.verdict,
  reason: reasonOf(offer),
  actors: offer.marks.map(({ actor, share }) => ({ actor, share })),
});
