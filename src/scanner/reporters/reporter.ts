/** What reporters share: their input and output, and the lines that say what reaches agents. */

import { plainHostOf } from '../../basics/parse-url.ts';
import type { DeliveryAccount, Explanation, Fix, TextShares } from '../../schema/explanation.ts';
import type { ReportCover } from '../../schema/report-cover.ts';
import type { Baseline, BrowserReport, Scan } from '../../schema/scan.ts';
import type { Differing } from '../checks/present.ts';
import type { PageScreen } from '../model/browser.ts';
import { actingLines } from './acting.ts';
import type { IgnoredFindings } from './ignored.ts';
import { LOSSES, lossLines, MIN_SHARE, percentOf } from './losses.ts';

/** Plain data that a report is written from: what `get_scan` and `explain_scan` answer for one scan. */
export interface ReportData {
  /** Evidence in it is as the runner cleaned it (evidence.ts). Page results may be cut short or left out. */
  readonly scan: Scan;
  /** Undefined while the scan runs and when it failed: there is no grade to explain. */
  readonly explanation: Explanation | undefined;
  /** Of checks, what the worst result does not say of all; where page results were left out only this knows it. */
  readonly differing?: ReadonlyMap<string, Differing> | undefined;
  /** Findings that the owner accepts; undefined where none are named. */
  readonly ignored?: IgnoredFindings | undefined;
  /** The folder that was served for the scan, as the caller names it; undefined where a URL was scanned. */
  readonly folder?: string | undefined;
  /** Whether many platforms have a recipe for a check; default that none has. */
  readonly hasRecipes?: ((checkId: string) => boolean) | undefined;
  /** An earlier scan to compare with; only reporters of changes use it. */
  readonly baseline?: Baseline | undefined;
  /** What a browser of this machine showed; default that of the scan. */
  readonly browser?: BrowserReport | undefined;
  /** Title, logo and note in front of the report; the logo is safe to show. Only the HTML file shows it. */
  readonly cover?: ReportCover | undefined;
  /** Pictures of the pages that it looked at; only the HTML file shows them. */
  readonly screens?: readonly PageScreen[] | undefined;
}

/** One output format of a scan. */
export interface Reporter {
  /** Kebab-case; how callers ask for it. */
  readonly name: string;
  /** Content type of what `render` answers, without a charset: it is always UTF-8. */
  readonly mediaType: string;
  /** Pure: the same data gives the same text. Text of the site is quoted in fenced blocks only. */
  render(data: ReportData): string;
}

/**
 * The lines that every report has of a doubtful grade, of a site that was read at another address than its own, and of
 * the platform.
 */
export const confidenceLines = ({
  lowConfidence,
  coverage,
  publicOrigin,
  platform,
}: Pick<Explanation, 'lowConfidence' | 'coverage' | 'publicOrigin' | 'platform'>): string[] => [
  ...(lowConfidence
    ? [
        `Low confidence: too little of the site was read or could be measured (${Math.floor(coverage * 100)} % of the weight that applies).`,
      ]
    : []),
  ...(publicOrigin === undefined ? [] : [originLine(publicOrigin)]),
  ...(platform === undefined ? [] : [`Platform: ${platformWords(platform)}.`]),
];

/** What builds and serves the site, each with the sign that shows it. */
export function platformWords({ generator, host }: NonNullable<Explanation['platform']>): string {
  const parts = [
    ...(generator === undefined ? [] : [`built with ${generator.name} (${generator.sign})`]),
    ...(host === undefined ? [] : [`served by ${host.name} (${host.sign})`]),
  ];
  return parts.join(', ');
}

const NAMES = {
  option: 'the option canonicalOrigin',
  sitemap: 'its sitemap',
  canonical: 'its canonical',
  'og:url': 'its og:url',
  'llms.txt': 'its llms.txt',
} as const;

/** Which origin a scan of a copy took for the site's own, and what names it. */
export const originWords = ({ origin, namedBy }: Omit<NonNullable<Explanation['publicOrigin']>, 'servedBy'>): string =>
  `Public origin: \`${origin}\`, named by ${namedBy.map((source) => NAMES[source]).join(', ')}.`;

/** The same with the origin that was asked in its place. */
export const originLine = (publicOrigin: NonNullable<Explanation['publicOrigin']>): string =>
  `${originWords(publicOrigin)} All requests went to \`${publicOrigin.servedBy}\`.`;

