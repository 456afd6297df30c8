/** The composition root of the service: the store, the engine and every transport. */

import { setTimeout as delay } from 'node:timers/promises';
import type { H3Event } from 'h3';
import { createAdmission } from '../auth/admit.ts';
import { createDirectoryCache, type FetchDirectory } from '../auth/bot-signature/directory.ts';
import { createOwnDirectory } from '../auth/bot-signature/sign.ts';
import { createBotVerifier } from '../auth/bot-signature/verifier.ts';
import { createSessions, createSignIn, type ScryptCost } from '../auth/sign-in.ts';
import { OPERATIONS } from '../client/operations.ts';
import { createAnswerInTime, OPERATION_PATHS } from '../http/answer-in-time.ts';
import { mountOtherMethods, pathOf } from '../http/methods.ts';
import { closeWhileDraining, createMetrics, type Metrics, mountOperations } from '../http/monitoring.ts';
import { createCors, createHostGuard, createOwnSite } from '../http/own-site.ts';
import { createLimitOthers } from '../http/rate-limit.ts';
import {
  answerFaults,
  createHttpApp,
  credentialsOf,
  credentialsOfUpgrade,
  freePort,
  listen,
  requestIdOf,
} from '../http/server.ts';
import { createVerifyBots } from '../http/verify-bots.ts';
import type { Log } from '../log.ts';
import { mountBotDirectory, mountDiscovery } from '../rest-facade/discovery/mount.ts';
import { createDeprecations, createWaitOf, mountFacade, publicPaths } from '../rest-facade/facade.ts';
import { openApiDocument } from '../rest-facade/openapi/document.ts';
import examples from '../rest-facade/openapi/examples.json' with { type: 'json' };
import { ROUTES } from '../rest-facade/routes.ts';
import { createPayableRows, mountX402, sentPayment } from '../rest-facade/x402/payment-endpoint.ts';
import { createCorpus } from '../scans/corpus.ts';
import { secretOf } from '../store/claims.ts';
import { ask } from '../tools/ask.ts';
import { TOOLS } from '../tools/registry.ts';
import { createCancellations } from '../transport/cancellations.ts';
import { MCP_PATHS, mountMcp, refusalBody } from '../transport/http.ts';
import { createProgressSocket } from '../transport/progress-socket.ts';
import { VERSION } from '../version.ts';
import { mountAssets } from '../web/assets.ts';
import { mountBadge, mountMcpBadge } from '../web/badge.ts';
import { mountDashboard } from '../web/dashboard/mount.ts';
import { apiReference } from '../web/docs/api-reference.ts';
import { botDocument } from '../web/docs/bot-document.ts';
import { mountDocs } from '../web/docs/mount-docs.ts';
import { mountSiteFiles } from '../web/docs/site-files.ts';
import { mountFeeds } from '../web/feeds.ts';
import { mountHome } from '../web/home.ts';
import { createLayout, mountNotFound } from '../web/layout.ts';
import { mountCompare } from '../web/report/compare.ts';
import { mountMcpReport } from '../web/report/mcp.ts';
import { mountReport } from '../web/report/mount.ts';
import { mountWrongResult } from '../web/report/wrong-result.ts';
import { mountSample } from '../web/sample/mount-sample.ts';
import { mountView, VIEW_PATH } from '../web/view.ts';
import { createVisitors } from '../web/visitors.ts';
import type { Config } from './config.ts';
import { createDirectoryClient } from './directory-client.ts';
import { createEngine, type EngineOptions } from './engine.ts';
import { mcpSurface } from './mcp-surface.ts';
import { openRepositories, type Repositories } from './repositories.ts';
import { startSchedule } from './schedule.ts';

/** The client has one method where an operation has a second form with a body. */
const CLIENT_METHODS = new Map(Object.keys(OPERATIONS).map((id) => [id, id.replace(/WithBody$/, '')]));

const ASK_PATHS: ReadonlySet<string> = new Set(
  ROUTES.filter(({ tool }) => tool === ask.name).flatMap(({ path, aliases = [] }) => [path, ...aliases]),
);

/** What serves a path, as metrics name it. */
export function transportOf(path: string): 'mcp' | 'ask' | 'rest' | 'operations' | 'pages' {
  if (MCP_PATHS.has(path)) return 'mcp';
  if (ASK_PATHS.has(path)) return 'ask';
  if (OPERATION_PATHS.has(path)) return 'operations';
  return path.startsWith('/api/') ? 'rest' : 'pages';
}

