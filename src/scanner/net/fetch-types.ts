import type { Answer, FetchFailure, Hop, PrivateHostPermit } from '../model/http.ts';

export interface FetchRequest {
  readonly url: string;
  readonly method?: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'DELETE';
  /** Lower-case names. `user-agent` and `accept-encoding` are set by the fetcher unless given here. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Decoded body cap; default 5 MB. Going over it is the failure `too_large`. */
  readonly maxBytes?: number;
  /** Keep only this number of bytes of the body; the rest, up to `maxBytes`, is read and dropped. */
  readonly keepBytes?: number;
  /** For everything: DNS, connecting, TLS, redirects, headers and the last byte of the body; default 10 s. */
  readonly timeoutMs?: number;
  /** Default 5; 0 answers the redirect itself. */
  readonly maxRedirects?: number;
  /** Asked before every redirect is followed; a failure ends the request with it. */
  readonly mayFollow?: (to: URL) => FetchFailure | undefined;
  /** Asked for the head of the final answer: true leaves the body unread, and empty. */
  readonly skipBody?: (answer: Answer) => boolean;
  /**
   * Called with the decoded body so far after every chunk (a view, valid during the call only). True ends the body
   * there, as if the server had ended it: streams may have no end.
   */
  readonly readUntil?: (soFar: Uint8Array, answer: Answer) => boolean;
}

export type FetchResult =
  | {
      readonly ok: true;
      readonly answer: Answer;
      readonly body: Uint8Array;
      /** Time to the first byte of the final answer and to its last, in milliseconds. For people, never for grades. */
      readonly firstByteMs: number;
      readonly totalMs: number;
    }
  | { readonly ok: false; readonly url: string; readonly hops: readonly Hop[]; readonly failure: FetchFailure };

/** How one scan approaches its site, where that is not as everybody does. */
export interface RequestProfile {
  /** The site's origin: nothing of this holds for requests to any other. */
  readonly origin: string;
  /** Sent with every request to the site, and to no other host. Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of the bot's own name, wherever a request does not bring one. */
  readonly userAgent?: string;
  /** Origin of a preview that answers in the site's place. Its responses are read as if the site had sent them. */
  readonly servedBy?: string;
}

export interface FetchOptions {
  readonly signal?: AbortSignal;
  readonly permit?: PrivateHostPermit;
  readonly profile?: RequestProfile;
}

/**
 * Answers the addresses of a host name, IPv4 or IPv6 literals; rejects as node:dns does.
 * @param isPermitted for a host under a permit: its name servers are trusted, because the operator listed it
 */
export type Resolve = (host: string, isPermitted?: boolean) => Promise<readonly string[]>;

/** Answers headers to add to one request (a signature over it), asked anew for every redirect that is followed. */
export type SignRequest = (request: {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}) => Readonly<Record<string, string>>;

/** Sends guarded requests. Never rejects: what went wrong is a result. */
export interface Fetcher {
  fetch(request: FetchRequest, options?: FetchOptions): Promise<FetchResult>;
  close(): Promise<void>;
}
