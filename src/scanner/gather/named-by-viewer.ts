/** The description that Swagger UI shows as its package is installed: a script next to the page names it. */
import { parseUrl } from '../../basics/parse-url.ts';
import { isPresent } from '../model/http.ts';
import type { CrawlArtifact } from '../model/page.ts';
import { viewerCallIn } from '../parse/html/viewer-call.ts';
import { asList, isObject, parseUntrustedJson, textOf } from '../parse/json/json.ts';
import type { GatherContext } from './define.ts';

/** The one file of the package `swagger-ui-dist` that an installation changes. */
const INITIALIZER = 'swagger-initializer.js';
const MAX_BYTES = 50_000;
/** The host of the example that the file names at first. */
const EXAMPLE_HOST = 'petstore.swagger.io';

/**
 * Asks for the script of the first page that shows a viewer and does not say itself what it shows, and for its options in JSON
 * (springdoc's `configUrl`): two requests at most. @returns the final address of the description; undefined where none is named
 */
export async function namedByViewer({ links }: GatherContext, { pages }: CrawlArtifact): Promise<string | undefined> {
  const [page] = pages
    .filter(({ hints, apiDescriptions }) => hints.includes('api-viewer') && apiDescriptions.length === 0)
    .map(({ finalUrl }) => finalUrl)
    .sort();
  if (page === undefined) return undefined;
  const script = await textAt(links, new URL(INITIALIZER, page).href);
  const call = script === undefined ? undefined : viewerCallIn(script);
  const config = call?.configHref === undefined ? undefined : parseUrl(call.configHref, page);
  const options = config?.origin === new URL(page).origin ? await textAt(links, config.href) : undefined;
  const href = (options === undefined ? undefined : specIn(options)) ?? call?.specHref;
  const named = href === undefined ? undefined : parseUrl(href, page);
  if (named === undefined || (named.hostname === EXAMPLE_HOST && new URL(page).hostname !== EXAMPLE_HOST))
    return undefined;
  return named.href;
}

async function textAt(links: GatherContext['links'], url: string): Promise<string | undefined> {
  const probe = await links.file(url, { maxBytes: MAX_BYTES });
  return probe.answered && isPresent(probe) ? probe.text : undefined;
}

/** Swagger UI's options: `url`, or `urls` of which it shows the first. */
function specIn(text: string): string | undefined {
  const parsed = parseUntrustedJson(text, MAX_BYTES);
  if (parsed.problem !== undefined || !isObject(parsed.value)) return undefined;
  const { value } = parsed;
  const [first] = asList(value.urls);
  return textOf(value.url) ?? (isObject(first) ? textOf(first.url) : undefined);
}
