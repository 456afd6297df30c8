import type { ReadContext } from '../resources/define-resource.ts';

export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  /** Values that begin with what was typed, the likeliest first. */
  complete?(typed: string, context: ReadContext): Promise<readonly string[]>;
}

/** A piece of work that a person picks in their host and hands to an agent. */
export interface PromptDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** All of them are required. */
  readonly arguments: readonly PromptArgument[];
  /**
   * What the agent is told, in our words; what a scanned site said stands in fenced blocks marked as data.
   * @param given one text for each argument
   * @throws ServiceError that names the argument and the remedy
   */
  write(given: Readonly<Record<string, string>>, context: ReadContext): Promise<string>;
}

/** The identity function; it is there so that a definition is checked where it stands. */
export const definePrompt = (prompt: PromptDefinition): PromptDefinition => prompt;
