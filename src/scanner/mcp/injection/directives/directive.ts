import type { Act, Concept, Finding } from '../concepts.ts';
import type { Mood } from '../reading.ts';

/**
 * What leaves the place of a description: an act in a mood, with things, parties, places and scopes in the same sentence.
 * A concept group is met by one of its concepts.
 */
export interface Directive {
  readonly finding: Finding;
  /** Acts, one of which is wanted; none for what a sentence only states. */
  readonly act?: readonly Act[];
  readonly mood?: readonly Mood[];
  /** Groups within `span` words of the act, which the sentence before may name where a pronoun refers to it. */
  readonly near?: readonly (readonly Concept[])[];
  /** Groups anywhere in the sentence. */
  readonly all?: readonly (readonly Concept[])[];
  /** Concepts of honest neighbours: none may be in the sentence. */
  readonly unless?: readonly Concept[];
  readonly span?: number;
  readonly isWarning?: boolean;
  /** Holds in one sort of language only. */
  readonly language?: 'english' | 'other';
}

export const ORDER: readonly Mood[] = ['order'];
export const BAN: readonly Mood[] = ['ban'];
export const UNDONE: readonly Mood[] = ['ban', 'without'];
export const COMMAND: readonly Mood[] = ['order', 'opening'];
export const SAID: readonly Mood[] = ['order', 'opening', 'does'];
export const ANY: readonly Mood[] = ['order', 'opening', 'does', 'loose'];
export const BY_USER: readonly Concept[] = ['userWants', 'rejected', 'masked', 'example', 'option', 'harmless'];
export const ASKED: readonly Concept[] = [...BY_USER, 'userAsks'];

export const SENSITIVE: readonly Concept[] = [
  'secretPlace',
  'homePath',
  'secret',
  'conversation',
  'prompt',
  'hiddenMind',
  'personal',
  'contacts',
  'toolList',
];
export const SINKS: readonly Concept[] = [
  'slot',
  'quotedName',
  'address',
  'url',
  'host',
  'us',
  'thirdParty',
  'name',
  'ownTool',
];
export const AWAY: readonly Concept[] = ['address', 'url', 'host', 'us', 'thirdParty'];
export const BROAD: readonly Concept[] = [
  'always',
  'also',
  'before',
  'later',
  'everyReply',
  'regardless',
  'covert',
  'pretext',
  'must',
  'noDoing',
];
