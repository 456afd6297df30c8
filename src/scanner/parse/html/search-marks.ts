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

/** Types of fields that switch or choose, where the page says what there is. */
export const SWITCHES = new Set(['checkbox', 'radio', 'range', 'color', 'select']);
/** A search for words may take tags or a place besides. */
const MAX_TEXTS = 3;

interface AskingField {
  readonly type: string;
  /** As it is sent. */
  readonly name: string;
  /** What its attributes call it. */
  readonly words: string;
}

/** What a form says of itself. */
interface AskingForm {
  readonly fields: readonly AskingField[];
  readonly isGet: boolean;
  /** Its classes, id and name. */
  readonly called: string;
  /** What its button says. */
  readonly submit: string;
}

/** A field for an address or a long text may speak of a search and asks for something else. */
const isSearchField = ({ type, name, words }: AskingField): boolean =>
  SEARCH_NAMES.has(name.toLowerCase()) || (type === 'text' && SEARCH_WORD.test(words));

/** Whether a form searches by what it asks for: one field for words, or a few, where the first of them says so, and the button or what the form is called. */
export function asksForWords({ fields, isGet, called, submit }: AskingForm): boolean {
  const [first, ...others] = fields.filter(({ type }) => !SWITCHES.has(type));
  if (first === undefined) return false;
  if (others.length === 0)
    return isSearchField(first) || (isGet && first.type === 'text' && SEARCH_WORD.test(called.slice(0, MAX_CALLED)));
  const areTexts = others.length < MAX_TEXTS && others.every(({ type }) => type === 'text');
  const isCalledSo = SEARCH_WORD.test(submit) || SEARCH_WORD.test(called.slice(0, MAX_CALLED));
  return isGet && areTexts && isSearchField(first) && isCalledSo;
}
const MAX_CALLED = 300;
