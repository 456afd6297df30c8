import { defined } from '../../basics/defined.ts';
import type {
  ActionAccount,
  DeliveryAccount,
  Explanation,
  Fix as PresentedFix,
  TextShares,
} from '../../schema/explanation.ts';
import { ACTORS } from '../actions/actors.ts';
import { KIND_WORDS } from '../actions/words.ts';
import { CATALOGUE, catalogueOrder, titlesOf, wordsOf } from '../checks/catalogue.ts';
import { type Differing, differingWith, NOTHING_DIFFERS, summarizeWorst } from '../checks/present.ts';
import { evidenceFor, isGate, RUBRIC } from '../checks/rubric.ts';
import type { ActedKind } from '../model/actions.ts';
import type { CheckRecord } from '../model/result.ts';
import type { PageRecord } from '../model/scan.ts';
import type { Delivery, MissingBySign, ReaderShare, ScoreBasis, Tally } from '../model/score.ts';
import { READERS } from '../readers/readers.ts';
import { type Fix, rankLlmsTxtFixes, rankSiteFixes } from './rank-fixes.ts';
import {
  actionFactor,
  actionShare,
  capsOf,
  DELIVERED_POINTS,
  llmsTxtContributions,
  ratingOf,
  scoreLlmsTxt,
  scoreSite,
  siteParts,
} from './score.ts';
import { type Contribution, creditOf, NO_RECORDS, pointsOf, talliesOf } from './tally.ts';

const MAX_EXAMPLES = 10;

/** Where a check's findings are, gathered while the pages are read. */
export interface Finding {
  /** The worst record seen. */
  record: CheckRecord | undefined;
  /** Which parts of the worst record's text do not hold for all; undefined in data stored by older versions. */
  differing?: Differing;
  affectedPages: number;
  /** The page of the worst record first. */
  readonly examples: string[];
}
export type Findings = Map<string, Finding>;

/** Adds the findings of one page, or of the site as a whole without a URL. */
export function collectFindings(into: Findings, checks: readonly CheckRecord[], pageUrl?: string): void {
  for (const record of checks) {
    if (record.status === 'fail' || record.status === 'warn') addFinding(into, record.id, record, pageUrl);
    const better = betterDiscovery(record);
    if (better !== undefined) addFinding(into, BETTER + better.id, better, pageUrl);
  }
}

/** Before the id of a check: what there is to gain by it where it finds no fault. */
const BETTER = 'better ';

function addFinding(into: Findings, key: string, record: CheckRecord, pageUrl: string | undefined): void {
  const finding = into.get(key) ?? { record: undefined, differing: NOTHING_DIFFERS, affectedPages: 0, examples: [] };
  into.set(key, finding);
  const { record: worst } = finding;
  const isWorse = worst?.status === 'warn' && record.status === 'fail';
  if (worst !== undefined) finding.differing = differingWith(finding.differing ?? NOTHING_DIFFERS, worst, record);
  if (worst === undefined || isWorse) finding.record = record;
  if (pageUrl === undefined) return;
  finding.affectedPages += 1;
  if (isWorse) finding.examples.unshift(pageUrl);
  else finding.examples.push(pageUrl);
  finding.examples.splice(MAX_EXAMPLES);
}

export function collectPageFindings(into: Findings, pages: readonly PageRecord[]): void {
  for (const { url, checks } of pages) collectFindings(into, checks, url);
}

/** How the score of a completed scan came about, and the fixes of its selected checks ranked by what they gain. */
export function explainScore(
  scan: Pick<Explanation, 'id' | 'rootUrl' | 'rubricVersion' | 'selection'>,
  basis: ScoreBasis,
  findings: Findings,
): Explanation {
  const tallies = talliesOf(basis);
  const { score, raw, cap, coverage, lowConfidence } = scoreSite(basis);
  const { checks: site } = siteParts(basis);
  const share = (part: Contribution) => shareOf(part, tallies.get(part.id) ?? NO_RECORDS, findings.get(part.id));
  const { selection } = scan;
  const isSelected = (id: string) => selection === undefined || selection.includes(id);
  const missing = basis.delivery?.missing ?? [];
  const fix = (ranked: Fix) =>
    presentFix(
      ranked,
      findings.get(ranked.id) ?? findings.get(BETTER + ranked.id),
      missing.filter(({ check }) => check === ranked.id),
    );
  return {
    ...scan,
    siteScore: score,
    siteRating: ratingOf(score),
    rawScore: round(raw),
    caps: capsOf(basis).map(({ id, limit, reason }) => ({
      id,
      limit,
      reason,
      binding: cap?.id === id && cap.limit === limit,
    })),
    coverage: round(coverage),
    lowConfidence,
    ...defined({ publicOrigin: basis.publicOrigin, platform: basis.platform }),
    delivery: accountOf(basis),
    actions: actionAccountOf(basis),
    categories: categoriesOf(site),
    checks: site.toSorted(catalogueOrder).map(share),
    fixes: rankSiteFixes(basis, isSelected).map(fix),
    llmstxt: {
      score: scoreLlmsTxt(tallies, basis.llmsTxt),
      checks: (basis.llmsTxt === undefined ? [] : llmsTxtContributions(tallies, basis.llmsTxt))
        .toSorted(catalogueOrder)
        .map(share),
      fixes: rankLlmsTxtFixes(basis, isSelected).map(fix),
    },
  };
}

