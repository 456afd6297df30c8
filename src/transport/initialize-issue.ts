import { InitializeRequestSchema } from '@modelcontextprotocol/sdk/types.js';

/**
 * What is wrong with the parameters of an `initialize`, in words for its client; undefined for everything else. It is the
 * one method that the SDKs answer by themselves, and for wrong parameters with an internal error and a dump of a schema.
 */
export function initializeIssue(message: unknown): string | undefined {
  if (Object(message).method !== 'initialize') return undefined;
  const issue = InitializeRequestSchema.safeParse(message).error?.issues[0];
  return issue && `${issue.path.join('.')}: ${issue.message.replace(/^Invalid input: /, '')}`;
}
