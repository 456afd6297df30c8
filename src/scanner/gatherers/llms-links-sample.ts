import { llmsTxtLinks } from '../crawl/listings.ts';
import { evenlySpaced } from '../evenly-spaced.ts';
import type { LlmsTxtArtifact } from '../llms-txt-artifacts.ts';
import { normaliseUrl } from '../parse/normalise-url.ts';

const MAX_OWN = 50;
const MAX_EXTERNAL = 10;
const MAX_NESTED = 200;
const MAX_NESTED_READ = 20;

export interface ChosenLinks {
  /** Distinct web links of the file. */
  readonly linkCount: number;
  /** Of the scan's origin, sorted, at most 50: the nested llms.txt files to read, and an even sample of the others. */
  readonly own: readonly string[];
  /** Of other origins, sorted, at most 10. */
  readonly external: readonly string[];
  /** Nested llms.txt files, sorted; the first 20 are in `own`. */
  readonly nested: readonly string[];
}

/** The links of an llms.txt that are followed; those to itself are not, and those that differ by a fragment are one. */
export function chooseLinks({ parsed, probe }: NonNullable<LlmsTxtArtifact['file']>, origin: string): ChosenLinks {
  const itself = [probe.url, probe.finalUrl];
  const distinct = new Set(llmsTxtLinks(parsed).flatMap(({ url }) => normaliseUrl(url, probe.finalUrl) ?? []));
  const links = [...distinct].filter((url) => !itself.includes(url)).sort();
  const isOwn = (url: string) => new URL(url).origin === origin;
  const nested = links.filter((url) => isOwn(url) && isNestedLlmsTxt(url)).slice(0, MAX_NESTED);
  const read = nested.slice(0, MAX_NESTED_READ);
  const others = links.filter((url) => isOwn(url) && !isNestedLlmsTxt(url));
  return {
    linkCount: links.length,
    own: [...read, ...evenlySpaced(others, MAX_OWN - read.length)].sort(),
    external: evenlySpaced(
      links.filter((url) => !isOwn(url)),
      MAX_EXTERNAL,
    ),
    nested,
  };
}

/** A link that by its name leads to the llms.txt of a section. */
export const isNestedLlmsTxt = (url: string) => new URL(url).pathname.toLowerCase().endsWith('/llms.txt');