function shareOf(part: Contribution, tally: Tally, finding: Finding | undefined): Explanation['checks'][number] {
  return {
    checkId: part.id,
    // A check that depends on a failed one has no credit, and no result of its own.
    name: titlesOf(part.id)[tally.fails + tally.warns > 0 || part.credit === 0 ? 'fail' : 'pass'],
    category: categoryOf(part.id),
    weight: part.weight,
    evidence: evidenceFor(part.id) ?? null,
    gate: isGate(part.id),
    credit: round(part.credit),
    coefficient: round(part.coefficient),
    points: round(part.points),
    possible: round(part.possible),
    passes: tally.applicable - tally.fails - tally.warns,
    warns: tally.warns,
    fails: tally.fails,
    errors: tally.errors,
    affectedPages: finding?.affectedPages ?? 0,
    examples: finding?.examples ?? [],
  };
}

function presentFix(
  { id, gain, scoreAfter, parts }: Fix,
  finding: Finding | undefined,
  missing: readonly MissingBySign[],
): PresentedFix {
  // A selection may leave out the check whose results show what better discovery gains.
  const record = finding?.record ?? (id === DISCOVERY ? { id, status: 'warn', ...WORDS } : undefined);
  return {
    checkId: id,
    name: titlesOf(id).action,
    gain,
    scoreAfter,
    parts: [...parts],
    ...withSigns(
      record === undefined
        ? { message: '', howToFix: missing.length > 0 && howToBring(missing) === '' ? HOW_TO_BRING : '' }
        : summarizeWorst(record, finding?.differing ?? NOTHING_DIFFERS),
      missing,
      finding?.affectedPages,
    ),
    affectedPages: finding?.affectedPages ?? missing[0]?.pages ?? 0,
    examples: finding?.examples ?? (missing[0]?.examples ?? []).map(({ url }) => url),
  };
}

const HOW_TO_BRING =
  'Send the whole text of each page in its HTML: rendered on the server or at build time, with an address for everything that a click brings.';
/** By sign, where the cause of the missing text needs another fix than the finding of its check. */
const HOW_TO_BRING_BY_SIGN: Readonly<Record<string, string>> = {
  unlinked:
    'Link these pages from a page that readers come to: the navigation, a list of their section, or pages on the same subject.',
  moved: 'Redirect each of these addresses (301) to where its text is now, and list the new address in the sitemap.',
};
const howToBring = (missing: readonly MissingBySign[]): string => {
  const ways = missing.flatMap(({ sign }) => HOW_TO_BRING_BY_SIGN[sign] ?? []);
  return ways.join(' ');
};
/** More signs of one check make no message clearer. */
const MAX_SIGNS = 3;

/**
 * The signs by which text is missing come first: they name the loss that the points are of. The message of the finding is
 * left out where one sign is on all of its pages and says the same.
 * @param affectedPages with the finding; undefined where there is none
 */
function withSigns<Text extends { readonly message: string; readonly howToFix: string }>(
  text: Text,
  missing: readonly MissingBySign[],
  affectedPages: number | undefined,
): Text {
  if (missing.length === 0) return text;
  return {
    ...text,
    message: [
      ...missing.slice(0, MAX_SIGNS).map(missingLine),
      missing.length === 1 && missing[0]?.pages === affectedPages ? '' : text.message,
    ]
      .filter((line) => line !== '')
      .join(' '),
    howToFix: [howToBring(missing), text.howToFix].filter((line) => line !== '').join(' '),
  };
}

/** "31 of 36 pages show no price without a script." */
export const missingLine = ({ pages, of, words }: Pick<MissingBySign, 'pages' | 'of' | 'words'>): string => {
  if (pages > 1) return `${pages} of ${of} pages ${words}.`;
  return `${of === 1 ? 'The page' : `1 of ${of} pages`} ${inSingular(words)}.`;
};

/** What several pages do, said of one: "show their text" becomes "shows its text". */
function inSingular(words: string): string {
  const [verb = '', ...rest] = words.split(' ');
  const said = rest
    .join(' ')
    .replaceAll(/\btheir\b/g, 'its')
    .replaceAll(/\bthem\b/g, 'it')
    .replace(/\band answer\b/, 'and answers');
  return `${{ have: 'has', are: 'is' }[verb] ?? `${verb}s`} ${said}`;
}

/** In the order of the catalogue, whichever of their checks apply to a site. */
const CATEGORIES: readonly string[] = [...new Set(CATALOGUE.map(({ category }) => category))];