const RECIPE_LINK = /\[([^[\]]{1,200})\]\(\/docs\/recipes\/([\w-]{1,40})(?:#[^)]{0,80})?\)/g;
const DOCS_LINK = /\[([^[\]]{1,200})\]\(\/docs\/[^)]{0,200}\)/g;

/** A recipe for a reader without the web pages: links to other recipes become commands, other links their text. */
export const withoutDocsLinks = (text: string, checkId: string): string =>
  text
    .replaceAll(
      RECIPE_LINK,
      (_, name: string, id: string) => `${name} (\`legible checks ${checkId} --platform ${id}\`)`,
    )
    .replaceAll(DOCS_LINK, '$1');

/**
 * Lists the recipes of the first fix that many platforms have one for: `legible checks S9`; undefined where the platform of the
 * site is known, since each fix then names its own.
 */
export function recipesCommand(fixes: readonly Fix[], { explanation, hasRecipes }: ReportData): string | undefined {
  const first = fixes.find(({ checkId }) => hasRecipes?.(checkId));
  return first === undefined || explanation?.platform !== undefined ? undefined : `legible checks ${first.checkId}`;
}

/** Prints the recipe of a fix: `legible checks S9 --platform nginx --site shop.example`; undefined without a recipe. */
export function recipeCommand(
  { checkId, recipe }: Pick<Fix, 'checkId' | 'recipe'>,
  { publicOrigin, rootUrl }: Pick<Explanation, 'publicOrigin' | 'rootUrl'>,
): string | undefined {
  if (recipe === undefined) return undefined;
  const [page = ''] = recipe.path.split('#', 1);
  const host = plainHostOf(publicOrigin?.origin ?? rootUrl);
  const site = host === undefined ? '' : ` --site ${host}`;
  return `legible checks ${checkId} --platform ${page.slice(page.lastIndexOf('/') + 1)}${site}`;
}

export const UNVERIFIED_REFUSAL =
  'Unverified refusal: every imitated assistant is refused where a browser gets the page. The real ones may get in; only your log can tell.';

/** A mark in the line of the grade, because every reader sees that line. */
export const refusalMark = ({ delivery }: Pick<Explanation, 'delivery'>): string =>
  delivery?.unverifiedRefusal === true ? ', unverified refusal' : '';

/** What reaches agents and what keeps the rest back, in sentences; none for a scan of rubric 1. */
export function accountLines(
  explanation: Pick<Explanation, 'delivery' | 'actions' | 'fixes' | 'selection' | 'rawScore'>,
): string[] {
  const { delivery } = explanation;
  if (delivery === null) return [];
  return [
    ...(delivery.unverifiedRefusal ? [UNVERIFIED_REFUSAL] : []),
    ...lossLines(explanation),
    sentenceOf(delivery),
    ...remainderLines(explanation),
    ...actingLines(explanation),
  ];
}

const MIN_REMAINDER = 0.5;
/** The points of text that no ranked fix brings: without them the gains would seem to leave most points out. */
export function remainderLines({ delivery, selection }: Pick<Explanation, 'delivery' | 'selection'>): string[] {
  // A selection has not the fixes of all checks.
  if (delivery === null || selection !== undefined) return [];
  const remainder = delivery.possible * (delivery.unlisted ?? 0);
  if (remainder < MIN_REMAINDER) return [];
  return [`No listed fix brings ${remainder.toFixed(1)} points of text.`];
}

function sentenceOf({ all, siteKind }: DeliveryAccount): string {
  const losses = LOSSES.filter(([of]) => all[of] >= MIN_SHARE).map(([of, words]) => `${words} ${percentOf(all[of])}`);
  const rest = losses.length === 0 ? 'nothing keeps the rest back' : `lost to ${losses.join(', ')}`;
  const kind = siteKind === null ? '' : ` Graded as: ${siteKind}.`;
  return `Of the text ${percentOf(all.delivered)} reaches agents; ${rest}.${kind}`;
}

/** Readers by causes, as a table of Markdown. */
/** @param browser the row of a real browser, where one looked; it is no part of the score */
export function accountTable(
  { delivery }: Pick<Explanation, 'delivery'>,
  browser?: TextShares & { readonly name: string },
): string[] {
  if (delivery === null) return [];
  const cells = (shares: TextShares) =>
    [shares.delivered, ...LOSSES.map(([of]) => shares[of])].map(percentOf).join(' | ');
  return [
    `| reader | reaches it | ${LOSSES.map(([, words]) => words).join(' | ')} |`,
    `|---|${'--:|'.repeat(LOSSES.length + 1)}`,
    ...[...delivery.readers, ...(browser === undefined ? [] : [browser])].map(
      (reader) => `| ${reader.name} | ${cells(reader)} |`,
    ),
  ];
}

/** `S10 2.3 + S11 1.1`; empty where the gain has one part. */
export const partsWords = ({ parts }: Pick<Fix, 'parts'>): string =>
  parts.length < 2 ? '' : parts.map(({ of, gain }) => `${of.replace('-', ' ')} ${gain.toFixed(1)}`).join(' + ');
