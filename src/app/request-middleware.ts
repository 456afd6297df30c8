import { createDirectoryCache, type FetchDirectory } from '../auth/bot-signature/directory.ts';
import { createBotVerifier } from '../auth/bot-signature/verifier.ts';
import { createAnswerInTime } from '../http/answer-in-time.ts';
import { closeWhileDraining, type Metrics } from '../http/monitoring.ts';
import { createCors, createHostGuard, type OwnSite } from '../http/own-site.ts';
import { createLimitOthers } from '../http/rate-limit.ts';
import { answerFaults, credentialsOf, type Listener, type SenderSettings } from '../http/server.ts';
import { createVerifyBots } from '../http/verify-bots.ts';
import type { Log } from '../log.ts';
import { createDeprecations, createWaitOf, publicPaths } from '../rest-facade/facade.ts';
import { ROUTES } from '../rest-facade/routes.ts';
import type { Store } from '../store/store.ts';
import { TOOLS } from '../tools/registry.ts';
import { MCP_PATHS, refusalBody } from '../transport/http.ts';
import type { Config } from './config.ts';
import type { Engine } from './engine.ts';
import { isLongCall } from './long-calls.ts';

interface MiddlewareParts {
  readonly config: Pick<Config, 'anonymousPrivateScans' | 'allowedPrivateHosts'>;
  readonly engine: Pick<Engine, 'library' | 'quotas'>;
  readonly store: Store;
  readonly baseUrl: string;
  readonly ownSite: OwnSite;
  readonly senders: SenderSettings;
  readonly metrics: Pick<Metrics, 'middleware'>;
  /** Paths of documents that any site may read. */
  readonly documents: readonly string[];
  readonly fetchDirectory: FetchDirectory;
  isStopping(): boolean;
  readonly log: Log;
}

/** What every request goes through before its route, the outermost first. */
export function createRequestMiddleware(parts: MiddlewareParts): Listener['middleware'] {
  const { config, engine, store, baseUrl, ownSite, senders, metrics, documents, fetchDirectory, isStopping, log } =
    parts;
  const { library, quotas } = engine;
  const reachesPrivate = config.anonymousPrivateScans && config.allowedPrivateHosts.trim() !== '';
  const faults = answerFaults({ baseUrl, log });
  const directories = createDirectoryCache(fetchDirectory);
  const verifier = createBotVerifier({ store, directories, ownHost: new URL(baseUrl).host });
  const sender = {
    baseUrl,
    credentialsOf: (request: Request) => credentialsOf(request, senders),
  };
  return [
    metrics.middleware,
    // Outside of the refusing middleware, so that refusals count too.
    createDeprecations(ROUTES),
    faults,
    closeWhileDraining(isStopping),
    createCors(publicPaths(ROUTES, TOOLS, { documents, reachesPrivate })),
    createLimitOthers({ ...sender, quotas }),
    // Inside the limits, whose headers its refusals carry too.
    faults,
    createHostGuard({ ownSite, failureBodyAt: (path) => (MCP_PATHS.has(path) ? refusalBody : undefined) }),
    createAnswerInTime({
      isLong: (request) => isLongCall(request, library.isReady),
      waitMsOf: createWaitOf(ROUTES, TOOLS),
    }),
    createVerifyBots({ ...sender, verifier, log }),
  ];
}
