/** Why a request got no answer. `message` is our own text. */
export interface FetchFailure {
  readonly code:
    | 'blocked_address'
    | 'dns'
    | 'tls'
    | 'connect'
    | 'timeout'
    | 'reset'
    | 'protocol'
    | 'too_large'
    | 'encoding'
    | 'too_many_redirects'
    | 'bad_redirect'
    | 'robots';
  readonly message: string;
}

export interface Hop {
  /** The URL that answered with a redirect, and its status (301, 302, 303, 307 or 308). */
  readonly url: string;
  readonly status: number;
}

/** One final answer, after redirects; the caller reads the body. */
export interface Answer {
  readonly url: string;
  readonly finalUrl: string;
  readonly status: number;
  /** Redirects followed, in order; empty when `url` answered itself. */
  readonly hops: readonly Hop[];
  /** Lower-case names; several values are joined by ', '. */
  readonly headers: Readonly<Record<string, string>>;
  /** The media type without parameters, lower-case, '' when there is none. */
  readonly contentType: string;
}

/** A file asked for at a known place: either an answer with its text, or a failure. */
export type Probe =
  | ({
      readonly answered: true;
      /** Decoded body (UTF-8, with replacement characters for invalid bytes). */
      readonly text: string;
      /** Decoded size in bytes, before text decoding. */
      readonly bodyBytes: number;
      readonly validUtf8: boolean;
      readonly isHtml: boolean;
      /** The body equals or nearly equals what the site answers for names that cannot exist. */
      readonly isControl: boolean;
    } & Answer)
  | { readonly answered: false; readonly url: string; readonly hops: readonly Hop[]; readonly failure: FetchFailure };

/** A private host that one scan may reach, because its operator listed it and the caller submitted that very host. */
export interface PrivateHostPermit {
  /** Host name or address literal without brackets, lower-case. */
  readonly host: string;
  readonly port: number;
}

/** Failures that are the site's doing; after any other we just do not know the page. */
const SITE_FAULTS = new Set(['reset', 'encoding', 'too_many_redirects', 'bad_redirect']);

/** Whether the failure of a request is the site's fault rather than the network's or ours. */
export const isSiteFault = (code: string): boolean => SITE_FAULTS.has(code);

/** How a text starts, without the blanks before it: what a snippet of evidence is made from. */
export const startOf = (text: string): string => text.trimStart().slice(0, SNIPPET_SOURCE);

/** Present for our purposes: a 2xx that is not HTML and not what the site answers for names that cannot exist. */
export function isPresent(probe: Probe): probe is Extract<Probe, { answered: true }> {
  return probe.answered && probe.status >= 200 && probe.status <= 299 && !probe.isHtml && !probe.isControl;
}

/** An llms.txt where agents look for one: on the host that was asked, and not in /.well-known/ (catalogue, S13). */
export function isInPlace(probe: Probe): boolean {
  if (!isPresent(probe)) return false;
  const { host, pathname } = new URL(probe.url);
  return host === new URL(probe.finalUrl).host && !pathname.startsWith('/.well-known/');
}

/** More than a snippet shows, since white space within it is folded when the evidence is cleaned. */
const SNIPPET_SOURCE = 800;
