import type { H3 } from 'h3';
import { createSessions, createSignIn } from '../auth/sign-in.ts';
import { VERSION } from '../basics/version.ts';
import { OPERATIONS } from '../client/operations.ts';
import type { openApiDocument } from '../rest-facade/openapi/document.ts';
import { createCorpus } from '../scans/corpus.ts';
import { secretOf } from '../store/claims.ts';
import { mountAssets } from '../web/assets.ts';
import { mountBadge, mountMcpBadge } from '../web/badge.ts';
import { mountDashboard } from '../web/dashboard/mount.ts';
import { apiReference } from '../web/docs/api-reference.ts';
import { botDocument } from '../web/docs/bot-document.ts';
import { mountDocs } from '../web/docs/mount-docs.ts';
import { mountSiteFiles } from '../web/docs/site-files.ts';
import { mountFeeds } from '../web/feeds.ts';
import { mountHome } from '../web/home.ts';
import { createLayout, type Layout, mountNotFound } from '../web/layout.ts';
import { mountCompare } from '../web/report/compare.ts';
import { mountMcpReport } from '../web/report/mcp.ts';
import { mountReport } from '../web/report/mount.ts';
import { mountWrongResult } from '../web/report/wrong-result.ts';
import { mountSample } from '../web/sample/mount-sample.ts';
import { mountView } from '../web/view.ts';
import { createVisitors } from '../web/visitors.ts';
import type { Config } from './config.ts';
import type { Engine } from './engine.ts';
import type { Access } from './mount-api.ts';
import type { Repositories } from './repositories.ts';

/** The client has one method where an operation has a second form with a body. */
const CLIENT_METHODS = new Map(Object.keys(OPERATIONS).map((id) => [id, id.replace(/WithBody$/, '')]));

interface PageParts {
  readonly config: Config;
  readonly engine: Engine;
  readonly repositories: Repositories;
  readonly access: Access;
  readonly openApi: ReturnType<typeof openApiDocument>;
}

/**
 * Mounts the pages for people, the documents, and the answer at every other path: it comes last.
 * @returns paths of the files that any site may read
 */
export async function mountPages(app: H3, parts: PageParts): Promise<readonly string[]> {
  const { engine, repositories, access } = parts;
  const { baseUrl } = access;
  const { gate, logReports, mcpScans, scans, sites, watches } = engine;
  const { store } = repositories;
  const visitors = createVisitors({
    sessions: createSessions(store, repositories),
    secret: await secretOf(store, 'cookies'),
    baseUrl,
  });
  const layout = createLayout(baseUrl);
  const corpus = createCorpus(store);
  const forms = { ...access, gate, layout, visitors };
  mountAssets(app);
  mountHome(app, { ...forms, scans });
  mountReport(app, { scans, corpus, layout, baseUrl, visitors, sites });
  mountSample(app, { layout, baseUrl });
  mountCompare(app, { ...access, scans, mcpScans, layout });
  mountMcpReport(app, { mcpScans, layout, baseUrl });
  mountWrongResult(app, forms);
  mountView(app, forms);
  mountFeeds(app, { watches, baseUrl });
  mountBadge(app, corpus);
  mountMcpBadge(app, mcpScans);
  const signIn = createSignIn(store, repositories);
  mountDashboard(app, { ...forms, ...repositories, signIn, scans, mcpScans, logReports, sites, watches });
  const siteFiles = mountDocuments(app, parts, layout);
  mountNotFound(app, layout);
  return siteFiles;
}

/** The articles, the reference of the API, the page about the bot, and the files that list them. */
function mountDocuments(app: H3, { config, engine, access, openApi }: PageParts, layout: Layout): readonly string[] {
  const { baseUrl } = access;
  const { botSignatureForm: form, hostConcurrency, operatorContact } = config;
  const reference = apiReference({ openApi, baseUrl, clientMethods: CLIENT_METHODS });
  const documents = { articles: engine.library.articles, others: [reference], baseUrl, operatorContact };
  const bot = botDocument({ baseUrl, version: VERSION, form, hostConcurrency, operatorContact });
  mountDocs(app, { ...documents, elsewhere: [bot], layout });
  return mountSiteFiles(app, documents);
}
