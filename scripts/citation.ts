/** Where a figure or claim comes from; without an address it is an assumption. */
export interface Origin {
  readonly basis: string;
  readonly url?: string | undefined;
  /** ISO date on which the page was read; undefined for one that others cite. */
  readonly readOn?: string | undefined;
}

/** The end of a claim in a generated page, in Markdown: its source and whether somebody read it. */
export const citation = ({ basis, url, readOn }: Origin): string =>
  url === undefined
    ? '(Assumed: no source is known.)'
    : `([${basis}](${url}), ${readOn === undefined ? 'cited by others, not yet read' : `read on ${readOn}`})`;
