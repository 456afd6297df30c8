import type { Library } from '../library/answer.ts';

/** What resources and prompts are written from. */
export interface ReadContext {
  readonly library: Library;
  /** The OpenAPI description, as JSON text. */
  readonly openApi: string;
  /**
   * Calls a tool as the reader, under the reader's limits.
   * @throws ServiceError as the tool does; not_found for what is not the reader's
   */
  callTool(name: string, input: Record<string, unknown>): Promise<Record<string, unknown>>;
}

/** Something that is read over MCP under an address of its own. */
export interface ResourceDefinition {
  /** A URI; with one `{variable}` it is a template (RFC 6570, level 1). */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /** Whether everybody reads the same, so that anybody may keep it. */
  readonly isPublic: boolean;
  /**
   * The text of it.
   * @param variable what stands in the URI for the template's variable; '' where there is none
   * @throws ServiceError not_found when there is no such thing, or it is another account's
   */
  read(variable: string, context: ReadContext): Promise<string>;
  /** Values of the variable that begin with what was typed, the likeliest first. */
  complete?(typed: string, context: ReadContext): Promise<readonly string[]>;
}

/** The identity function; it is there so that a definition is checked where it stands. */
export const defineResource = (resource: ResourceDefinition): ResourceDefinition => resource;
