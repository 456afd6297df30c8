/** What people are told about what they write into forms. */
import type { ServiceError } from '../errors.ts';

/** The message in terms of a form, which shows it beside the field: its name is left out, and one for URLs is called an address. */
export function forPeople({ message }: Pick<ServiceError, 'message'>): string {
  const words = message.replace(/^[a-z]+: /i, '').replace(/^(?:url|endpoint) /, 'The address ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
