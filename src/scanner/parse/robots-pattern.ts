/** Path patterns of RFC 9309 (section 2.2.2 and 2.2.3), compared without regular expressions. */

/** Escapes (which may hide an unreserved octet), a bare `%`, and whatever RFC 3986 neither reserves nor leaves as it is. */
const TO_NORMALISE = /%[0-9A-Fa-f]{2}|%|[^%A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]+/gu;
const UNRESERVED = /[A-Za-z0-9\-._~]/;

/** RFC 9309 section 2.2.2: octets outside URL syntax are escaped, escapes of unreserved octets are undone. */
export function normaliseOctets(text: string): string {
  return text.replace(TO_NORMALISE, (match) => {
    if (match === '%') return '%25';
    return match.startsWith('%') ? normaliseEscape(match) : escapeOctets(match);
  });
}

function normaliseEscape(triplet: string): string {
  const octet = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
  return UNRESERVED.test(octet) ? octet : triplet.toUpperCase();
}

function escapeOctets(text: string): string {
  return Buffer.from(text).toString('hex').toUpperCase().replace(/../g, '%$&');
}

/** A pattern cut at its `*`s: `head`, then each of `middle` in order, then `tail`. */
export interface CompiledPattern {
  readonly head: string;
  readonly middle: readonly string[];
  /** Undefined when the pattern has no `*`. */
  readonly tail: string | undefined;
  /** The pattern ended in `$`: the path must end where it does. */
  readonly anchored: boolean;
}

/** @param pattern A pattern after `normaliseOctets`; its `*` and final `$` are special, another `$` is not. */
export function compilePattern(pattern: string): CompiledPattern {
  const anchored = pattern.endsWith('$');
  const [head = '', ...rest] = escapeDollars(anchored ? pattern.slice(0, -1) : pattern).split('*');
  const tail = rest.pop();
  return { head, middle: rest.filter((literal) => literal !== ''), tail, anchored };
}

/** Path and query of a URL in the form that patterns are compared with: there `*` and `$` are no wildcards. */
export function comparablePath(url: URL): string {
  return escapeDollars(normaliseOctets(url.pathname + url.search)).replaceAll('*', '%2A');
}

const escapeDollars = (text: string): string => text.replaceAll('$', '%24');

/** Whether the pattern matches from the start of the path. Never goes back, so the time is that of a few searches. */
export function matchesPattern({ head, middle, tail, anchored }: CompiledPattern, path: string): boolean {
  if (!path.startsWith(head)) return false;
  if (tail === undefined) return !anchored || path.length === head.length;
  let at = head.length;
  for (const literal of middle) {
    const found = path.indexOf(literal, at);
    if (found === -1) return false;
    at = found + literal.length;
  }
  return anchored ? path.length - tail.length >= at && path.endsWith(tail) : path.includes(tail, at);
}

/** Whether a URL's path and query match one of the patterns, which are written as in robots.txt. */
export function excluder(patterns: readonly string[] = []): (url: string) => boolean {
  const compiled = patterns.map((pattern) => compilePattern(normaliseOctets(pattern)));
  return (url) => {
    if (compiled.length === 0) return false;
    const path = comparablePath(new URL(url));
    return compiled.some((pattern) => matchesPattern(pattern, path));
  };
}
