/** `legible view <url> --as browser`: one page in a real browser on this machine. */

import { writeFileSync } from 'node:fs';
import { ConfigError, ServiceError } from '../errors.ts';
import type { BrowserPage } from '../scanner/model/browser.ts';
import type { PrivateHostPermit } from '../scanner/model/http.ts';
import { parseSubmittedUrl, privateHostPermit } from '../scanner/net/submitted-url.ts';
import { CHARS_PER_TOKEN } from '../scanner/parse/text/chars-per-token.ts';
import { pluralize } from '../scanner/pluralize.ts';
import { ABSENCE_WORDS } from '../scanner/scoring/browser-report.ts';
import { lookFromHere } from './browser-pass.ts';
import { withRemedy } from './product.ts';
import { allowedPrivateHosts } from './scan-settings.ts';

export interface BrowserViewOptions {
  readonly url: string;
  /** The page may be on this machine or a private network. */
  readonly allowPrivate: boolean;
  readonly ignoreRobots: boolean;
  /** File for the picture of the first screen; undefined for none. */
  readonly picture: string | undefined;
  /** The settings BROWSER and BROWSER_SANDBOX. */
  readonly settings: { readonly browser: string; readonly browserSandbox: boolean };
  readonly signal: AbortSignal;
}

/** Of the whole view. */
const DEADLINE_MS = 90_000;

/**
 * @throws ConfigError where no browser is there, robots.txt forbids the page, or it could not be shown
 */
export async function viewInBrowser(options: BrowserViewOptions): Promise<BrowserPage> {
  const { ignoreRobots, picture, settings } = options;
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(DEADLINE_MS)]);
  const { href: url, permit } = submitted(options);
  const seen = await lookFromHere({ urls: [url], permit, ignoreRobots, settings, signal });
  if (!seen.there) throw new ConfigError(ABSENCE_WORDS[seen.why]);
  const [page] = seen.pages;
  if (page === undefined || page.outcome !== 'read')
    throw new ConfigError(`the browser could not show the page (${page?.outcome ?? 'it took too long'})`);
  if (picture !== undefined && page.picture !== undefined) writeFileSync(picture, page.picture);
  return page;
}

/** The page as a scan would take it, with the permit for its host. */
function submitted({ url: given, allowPrivate }: BrowserViewOptions): {
  readonly href: string;
  readonly permit: PrivateHostPermit | undefined;
} {
  const allowed = allowedPrivateHosts(given, allowPrivate);
  const page = parseSubmittedUrl(given, { allowed });
  if (!page.ok) throw withRemedy(new ServiceError(page.code, page.message), { allowPrivate: allowed });
  return { href: page.url.href, permit: privateHostPermit(page.url, allowed) };
}

/** The text that scripts add, and the snapshot that agents in a browser are given: third-party text. */
export function browserText({ addedLines, tree, snapshotStart }: BrowserPage): string {
  const added = addedLines.length === 0 ? [] : ['Only with scripts:', ...addedLines.map((line) => `+ ${line}`), ''];
  const { length } = snapshotStart;
  return [
    ...added,
    'Accessibility snapshot, as browser agents receive it:',
    snapshotStart,
    ...(tree.chars > length ? [`---- cut at character ${length} of ${tree.chars} ----`] : []),
  ].join('\n');
}

/** What the browser saw, a line each; the names in it are third-party text. */
export function browserLines({
  endedBy,
  text,
  tree,
  pretenders,
  cover,
  forms,
  search,
  more,
  tools,
  errors,
  refused,
}: BrowserPage): string[] {
  const examples = (found: readonly string[]) => (found.length === 0 ? '' : `: ${found.join(' ')}`);
  return [
    `Text in sight: ${text.words} words, ${text.withoutScripts} without scripts; ${text.added} are added by scripts${examples(text.example === '' ? [] : [`"${text.example}"`])}`,
    `Accessibility tree: ${tree.chars} characters, about ${Math.ceil(tree.chars / CHARS_PER_TOKEN)} tokens, ${pluralize(tree.controls, 'control')}, ${tree.unnamed} without a name${examples(tree.examples)}`,
    `Elements that only look like controls: ${pretenders.count}${examples(pretenders.examples)}`,
    `Covered: ${cover.covered} of ${pluralize(cover.points, 'place')} in the first screen${examples(cover.by === '' ? [] : [cover.by])}`,
    ...forms.map(
      ({ name, fields, filled, problems }) =>
        `Form "${name}": ${filled} of ${pluralize(fields, 'field')} can be filled by role and name${examples(problems)}`,
    ),
    ...(search === undefined ? [] : [`Search for "${search.word}" by keyboard: ${search.outcome}`]),
    ...(more === undefined ? [] : [`More by ${more.by}: ${more.before} links before, ${more.after} after`]),
    ...(tools.length === 0 ? [] : [`Tools for agents (WebMCP): ${tools.map(({ name }) => name).join(', ')}`]),
    ...(endedBy === undefined
      ? []
      : ['The page was left before all was seen: it answers no more, or goes on without end']),
    ...errors.map((error) => `Error: ${error}`),
    ...Object.entries(refused).map(([by, count]) => `Requests not made (${by}): ${count}`),
  ];
}
