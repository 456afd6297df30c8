import { isIP } from 'node:net';

/**
 * Whether a browser page of another site could be behind a request (MCP transports, security warning): it must not be
 * able to use what can be reached here.
 */
export interface SameSite {
  /** Whether a request with these headers is ours to answer. */
  allowsOrigin(origin: string | null): boolean;
  allowsHost(host: string | null): boolean;
}

/**
 * @param isBehindProxy then whoever reaches us came through the proxy, which chose by name already and may have put its own
 * name for us into Host
 */
export function createSameSite({ baseUrl, isBehindProxy }: { baseUrl: string; isBehindProxy: boolean }): SameSite {
  const own = new URL(baseUrl).hostname;
  return {
    allowsOrigin: (origin) => origin === null || origin === baseUrl,
    // DNS rebinding needs a name that its owner can point at us: an address or our own name cannot be that.
    allowsHost(host) {
      if (isBehindProxy) return true;
      const url = `http://${host ?? ''}`;
      if (!URL.canParse(url)) return false;
      const { hostname } = new URL(url);
      return hostname === own || hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
    },
  };
}