/** Sums by category. */
function categoriesOf(parts: readonly Contribution[]): Explanation['categories'] {
  const ordered = parts.toSorted(catalogueOrder);
  return CATEGORIES.flatMap((category) => {
    const ofCategory = ordered.filter(({ id }) => categoryOf(id) === category);
    if (ofCategory.length === 0) return [];
    const sum = (of: 'points' | 'possible') => round(ofCategory.reduce((total, part) => total + part[of], 0));
    return [{ category, points: sum('points'), possible: sum('possible') }];
  });
}

function categoryOf(id: string): string {
  const words = wordsOf(id);
  return words !== undefined && 'category' in words ? words.category : 'other';
}

/** To four decimals: enough to add up, short enough to read. */
const round = (value: number) => Math.round(value * 1e4) / 1e4;

const { check: QUALITY, by: DISCOVERY } = RUBRIC.scaledByDiscovery;

/**
 * What there is to gain on a page whose Markdown earns less than its quality, because of the way it is found: as a
 * finding of the check of that way (P23), which passes there. Undefined where nothing is lost.
 */
function betterDiscovery(record: CheckRecord): CheckRecord | undefined {
  if (record.id !== QUALITY) return undefined;
  const worth = record.status === 'pass' ? 1 : record.status === 'warn' ? RUBRIC.warnCredit : 0;
  return (creditOf(record) ?? 0) < worth ? { id: DISCOVERY, status: 'warn', ...WORDS } : undefined;
}

const WORDS = {
  message: `The Markdown version counts only in part (${QUALITY}), because content negotiation does not serve it.`,
  howToFix:
    'Answer "Accept: text/markdown" at the address of each page with its Markdown (Content-Type: text/markdown, Vary: Accept). Keep the link that names it.',
};

/** Where the text of a site goes: by reader and cause. Null for scans of rubric 1, which did not follow it. */
export function accountOf(basis: ScoreBasis): DeliveryAccount | null {
  const { delivery, siteKind } = basis;
  if (delivery === undefined) return null;
  const readers = delivery.readers.map((share) => ({
    reader: share.reader,
    name: READERS.find(({ id }) => id === share.reader)?.name ?? share.reader,
    ...sharesOf(share, delivery),
  }));
  return {
    all: meanOf(readers),
    readers,
    points: roundShare(siteParts(basis).delivered),
    possible: DELIVERED_POINTS,
    unverifiedRefusal: delivery.isRefused,
    pages: delivery.measured,
    missing: (delivery.missing ?? []).map((each) => ({
      ...each,
      lost: roundShare(each.lost),
      examples: each.examples.map(({ url, example }) => ({ url, example })),
    })),
    // All bits set: every fix that moves the share is made.
    unlisted: roundShare(1 - (delivery.mended.shares.at(-1) ?? delivery.share)),
    siteKind: siteKind ?? null,
  };
}

function sharesOf({ delivered, lost }: ReaderShare, { rootOnly }: Delivery): TextShares {
  return {
    delivered: roundShare(delivered * rootOnly),
    robots: roundShare(lost.robots),
    refused: roundShare(lost.edge),
    // Where only the root can be found and says little, the rest of the site is what cannot be found.
    noWay: roundShare(lost['no-way'] + delivered * (1 - rootOnly)),
    noAnswer: roundShare(lost['no-answer']),
    noText: roundShare(lost['no-text']),
    cutOff: roundShare(lost['cut-off']),
  };
}

function meanOf(readers: readonly TextShares[]): TextShares {
  const mean = (of: keyof TextShares) =>
    readers.length === 0 ? 0 : roundShare(readers.reduce((sum, shares) => sum + shares[of], 0) / readers.length);
  return {
    delivered: mean('delivered'),
    robots: mean('robots'),
    refused: mean('refused'),
    noWay: mean('noWay'),
    noAnswer: mean('noAnswer'),
    noText: mean('noText'),
    cutOff: mean('cutOff'),
  };
}

const roundShare = (value: number) => Math.round(value * 1e4) / 1e4;

/** What agents can do of what the site offers. Null for scans of rubrics that did not ask. */
function actionAccountOf(basis: ScoreBasis): ActionAccount | null {
  const { actions } = basis;
  if (actions === undefined) return null;
  const { delivered, checks } = siteParts(basis);
  const shown = (shares: ActedKind['actors']) =>
    shares.map(({ actor, share }) => ({ actor, name: ACTOR_NAMES.get(actor) ?? actor, share: shareOrNull(share) }));
  return {
    share: shareOrNull(actionShare(basis)),
    lost: round((1 - actionFactor(basis)) * (delivered + pointsOf(checks))),
    kinds: actions.map(({ kind, share, actors, offers }) => ({
      kind,
      name: KIND_WORDS[kind],
      checkId: RUBRIC.actionChecks[kind],
      share: shareOrNull(share),
      actors: shown(actors),
      offers: offers.map((offer) => ({ ...offer, actors: shown(offer.actors) })),
    })),
  };
}

const ACTOR_NAMES: ReadonlyMap<string, string> = new Map(ACTORS.map(({ id, name }) => [id, name]));
/** A member that JSON leaves out is a null to those who read it. */
const shareOrNull = (share: number | null | undefined): number | null =>
  typeof share === 'number' ? roundShare(share) : null;
