import { plainHostOf } from '../../parse-url.ts';
import type { Explanation, Fix } from '../../schema/explanation.ts';
import type { Baseline, Scan } from '../../schema/scan.ts';
import type { Differing } from '../checks/present.ts';

/** Plain data that a report is written from: what `get_scan` and `explain_scan` answer for one scan. */
export interface ReportData {
  /** Evidence in it is as the runner cleaned it (evidence.ts). Page results may be cut short or left out. */
  readonly scan: Scan;
  /** Undefined while the scan runs and when it failed: there is no grade to explain. */
  readonly explanation: Explanation | undefined;
  /** Of checks, what the worst result does not say of all; where page results were left out only this knows it. */
  readonly differing?: ReadonlyMap<string, Differing> | undefined;
  /** An earlier scan to compare with; only reporters of changes use it. */
  readonly baseline?: Baseline | undefined;
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

/** Which origin a scan of a copy took for the site's own, and why. */
export const originLine = ({ origin, servedBy, namedBy }: NonNullable<Explanation['publicOrigin']>): string =>
  `Public origin: \`${origin}\`, named by ${namedBy.map((source) => NAMES[source]).join(', ')}. All requests went to \`${servedBy}\`.`;

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