export interface Service {
  readonly baseUrl: string;
  readonly repositories: Repositories;
  /** Stops listening, hands running scans back to the queue and closes the store. */
  stop(): Promise<void>;
}

/** Parts that tests replace. */
export interface ServiceOptions extends EngineOptions {
  /** Without workers, others on the same store have to scan. */
  readonly withWorkers?: boolean;
  readonly fetchDirectory?: FetchDirectory;
  readonly passwordCost?: ScryptCost;
}

/**
 * The whole service in this process: transports, scanning workers and schedule.
 * @throws ConfigError for an unusable setting
 */
export async function startService(config: Config, log: Log, options: ServiceOptions = {}): Promise<Service> {
  const port = config.port === 0 ? await freePort(config.host) : config.port;
  const baseUrl = config.baseUrl ?? `http://localhost:${port}`;
  const ownSite = createOwnSite(baseUrl);
  const means = { trustedProxies: config.trustedProxies, ownSite };
  if (config.anonymousPrivateScans) {
    log.warn(
      { allowedPrivateHosts: config.allowedPrivateHosts },
      'ANONYMOUS_PRIVATE_SCANS is on: whoever can reach this service may scan ALLOWED_PRIVATE_HOSTS without a key',
    );
  }
  const repositories = await openRepositories(config, options.passwordCost);
  const { store, accounts, apiKeys } = repositories;
  const metrics: Metrics = createMetrics({
    jobs: store.jobs,
    oldestWaitingAt: () => engine.scans.oldestWaitingAt(),
    transportOf,
  });
  const watching = {
    watch: metrics.watch,
    onFetch: metrics.noteFetch,
    onRefusal: metrics.noteRefusal,
    onPayment: metrics.notePayment,
    onUnprovenPayment: metrics.noteUnprovenPayment,
  };
  const engine = await createEngine(repositories, config, baseUrl, log, { ...options, ...watching }).catch(
    async (error: unknown) => {
      await store.close();
      throw error;
    },
  );
  const { botKeys, gate, mcpScans, payments, quotas, resultReports, scans, watches } = engine;
  const visitors = createVisitors({
    sessions: createSessions(store, repositories),
    secret: await secretOf(store, 'cookies'),
    baseUrl,
  });

  const app = createHttpApp({ baseUrl, log });
  const access = {
    admission: createAdmission({ accounts, apiKeys, quotas, requiresTls: baseUrl.startsWith('https:') }),
    quotas,
    baseUrl,
    credentialsOf: (event: H3Event) => credentialsOf(event.req, means),
    requestIdOf,
  };
  let state: 'starting' | 'serving' | 'stopping' = 'starting';
  mountOperations(app, {
    store,
    metrics,
    metricsToken: config.metricsToken,
    isReady: () => ({ serving: state === 'serving' }),
  });
  const { checkout } = payments;
  const till = { ...access, gate, scans, checkout, targets: engine.targets, offer: checkout.offer };
  mountFacade(app, { ...access, gate, tools: TOOLS, payable: createPayableRows(till) });
  const paymentDocuments = mountX402(app, till);
  const openApi = openApiDocument({
    routes: ROUTES,
    tools: TOOLS,
    baseUrl,
    examples,
    isForSale: config.payments !== undefined,
  });
  const cancellations = createCancellations(store.channel);
  const mcp = mountMcp(app, {
    ...access,
    cancellations,
    ownSite,
    surface: mcpSurface(engine, {
      baseUrl,
      openApi,
      paidScanUrl: config.payments === undefined ? undefined : checkout.offer.resource.url,
      log,
    }),
  });
  const watchers = createProgressSocket({
    ...access,
    scans,
    channel: store.channel,
    ownSite,
    log,
    credentialsOf: (request) => credentialsOfUpgrade(request, means),
  });
  const { operatorContact } = config;
  const discoveryDocuments = mountDiscovery(app, { baseUrl, openApi, operatorContact });
  mountBotDirectory(app, { baseUrl, directory: createOwnDirectory(botKeys, baseUrl) });
  const layout = createLayout(baseUrl);
  mountAssets(app);
  mountHome(app, { ...access, gate, layout, scans, visitors });
  const corpus = createCorpus(store);
  mountReport(app, { scans, corpus, layout, baseUrl, visitors, sites: engine.sites });
  mountSample(app, { layout, baseUrl });
  mountCompare(app, { ...access, scans, mcpScans, layout });
  mountMcpReport(app, { mcpScans, layout, baseUrl });
  mountWrongResult(app, { ...access, gate, layout, visitors });
  mountView(app, { ...access, gate, layout, visitors });
  mountFeeds(app, { watches, baseUrl });
  mountBadge(app, corpus);
  mountMcpBadge(app, mcpScans);
  mountDashboard(app, {
    ...access,
    ...repositories,
    signIn: createSignIn(store, repositories),
    visitors,
    scans,
    mcpScans,
    logReports: engine.logReports,
    sites: engine.sites,
    watches,
    gate,
    layout,
  });
  const reference = apiReference({ openApi, baseUrl, clientMethods: CLIENT_METHODS });
  const documents = { articles: engine.library.articles, others: [reference], baseUrl, operatorContact };
  const bot = botDocument({
    baseUrl,
    version: VERSION,
    form: config.botSignatureForm,
    hostConcurrency: config.hostConcurrency,
    operatorContact,
  });
  mountDocs(app, { ...documents, elsewhere: [bot], layout });
  const siteFiles = mountSiteFiles(app, documents);
  mountNotFound(app, layout);
  mountOtherMethods(app, baseUrl);
  const cors = createCors(
    publicPaths(ROUTES, TOOLS, {
      documents: [...paymentDocuments, ...discoveryDocuments, ...siteFiles],
      reachesPrivate: config.anonymousPrivateScans && config.allowedPrivateHosts.trim() !== '',
    }),
  );
  const faults = answerFaults({ baseUrl, log });
  const hostGuard = createHostGuard({
    ownSite,
    failureBodyAt: (path) => (MCP_PATHS.has(path) ? refusalBody : undefined),
  });
  // The form of the home page scans MCP servers, too.
  const ofRoutes = ROUTES.filter((row) => row.waitsForSite).map(({ method, path }) => `${method} ${path}`);
  const longCalls = new Set([
    'POST /',
    'POST /dashboard',
    'POST /dashboard/logs',
    'POST /dashboard/batches',
    'POST /dashboard/sites',
    `GET ${VIEW_PATH}`,
    ...[...MCP_PATHS].map((path) => `POST ${path}`),
    ...ofRoutes,
  ]);
  const asking = new Set(
    ROUTES.filter(({ tool }) => tool === ask.name).flatMap(({ path, aliases = [] }) => [path, ...aliases]),
  );
  const answerInTime = createAnswerInTime({
    isLong: (request) =>
      longCalls.has(`${request.method === 'HEAD' ? 'GET' : request.method} ${pathOf(request)}`) ||
      // The first question waits for the search of the library, which takes seconds from the sources.
      (asking.has(pathOf(request)) && !engine.library.isReady) ||
      (request.method === 'POST' && sentPayment(request) !== undefined),
    waitMsOf: createWaitOf(ROUTES, TOOLS),
  });
  const deprecations = createDeprecations(ROUTES);
  const limitOthers = createLimitOthers({
    quotas,
    baseUrl,
    credentialsOf: (request) => credentialsOf(request, means),
  });
  const directories = createDirectoryClient({ baseUrl, version: VERSION, resolve: options.resolve });
  const verifyBots = createVerifyBots({
    verifier: createBotVerifier({
      store,
      directories: createDirectoryCache(options.fetchDirectory ?? directories.fetchDirectory),
      ownHost: new URL(baseUrl).host,
    }),
    baseUrl,
    credentialsOf: (request) => credentialsOf(request, means),
    log,
  });
  const server = await listen(app, {
    host: config.host,
    port,
    middleware: [
      metrics.middleware,
      // Outside of the refusing middleware, so that refusals count too.
      deprecations,
      faults,
      closeWhileDraining(() => state === 'stopping'),
      cors,
      limitOthers,
      // Inside the limits, whose headers its refusals carry too.
      faults,
      hostGuard,
      answerInTime,
      verifyBots,
    ],
    onUpgrade: watchers.upgrade,
  }).catch(async (error: unknown) => {
    await directories.close();
    await engine.close();
    await store.close();
    throw error;
  });
  if (options.withWorkers ?? true) await engine.startWorkers();
  state = 'serving';
  const tasks = startSchedule({
    scanMcp: engine.scanWatchedMcp,
    scans,
    mcpScans,
    resultReports,
    watches,
    accounts,
    ledger: payments.ledger,
    botKeys,
    store,
    log,
  });

  return {
    baseUrl,
    repositories,
    async stop() {
      state = 'stopping';
      await delay(config.drainGraceMs);
      watchers.close();
      engine.letGo();
      payments.letGo();
      await mcp.close();
      await cancellations.close();
      await server.close();
      await tasks.stop();
      await directories.close();
      await engine.close();
      await store.close();
    },
  };
}
