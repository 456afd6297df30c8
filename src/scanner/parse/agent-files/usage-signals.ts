/** What a site lets be done with its text, in the three words that Content-Signal and Content-Usage share. */
export type Use = 'search' | 'ai-input' | 'ai-train';

export interface UsageStatement {
  readonly use: Use;
  readonly allowed: boolean;
}

export interface UsageLine {
  readonly statements: readonly UsageStatement[];
  /** Members that are no `key=value` of the vocabulary; an empty line is one. */
  readonly badCount: number;
  /** It begins with a path and so holds for a part of the site only. */
  readonly isPartial: boolean;
}

const MAX_MEMBERS = 50;
const SIGNALS: readonly string[] = ['search', 'ai-input', 'ai-train'] satisfies Use[];
/** How an answer may be used, as Cloudflare added to the signals: kept for nothing, for reference, or in full. */
const USE_LEVELS = new Set(['immediate', 'reference', 'full']);
/** Labels of the IETF vocabulary that say the same as a signal; its others are read but not compared. */
const SAME_AS_SIGNAL: Readonly<Record<string, Use>> = { search: 'search', 'train-ai': 'ai-train' };
/** A key of a structured-field dictionary (RFC 9651 section 3.1.2). */
const DICTIONARY_KEY = /^[a-z*][a-z0-9_.*-]*$/;

/** The value of a Content-Signal record or header (contentsignals.org): `search=yes, ai-input=yes, ai-train=no`. */
export function parseContentSignal(value: string): UsageLine {
  return parseLine(value, (key, word) => {
    const name = key.toLowerCase();
    const answer = word.toLowerCase();
    if (name === 'use') return USE_LEVELS.has(answer) ? 'read' : 'bad';
    if (!isSignal(name) || (answer !== 'yes' && answer !== 'no')) return 'bad';
    return { use: name, allowed: answer === 'yes' };
  });
}

/**
 * The value of a Content-Usage record or header (draft-ietf-aipref-attach): a dictionary of labels that are `y` or
 * `n`, in robots.txt after an optional path. The vocabulary is open, so an unknown label is no fault.
 */
export function parseContentUsage(value: string): UsageLine {
  return parseLine(value, (key, word) => {
    const answer = (word.split(';', 1)[0] ?? '').trim();
    if (!DICTIONARY_KEY.test(key) || (answer !== 'y' && answer !== 'n')) return 'bad';
    const use = Object.hasOwn(SAME_AS_SIGNAL, key) ? SAME_AS_SIGNAL[key] : undefined;
    return use === undefined ? 'read' : { use, allowed: answer === 'y' };
  });
}

function parseLine(value: string, read: (key: string, word: string) => UsageStatement | 'read' | 'bad'): UsageLine {
  const trimmed = value.trim();
  const isPartial = trimmed.startsWith('/');
  const pathEnd = isPartial ? trimmed.search(/\s/) : 0;
  const members = (pathEnd === -1 ? '' : trimmed.slice(pathEnd))
    .split(',', MAX_MEMBERS)
    .filter((member) => member.trim() !== '');
  const statements: UsageStatement[] = [];
  let badCount = members.length === 0 ? 1 : 0;
  for (const member of members) {
    const equals = member.indexOf('=');
    const key = equals === -1 ? '' : member.slice(0, equals).trim();
    const meaning = read(key, member.slice(equals + 1).trim());
    if (meaning === 'bad') badCount += 1;
    else if (meaning !== 'read') statements.push(meaning);
  }
  return { statements, badCount, isPartial };
}

const isSignal = (key: string): key is Use => SIGNALS.includes(key);
