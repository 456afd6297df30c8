/** Which of the account's sites a list shows, as the address of the page says it. */
import { SORTS, type Sort } from '../../sites/site-list.ts';
import { MAX_LABEL } from '../../sites/sites.ts';
import { PATHS } from './frame.ts';

/** Of a search, in characters. */
export const MAX_WORDS = 200;
const MAX_CURSOR = 4000;

/** What the list shows, as its address says. */
export interface View {
  readonly search: string;
  readonly label: string;
  readonly sort: Sort;
  readonly reverse: boolean;
  readonly cursor: string;
}

export const EMPTY_VIEW: View = { search: '', label: '', sort: 'recent', reverse: false, cursor: '' };

/** @param query of the page, or the fields of its form. What cannot be read is left out. */
export function viewOf(query: URLSearchParams): View {
  return {
    search: (query.get('q') ?? '').trim().slice(0, MAX_WORDS),
    label: (query.get('label') ?? '').trim().slice(0, MAX_LABEL),
    sort: SORTS.find((sort) => sort === query.get('sort')) ?? EMPTY_VIEW.sort,
    reverse: query.get('reverse') === '1',
    cursor: (query.get('cursor') ?? '').slice(0, MAX_CURSOR),
  };
}

/** The input of list_sites. */
export const wantedOf = ({ search, label, sort, reverse }: View) => ({
  sort,
  reverse,
  ...(search === '' ? {} : { search }),
  ...(label === '' ? {} : { label }),
});

/** The address of a list. @param path of the page or of an export */
export function hrefOf(view: View, path: string = PATHS.sites): string {
  const { search, label, sort, reverse, cursor } = view;
  const query = new URLSearchParams({
    ...(search === '' ? {} : { q: search }),
    ...(label === '' ? {} : { label }),
    ...(sort === EMPTY_VIEW.sort ? {} : { sort }),
    ...(reverse ? { reverse: '1' } : {}),
    ...(cursor === '' ? {} : { cursor }),
  }).toString();
  return query === '' ? path : `${path}?${query}`;
}
