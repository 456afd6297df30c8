/** What people write into forms, and what they are told about it. */
import type { ServiceError } from '../errors.ts';

/** People write `example.com`. */
export const withScheme = (text: string): string =>
  text === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;

/** The message in terms of a form, which shows it beside the field: its name is left out, and one for URLs is called an address. */
export function forPeople({ message }: Pick<ServiceError, 'message'>): string {
  const words = message.replace(/^[a-z]+: /i, '').replace(/^(?:url|endpoint) /, 'The address ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
