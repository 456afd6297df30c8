import type { Library } from '../library/answer.ts';

/** The services that resources and prompts are rendered from. */
export interface ReadContext {
  readonly library: Library;
  /** The OpenAPI description, as JSON text. */
  readonly openApi: string;
  /**
   * Calls a tool as the reader, under the reader's rate limits.
   * @param form `agents` for the form in which agents call it; default that of REST
   * @throws ServiceError as the tool does; not_found for another account's data
   */
  callTool(name: string, input: Record<string, unknown>, form?: 'agents'): Promise<Record<string, unknown>>;
}

/** A document that MCP clients read under its own URI. */
export interface ResourceDefinition {
  /** A URI; with one `{variable}` it is a template (RFC 6570, level 1). */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /** Whether every caller reads the same text, so that shared caches may keep it. */
  readonly isPublic: boolean;
  /**
   * The document's text.
   * @param variable the value of the template's variable in the URI; '' for a URI without one
   * @throws ServiceError not_found when it does not exist or belongs to another account
   */
  read(variable: string, context: ReadContext): Promise<string>;
  /** Completions of the variable, the likeliest first. */
  complete?(typed: string, context: ReadContext): Promise<readonly string[]>;
}

/** The identity function: it type-checks a definition at its declaration. */
export const defineResource = (resource: ResourceDefinition): ResourceDefinition => resource;
