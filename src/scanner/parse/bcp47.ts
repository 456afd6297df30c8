/** The two-letter codes of ISO 639-1; "cn", "jp" or "cz" are countries, not languages. */
const TWO_LETTER_LANGUAGES = new Set(
  (
    'aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en ' +
    'eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io is it iu iw ' +
    'ja ji jv jw ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my ' +
    'na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so ' +
    'sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'
  ).split(' '),
);
/** Written for the United Kingdom now and then, but never assigned (the code is GB). */
const NEVER_A_REGION = 'uk';
const MAX_LENGTH = 100;

/**
 * Whether a text is a language tag: well-formed by RFC 5646 section 2.1, with a two-letter language of ISO 639-1 or a
 * three-letter one of the right shape, and a region of the right shape (ISO 3166-1 or UN M.49). Grandfathered irregular
 * tags (`i-klingon`) are not.
 */
export function isLanguageTag(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  const subtags = text.toLowerCase().split('-');
  if (subtags.some((subtag) => !/^[a-z0-9]{1,8}$/.test(subtag))) return false;
  const [language = '', ...rest] = subtags;
  if (language === 'x') return rest.length > 0;
  if (!isLanguage(language)) return false;

  let index = 0;
  const take = (isKind: (subtag: string) => boolean, max: number): void => {
    for (let taken = 0; taken < max && isKind(rest[index] ?? ''); taken += 1) index += 1;
  };
  if (language.length <= 3) take((subtag) => /^[a-z]{3}$/.test(subtag), 3);
  take((subtag) => /^[a-z]{4}$/.test(subtag), 1);
  take((subtag) => /^(?:[a-z]{2}|[0-9]{3})$/.test(subtag) && subtag !== NEVER_A_REGION, 1);
  take((subtag) => /^(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3})$/.test(subtag), rest.length);
  return areExtensions(rest.slice(index));
}

function isLanguage(subtag: string): boolean {
  return subtag.length === 2 ? TWO_LETTER_LANGUAGES.has(subtag) : /^[a-z]{3}$/.test(subtag);
}

/** Each a singleton, once, with at least one subtag of two or more characters; what follows `x` is private. */
function areExtensions(subtags: readonly string[]): boolean {
  const seen = new Set<string>();
  for (let index = 0; index < subtags.length; ) {
    const singleton = subtags[index] ?? '';
    if (singleton.length !== 1 || seen.has(singleton)) return false;
    if (singleton === 'x') return index + 1 < subtags.length;
    seen.add(singleton);
    const start = index + 1;
    index = start;
    while ((subtags[index]?.length ?? 0) > 1) index += 1;
    if (index === start) return false;
  }
  return true;
}
