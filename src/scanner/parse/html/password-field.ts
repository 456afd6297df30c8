/** What tells a field for the password of a person. */

import { attributeOf, type Element } from './walk.ts';

/** Words of fields for the key of a service, which hide it as they would a password. */
const KEY = /(?:^|[^a-z])(?:api[\s_-]?keys?|access[\s_-]?tokens?|api[\s_-]?tokens?|secret[\s_-]?keys?)(?:[^a-z]|$)/i;
const NAMING = ['id', 'name', 'placeholder', 'aria-label', 'title'];
const MAX_NAME = 100;

/** Whether an input asks for the password of a person: one for the key of an API is for no sign-in. */
export const asksForPassword = (input: Element): boolean =>
  attributeOf(input, 'type')?.trim().toLowerCase() === 'password' &&
  !NAMING.some((name) => KEY.test((attributeOf(input, name) ?? '').slice(0, MAX_NAME)));
