/** The files of the fixture sites, to be mutated. */
import { brokenCapabilities, capableSite } from '../../fixtures/sites/capable-site.ts';
import { carelessLlmsTxt } from '../../fixtures/sites/careless-llms-txt.ts';
import { curatedLlmsTxt } from '../../fixtures/sites/curated-llms-txt.ts';
import { goodSite } from '../../fixtures/sites/good-site.ts';
import { hostileWords } from '../../fixtures/sites/hostile-words.ts';
import { injectingUrls } from '../../fixtures/sites/injecting-urls.ts';
import type { Answer, Site } from '../../support/site-server.ts';

const SITES: readonly Site[] = [
  goodSite,
  capableSite,
  brokenCapabilities,
  carelessLlmsTxt,
  curatedLlmsTxt,
  hostileWords,
  injectingUrls,
];
const ORIGIN = 'https://site.example';

const answers: readonly (readonly [path: string, answer: Answer])[] = SITES.flatMap(({ pages }) =>
  Object.entries(pages).map(([path, page]) => {
    const request = { method: 'GET', path, search: '', headers: {}, origin: ORIGIN };
    return [path, typeof page === 'function' ? page(request) : page] as const;
  }),
);

/** Bodies of all files whose path, or type, is like that. At least one. */
export function filesLike(kind: RegExp): readonly string[] {
  const found = answers
    .filter(([path, { headers }]) => kind.test(`${path} ${headers?.['content-type'] ?? 'text/html'}`))
    .map(([, { body }]) => body)
    .filter((body): body is string => typeof body === 'string' && body !== '');
  if (found.length === 0) throw new Error(`no fixture is like ${kind}`);
  return [...new Set(found)];
}

/** Values of a header in all answers. */
export const headersNamed = (name: string): readonly string[] => [
  ...new Set(answers.flatMap(([, { headers }]) => headers?.[name] ?? [])),
];
