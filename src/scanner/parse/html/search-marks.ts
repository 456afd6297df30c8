/** What tells a field of a search: by how it is sent, and by how it is called. */

/** Names of the one field of a form that searches without saying so. */
const SEARCH_NAMES = new Set([
  'q',
  'query',
  's',
  'search',
  'keyword',
  'keywords',
  'searchterm',
  'search_query',
  'term',
]);
/** "Search" in the languages of most sites. */
export const SEARCH_WORD =
  /(?:\b|_)(?:search|suche|suchen|recherche|rechercher|buscar|busca|cerca|zoeken|szukaj|hledat|sök|søg|haku|ara)(?:\b|_)|поиск|搜索|検索|검색/i;

/**
 * Whether the only field of a form that takes words searches.
 * @param field its type, its name as sent, and the words that it is called by; a field for an address or a long text
 *   may speak of a search and asks for something else
 */
export const isSearchField = ({ type, name, words }: { type: string; name: string; words: string }): boolean =>
  SEARCH_NAMES.has(name.toLowerCase()) || (type === 'text' && SEARCH_WORD.test(words));
