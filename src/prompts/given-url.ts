import { ServiceError } from '../errors.ts';

const MAX_CHARACTERS = 2000;

/**
 * The URL a person gave, as it may stand in a prompt: normalised, so that it is one word.
 * @throws ServiceError invalid_url
 */
export function givenUrl(text: string, argument: string): string {
  const trimmed = text.trim();
  const url = trimmed.length <= MAX_CHARACTERS && URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    throw new ServiceError(
      'invalid_url',
      `${argument}: expected an absolute http or https URL of at most ${MAX_CHARACTERS} characters, without credentials.`,
    );
  }
  return url.href;
}
