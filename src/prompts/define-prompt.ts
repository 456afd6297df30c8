import { ServiceError } from '../errors.ts';
import { parseUrl } from '../parse-url.ts';
import type { ReadContext } from '../resources/define-resource.ts';

interface PromptArgument {
  readonly name: string;
  readonly description: string;
  /** Completions of the value, the likeliest first. */
  complete?(typed: string, context: ReadContext): Promise<readonly string[]>;
}

/** A task that a person picks in their host and gives to an agent. */
export interface PromptDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** All of them are required. */
  readonly arguments: readonly PromptArgument[];
  /**
   * The prompt for the agent, in trusted text. Quotes of a scanned site are in fenced blocks marked as data.
   * @param given one text for each argument
   * @throws ServiceError that names the argument and the remedy
   */
  write(given: Readonly<Record<string, string>>, context: ReadContext): Promise<string>;
}

/** The identity function: it type-checks a definition at its declaration. */
export const definePrompt = (prompt: PromptDefinition): PromptDefinition => prompt;

const MAX_CHARACTERS = 2000;

/** A URL that a person gave, normalised into one word for a prompt. @throws ServiceError invalid_url */
export function givenUrl(text: string, argument: string): string {
  const trimmed = text.trim();
  const url = trimmed.length <= MAX_CHARACTERS ? parseUrl(trimmed) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    throw new ServiceError(
      'invalid_url',
      `${argument}: expected an absolute http or https URL of at most ${MAX_CHARACTERS} characters, without credentials.`,
    );
  }
  return url.href;
}
