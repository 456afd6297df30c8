import { coverageKey } from '../../parse/normalise-url.ts';

const LISTS = new Set(['tag', 'tags', 'tagged', 'author', 'authors']);
const LIST_PARAMETERS = new Set(['tag', 'author', 'page', 'paged']);
const LEGAL = new Set(
  (
    'legal privacy privacy-policy privacy-notice terms terms-and-conditions terms-of-service terms-of-use tos cookies ' +
    'cookie-policy gdpr dpa eula disclaimer imprint impressum datenschutz agb mentions-legales aviso-legal ' +
    'politique-de-confidentialite acceptable-use acceptable-use-policy'
  ).split(' '),
);

/**
 * Reads the path of a page below the scope of a scan in the form in which listings cover pages (S16): '' for the scope
 * itself, undefined for what lies outside.
 */
export function pathReader(scope: string): (url: string) => string | undefined {
  const root = coverageKey(scope);
  return (url) => {
    const key = coverageKey(url);
    if (key === root) return '';
    return key.startsWith(`${root}/`) ? key.slice(root.length + 1) : undefined;
  };
}

/** Segments of such a path, lower-case; none for the scope itself. */
export function segmentsOf(path: string): string[] {
  const [steps = ''] = path.toLowerCase().split('?', 1);
  return steps === '' ? [] : steps.split('/');
}

/** A list by tag or author, a further page of a list, or a legal text: an index for agents need not name them. */
export function isNoise(path: string): boolean {
  const segments = segmentsOf(path);
  const isFurtherPage = segments.at(-2) === 'page' && /^\d{1,6}$/.test(segments.at(-1) ?? '');
  const parameters = new URLSearchParams(path.split('?')[1] ?? '');
  return (
    isFurtherPage ||
    segments.some((segment) => LISTS.has(segment) || LEGAL.has(segment)) ||
    [...parameters.keys()].some((name) => LIST_PARAMETERS.has(name))
  );
}
