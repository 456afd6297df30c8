import { isIP } from 'node:net';

/**
 * Whether a browser page of another site could be behind a request (MCP transports, security warning): it must not be
 * able to use what can be reached here.
 */
export interface SameSite {
  /** Whether a request with this Origin, sent to this Host, is ours to answer: without one no page sent it. */
  allowsOrigin(origin: string | null, host: string | null): boolean;
  allowsHost(host: string | null): boolean;
}

/**
 * @param isBehindProxy then whoever reaches us came through the proxy, which chose by name already and may have put its own
 * name for us into Host
 */
export function createSameSite({ baseUrl, isBehindProxy }: { baseUrl: string; isBehindProxy: boolean }): SameSite {
  const { host: ownHost, hostname: own } = new URL(baseUrl);
  // DNS rebinding needs a name that its owner can point at us: an address or our own name cannot be that.
  const isOwnName = (host: string | null) => {
    if (host === ownHost) return true;
    const url = `http://${host ?? ''}`;
    if (!URL.canParse(url)) return false;
    const { hostname } = new URL(url);
    return hostname === own || hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  };
  return {
    // A page of ours may have been opened under another of our names, such as 127.0.0.1 for localhost.
    allowsOrigin: (origin, host) =>
      origin === null || origin === baseUrl || (origin === `http://${host}` && isOwnName(host)),
    allowsHost: (host) => isBehindProxy || isOwnName(host),
  };
}
