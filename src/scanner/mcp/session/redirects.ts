import { parseUrl } from '../../../basics/parse-url.ts';
import type { Hop } from '../../model/http.ts';
import type { McpExchange } from '../../model/mcp.ts';
import { tidyUrl } from '../../parse/url/normalise-url.ts';

const KEEPS_METHOD = [307, 308];

/** The redirects of one session: within the origin, and without the owner's credentials from the first one on. */
interface Redirects {
  /** Where requests go now. */
  readonly url: string;
  /** The headers that requests carry. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly hops: readonly Hop[];
  /** Where the last one points, as written, when it was not followed. */
  readonly refused: string | undefined;
  /** Takes note of a redirect; true when it leads on. */
  follow(exchange: McpExchange & { answered: true }): boolean;
}

/** @param most redirects that are followed */
export function createRedirects(endpoint: string, headers: Readonly<Record<string, string>>, most: number): Redirects {
  const hops: Hop[] = [];
  const visited = new Set([endpoint]);
  let url = endpoint;
  let credentials = headers;
  let refused: string | undefined;
  return {
    get url() {
      return url;
    },
    get credentials() {
      return credentials;
    },
    hops,
    get refused() {
      return refused;
    },
    follow({ status, headers: { location } }) {
      if (status < 300 || status > 399 || location === undefined) return false;
      hops.push({ url, status });
      const target = parseUrl(location, url);
      const next = target === undefined ? undefined : tidyUrl(target);
      const leadsOn =
        next !== undefined &&
        next.origin === new URL(endpoint).origin &&
        KEEPS_METHOD.includes(status) &&
        !visited.has(next.href) &&
        hops.length <= most;
      if (!leadsOn) {
        refused = location;
        return false;
      }
      url = next.href;
      visited.add(url);
      credentials = {};
      return true;
    },
  };
}
