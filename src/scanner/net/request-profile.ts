import type { RawHeaders, Sending } from './answer.ts';

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

/** The request as it goes over the wire. */
export function outward(sending: Sending, profile: RequestProfile | undefined): Sending {
  if (profile === undefined || sending.url.origin !== profile.origin) return sending;
  const { pathname, search } = sending.url;
  return {
    ...sending,
    url: profile.servedBy === undefined ? sending.url : new URL(`${profile.servedBy}${pathname}${search}`),
    headers: { ...sending.headers, ...profile.headers },
  };
}

/** An answer's headers with the preview's origin written as the site's. */
export function inwardHeaders(headers: RawHeaders, profile: RequestProfile | undefined): RawHeaders {
  const { origin, servedBy } = profile ?? {};
  if (origin === undefined || servedBy === undefined) return headers;
  const rename = (text: string) => renameOrigin(text, servedBy, origin);
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value === undefined ? undefined : typeof value === 'string' ? rename(value) : value.map(rename),
    ]),
  );
}

/** An answer's body likewise, where it is text. */
export function inwardBody(body: Uint8Array, contentType: string, profile: RequestProfile | undefined): Uint8Array {
  if (profile?.servedBy === undefined || !/text|xml|json|markdown|javascript/.test(contentType)) return body;
  // Latin-1 keeps every byte as it is, and an origin is ASCII.
  return Buffer.from(renameOrigin(Buffer.from(body).toString('latin1'), profile.servedBy, profile.origin), 'latin1');
}

/** Every place where the origin ends: `http://localhost:80` is no part of `http://localhost:8080`. */
export function renameOrigin(text: string, from: string, to: string): string {
  const [first = '', ...rest] = text.split(from);
  let renamed = first;
  for (const part of rest) renamed += (/^[.:]?[\w-]/.test(part) ? from : to) + part;
  return renamed;
}
