/** The wiring of `POST /mcp` as the service has it, with fixtures in place of our tools. */
import { H3, serve } from 'h3';
import { createHostGuard, createOwnSite } from '../../../src/http/own-site.ts';
import { answerFaults, freePort } from '../../../src/http/server.ts';
import { createLog } from '../../../src/log.ts';
import { createCancellations } from '../../../src/transport/cancellations.ts';
import { mountMcp, refusalBody } from '../../../src/transport/http.ts';
import { fixtureSurface } from './fixture-surface.ts';

export interface FixtureServer {
  readonly url: string;
  close(): Promise<void>;
}

export async function serveFixtures(): Promise<FixtureServer> {
  const app = new H3({ silent: true });
  const port = await freePort('127.0.0.1');
  const baseUrl = `http://localhost:${port}`;
  const ownSite = createOwnSite(baseUrl);
  const mcp = mountMcp(app, {
    surface: fixtureSurface,
    baseUrl,
    ownSite,
    cancellations: createCancellations(),
    admission: {
      identify: async () => ({ kind: 'address', address: '127.0.0.1' }),
      requireKey: () => Promise.reject(new Error('nobody has a key here')),
    },
    quotas: { draw: async () => [], peek: async () => [] },
    credentialsOf: () => ({ authorization: undefined, clientAddress: '127.0.0.1', isSecure: false }),
    requestIdOf: () => 'conformance',
  });
  const hostGuard = createHostGuard({ ownSite, failureBodyAt: () => refusalBody });
  const faults = answerFaults({ baseUrl, log: createLog('error') });
  const server = serve(app, { port, hostname: '127.0.0.1', silent: true, middleware: [faults, hostGuard] });
  await server.ready();
  return {
    url: `http://localhost:${port}/mcp`,
    async close() {
      await mcp.close();
      await server.close(true);
    },
  };
}
