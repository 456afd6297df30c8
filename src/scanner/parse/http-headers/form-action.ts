/** The directive of a content security policy that names where forms may be sent (CSP 3, section 6.4.1). */

import { parseUrl } from '../../../basics/parse-url.ts';

const MAX_POLICIES = 5;
const MAX_SOURCES = 30;
const MAX_CHARS = 4000;

/**
 * The sources of `form-action`, of each policy that has the directive; none where every address is allowed.
 * @param header of Content-Security-Policy, several policies joined by commas
 */
export function formActionsOf(header = ''): string[][] {
  return header
    .slice(0, MAX_CHARS)
    .split(',', MAX_POLICIES)
    .flatMap((policy) => {
      const directive = policy.split(';').find((each) => /^\s{0,9}form-action(?:\s|$)/i.test(each));
      return directive === undefined ? [] : [directive.trim().split(/\s+/).slice(1, MAX_SOURCES)];
    });
}

/** Whether every policy lets a form of this page be sent to this address. */
export function mayBeSentTo(policies: readonly (readonly string[])[], url: string, pageUrl: string): boolean {
  const [target, page] = [parseUrl(url), parseUrl(pageUrl)];
  if (target === undefined || page === undefined) return true;
  return policies.every((sources) => sources.some((source) => matches(source.toLowerCase(), target, page)));
}

/** A source expression (CSP 3, 6.7.2.8): a scheme, a host with wildcard, port and path, or a keyword. */
function matches(source: string, target: URL, page: URL): boolean {
  if (source === '*') return target.protocol === 'http:' || target.protocol === 'https:';
  if (source === "'self'") return target.host === page.host;
  if (/^[a-z][a-z\d+.-]{0,30}:$/.test(source)) return isScheme(source, target.protocol);
  const parts = /^(?:([a-z][a-z\d+.-]{0,30}:)\/\/)?(\*\.)?([^/:\s]{1,253})(?::(\d{1,5}|\*))?(\/.{0,500})?$/.exec(
    source,
  );
  if (parts === null) return false;
  const [, scheme, wildcard, host = '', port, path] = parts;
  if (scheme !== undefined && !isScheme(scheme, target.protocol)) return false;
  const isHost = wildcard === undefined ? target.hostname === host : target.hostname.endsWith(`.${host}`);
  const isPort = port === '*' || (port ?? '') === target.port;
  const isPath =
    path === undefined || (path.endsWith('/') ? target.pathname.startsWith(path) : target.pathname === path);
  return isHost && isPort && isPath;
}

/** An address that is allowed over http is allowed over https. */
const isScheme = (scheme: string, protocol: string): boolean =>
  scheme === protocol || (scheme === 'http:' && protocol === 'https:');
