import { offer, type Shares } from '../../src/scanner/actions/define.ts';
import type { ActionKind, ActionsArtifact, BlockerCode, Mark } from '../../src/scanner/model/actions.ts';
import { ORIGIN } from './artifacts.ts';

/** One offer of a kind, with the share of each actor and what hinders all of them. */
export function offering(
  kind: ActionKind,
  shares: Readonly<Partial<Record<Mark['actor'], number | undefined>>>,
  ...codes: readonly BlockerCode[]
): ActionsArtifact {
  const where = `${ORIGIN}/there`;
  const blockers = codes.map((code) => ({ code }));
  const given: Shares = Object.fromEntries(Object.entries(shares).map(([actor, share]) => [actor, [share, blockers]]));
  const asked = { url: where, method: 'GET' as const };
  return {
    offers: [offer({ kind, name: 'a name', where, shown: '<b>', certainty: 'sure', asked, shares: given })],
    more: 0,
  };
}
