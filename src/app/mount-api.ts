import type { IncomingMessage } from 'node:http';
import type { H3, H3Event } from 'h3';
import { type Admission, type Credentials, createAdmission } from '../auth/admit.ts';
import { createOwnDirectory } from '../auth/bot-signature/sign.ts';
import type { Quotas } from '../auth/quotas.ts';
import type { OwnSite } from '../http/own-site.ts';
import { credentialsOf, credentialsOfUpgrade, requestIdOf, type SenderSettings } from '../http/server.ts';
import type { Log } from '../log.ts';
import { mountBotDirectory, mountDiscovery } from '../rest-facade/discovery/mount.ts';
import { mountFacade } from '../rest-facade/facade.ts';
import { openApiDocument } from '../rest-facade/openapi/document.ts';
import examples from '../rest-facade/openapi/examples.json' with { type: 'json' };
import { ROUTES } from '../rest-facade/routes.ts';
import { createPayableRows, mountX402 } from '../rest-facade/x402/payment-endpoint.ts';
import { TOOLS } from '../tools/registry.ts';
import { createCancellations } from '../transport/cancellations.ts';
import { mountMcp } from '../transport/http.ts';
import { createProgressSocket } from '../transport/progress-socket.ts';
import type { Config } from './config.ts';
import type { Engine } from './engine.ts';
import { mcpSurface } from './mcp-surface.ts';
import type { Repositories } from './repositories.ts';

/** Who sends a request, and what it may do: every transport asks in the same way. */
export interface Access {
  readonly admission: Admission;
  readonly quotas: Quotas;
  readonly baseUrl: string;
  credentialsOf(event: H3Event): Credentials;
  requestIdOf(event: H3Event): string;
}

/** @param senders how the address of a client is read */
export function createAccess(
  { accounts, apiKeys }: Pick<Repositories, 'accounts' | 'apiKeys'>,
  { quotas, baseUrl, senders }: { quotas: Quotas; baseUrl: string; senders: SenderSettings },
): Access {
  return {
    admission: createAdmission({ accounts, apiKeys, quotas, requiresTls: baseUrl.startsWith('https:') }),
    quotas,
    baseUrl,
    credentialsOf: (event) => credentialsOf(event.req, senders),
    requestIdOf,
  };
}

interface ApiParts {
  readonly config: Pick<Config, 'payments' | 'operatorContact'>;
  readonly engine: Engine;
  readonly store: Repositories['store'];
  readonly access: Access;
  readonly ownSite: OwnSite;
  readonly senders: SenderSettings;
  readonly log: Log;
}

/** The transports for programs: what the service needs of them once they are mounted. */
interface Api {
  /** The OpenAPI description, as JSON data. */
  readonly openApi: ReturnType<typeof openApiDocument>;
  /** Paths that any site may read. */
  readonly documents: readonly string[];
  readonly upgrade: ReturnType<typeof createProgressSocket>['upgrade'];
  /** Closes every WebSocket. */
  closeSockets(): void;
  /** Ends open streams of MCP. */
  close(): Promise<void>;
}

/** Mounts REST, paid scans, MCP and the discovery documents, and opens the WebSockets of progress. */
export function mountApi(app: H3, { config, engine, store, access, ownSite, senders, log }: ApiParts): Api {
  const { baseUrl } = access;
  const { botKeys, gate, payments, scans, targets } = engine;
  const { checkout } = payments;
  const till = { ...access, gate, scans, checkout, targets, offer: checkout.offer };
  mountFacade(app, { ...access, gate, tools: TOOLS, payable: createPayableRows(till) });
  const paymentDocuments = mountX402(app, till);
  const isForSale = config.payments !== undefined;
  const openApi = openApiDocument({ routes: ROUTES, tools: TOOLS, baseUrl, examples, isForSale });
  const cancellations = createCancellations(store.channel);
  const paidScanUrl = isForSale ? checkout.offer.resource.url : undefined;
  const mcp = mountMcp(app, {
    ...access,
    cancellations,
    ownSite,
    surface: mcpSurface(engine, { baseUrl, openApi, paidScanUrl, log }),
  });
  const sockets = createProgressSocket({
    ...access,
    scans,
    channel: store.channel,
    ownSite,
    log,
    credentialsOf: (request: IncomingMessage) => credentialsOfUpgrade(request, senders),
  });
  const { operatorContact } = config;
  const discoveryDocuments = mountDiscovery(app, { baseUrl, openApi, operatorContact });
  mountBotDirectory(app, { baseUrl, directory: createOwnDirectory(botKeys, baseUrl) });
  return {
    openApi,
    documents: [...paymentDocuments, ...discoveryDocuments],
    upgrade: sockets.upgrade,
    closeSockets: () => sockets.close(),
    async close() {
      await mcp.close();
      await cancellations.close();
    },
  };
}
