/** A field to fill in; buttons and hidden values are none. */
export interface FormField {
  /** Of an input as written, lower-case ('text' when it has none); else 'select' or 'textarea'. */
  readonly type: string;
  /** Its attributes, '' for none. */
  readonly name: string;
  readonly id: string;
  readonly isRequired: boolean;
  readonly hasAutocomplete: boolean;
  /** Has a `toolparamdescription` (WebMCP). */
  readonly isDescribedToTools: boolean;
}

export interface PageForm {
  readonly isSearch: boolean;
  /** Has an action, a method, or a button that sends it. */
  readonly isSendable: boolean;
  readonly hasCaptcha: boolean;
  /** `toolname` and `tooldescription` (WebMCP). */
  readonly hasToolName: boolean;
  readonly hasToolDescription: boolean;
  /** At most 100. */
  readonly fields: readonly FormField[];
}
