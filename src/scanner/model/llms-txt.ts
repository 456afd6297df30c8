/** Artifacts of llms.txt (catalogue, the L series). Plain data, as in artifacts.ts. */

import type { LlmsTxt } from '../parse/llms-txt/llms-txt.ts';
import type { Probe } from './http.ts';

export interface LlmsTxtArtifact {
  /** The most specific llms.txt that exists, parsed. */
  readonly file: { readonly probe: Extract<Probe, { answered: true }>; readonly parsed: LlmsTxt } | undefined;
  /** Every place looked at, most specific first. */
  readonly candidates: readonly Probe[];
  readonly full: Probe;
}

/** One link of llms.txt and what it leads to. */
export interface LlmsLink {
  /** Absolute and normalised. */
  readonly url: string;
  /** Leads to another origin than that of the scan. */
  readonly isExternal: boolean;
  /**
   * `dead` by the site's own answer: an error status, redirects that end nowhere, or what the site gives for names that
   * cannot exist. `unknown` where the network, robots.txt, an overload or a bot challenge kept us from knowing; of
   * another origin nothing but 404 and 410 is taken for death.
   */
  readonly state: 'resolves' | 'dead' | 'unknown';
  /** Of the final answer; undefined without one. */
  readonly status: number | undefined;
  readonly redirects: boolean;
  /**
   * What an agent gets to read, of a link of this origin that resolves: Markdown or plain text; HTML, with a Markdown
   * version elsewhere or without; or something that is no page (JSON, PDF ...). undefined where that is not known.
   */
  readonly form: 'text' | 'html-with-twin' | 'html' | 'data' | undefined;
}

/** An llms.txt of this origin that llms.txt links to. */
export interface NestedLlmsTxt {
  readonly url: string;
  /** Its length and its links, absolute (at most 2,000); undefined when it was not read. */
  readonly file: { readonly charCount: number; readonly links: readonly string[] } | undefined;
}

export interface LlmsLinksArtifact {
  /** Distinct web links of the file. */
  readonly linkCount: number;
  /** At most 50 of this origin and 10 of others, each sorted. */
  readonly sample: readonly LlmsLink[];
  /** Sorted, at most 200; the first 20 are read. */
  readonly nested: readonly NestedLlmsTxt[];
}
