import * as z from 'zod';
import type { ErrorStatus } from '../errors.ts';
import type { ServerSentEvent } from '../http/events.ts';
import { ask } from '../tools/ask.ts';
import { cancelScan } from '../tools/cancel-scan.ts';
import { compareScans } from '../tools/compare-scans.ts';
import type { AnyTool } from '../tools/define-tool.ts';
import { deleteScan } from '../tools/delete-scan.ts';
import { explainScan } from '../tools/explain-scan.ts';
import { getBatch } from '../tools/get-batch.ts';
import { getScan } from '../tools/get-scan.ts';
import { labelSite } from '../tools/label-site.ts';
import { listScans } from '../tools/list-scans.ts';
import { listSites } from '../tools/list-sites.ts';
import { listWatches } from '../tools/list-watches.ts';
import { readLog } from '../tools/read-log.ts';
import { reportResult } from '../tools/report-result.ts';
import { scanMcp } from '../tools/scan-mcp.ts';
import { MAX_LIST_BYTES, startBatch } from '../tools/start-batch.ts';
import { startScan } from '../tools/start-scan.ts';
import { viewPage } from '../tools/view-page.ts';
import { watchSite } from '../tools/watch-site.ts';
import { AskQuery, askEvents, askFromQuery } from './ask.ts';

/** Planned removal of a row: dates as ISO 8601, `link` to what explains it and what to use instead. */
export interface Deprecation {
  readonly since: string;
  /** Not before `since`. */
  readonly sunset: string;
  readonly link: string;
}

/** One REST row: the tool behind a method and path, and how input and output are mapped. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** h3 syntax: `:name` is a path parameter and becomes the input member of that name. */
  readonly path: string;
  readonly tool: string;
  /** Name of the operation in the OpenAPI description; generated clients call their functions so. */
  readonly operationId: string;
  /** 204 sends no body, whatever the tool's output. */
  readonly success: 200 | 201 | 202 | 204;
  /** Default: the title of the tool. */
  readonly summary?: string;
  /**
   * Error statuses in addition to those of every row of its kind (400, 429, 500, 503; with a key 401, 403; with a body
   * 413, 415).
   */
  readonly errors?: readonly ErrorStatus[];
  readonly deprecated?: Deprecation;
  /** Paths that answer the same. */
  readonly aliases?: readonly string[];
  /** The query string, where it is more than one parameter a member of the tool's input: its documented form, and its reader. */
  readonly query?: { readonly schema: z.ZodObject; read(query: URLSearchParams): Record<string, unknown> };
  /** Server-Sent Events the output is sent as; undefined for JSON. Asked with input that was accepted, or with that of a GET. */
  readonly events?: (
    request: Request,
    input: Readonly<Record<string, unknown>>,
    // biome-ignore lint/suspicious/noExplicitAny: rows with different outputs have no common argument type.
  ) => ((output: any) => Iterable<ServerSentEvent>) | undefined;
  /** Input members with another default over REST than the tool has. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** A body that is not JSON is a file, which goes to the tool as it comes. The input is in the query string then. */
  readonly upload?: true;
  /** Input members that the row decides and callers do not. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Who may call the row, where that differs from the tool's own access. */
  readonly access?: 'public';
  /** Members of the body in addition to those of the tool's input. */
  readonly body?: z.ZodObject;
  /** A caller over the rate limit who offers to pay gets the offer, or the paid scan. */
  readonly payable?: true;
  /** Default 64 KB. */
  readonly maxBodyBytes?: number;
  /** It waits for the scanned site, so it has more time than other requests. */
  readonly waitsForSite?: true;
  /** Scripts of other websites may not read it: it answers text of a third party on a visitor's limit. */
  readonly isSameOrigin?: true;
  /** Output member whose value becomes the Location header. */
  readonly location?: string;
  /** Input member that the Idempotency-Key header becomes; without the header the member of the body counts. */
  readonly idempotencyField?: string;
}

/** The table that the façade, Allow headers and documents read. */
export const ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/v1/scans',
    tool: startScan.name,
    success: 202,
    summary: 'Start an asynchronous scan',
    location: 'pollUrl',
    idempotencyField: 'idempotencyKey',
    operationId: 'startScan',
    errors: [409, 422],
  },
  {
    method: 'GET',
    path: '/api/v1/scans',
    tool: listScans.name,
    success: 200,
    summary: 'List own scans',
    operationId: 'listScans',
  },
  {
    method: 'GET',
    path: '/api/v1/scans/:id',
    tool: getScan.name,
    success: 200,
    summary: 'Read one scan',
    operationId: 'getScan',
    errors: [404],
    defaults: { pages: 'all' },
  },
  {
    method: 'DELETE',
    path: '/api/v1/scans/:id',
    tool: deleteScan.name,
    success: 204,
    summary: 'Delete a completed or failed scan',
    operationId: 'deleteScan',
    errors: [404],
  },
  {
    method: 'POST',
    path: '/api/v1/scans/:id/reports',
    tool: reportResult.name,
    success: 201,
    summary: 'Report a wrong result to the operator',
    operationId: 'reportResult',
    errors: [404],
  },
  {
    method: 'GET',
    path: '/api/v1/scans/:id/explanation',
    tool: explainScan.name,
    success: 200,
    summary: 'Score breakdown and fixes ranked by the points they gain',
    operationId: 'explainScan',
    errors: [404],
  },
  {
    method: 'GET',
    path: '/api/v1/scans/:id/comparison',
    tool: compareScans.name,
    success: 200,
    summary: 'What changed since the scan in `with`',
    operationId: 'compareScans',
    errors: [404],
  },
  {
    method: 'GET',
    path: '/api/v1/view',
    tool: viewPage.name,
    access: 'public',
    success: 200,
    summary: 'What one kind of agent receives of a page now',
    operationId: 'viewPage',
    errors: [404, 502],
    waitsForSite: true,
    isSameOrigin: true,
  },
  {
    method: 'POST',
    path: '/api/v1/logs',
    tool: readLog.name,
    success: 201,
    summary: 'Read an access log, as a file or as text, and keep the summary',
    operationId: 'readLog',
    errors: [404, 422],
    waitsForSite: true,
    upload: true,
    fixed: { id: undefined, path: undefined, forget: undefined },
  },
  {
    method: 'GET',
    path: '/api/v1/logs/:id',
    tool: readLog.name,
    success: 200,
    summary: 'Read the summary of an access log',
    operationId: 'getLog',
    errors: [404],
    fixed: {
      text: undefined,
      path: undefined,
      scanId: undefined,
      since: undefined,
      format: undefined,
      forget: undefined,
    },
  },
  {
    method: 'DELETE',
    path: '/api/v1/logs/:id',
    tool: readLog.name,
    success: 204,
    summary: 'Delete the summary of an access log',
    operationId: 'deleteLog',
    errors: [404],
    fixed: { text: undefined, path: undefined, scanId: undefined, since: undefined, format: undefined, forget: true },
  },
  {
    method: 'POST',
    path: '/api/v1/scan/mcp',
    tool: scanMcp.name,
    success: 201,
    summary: 'Scan a remote MCP server',
    operationId: 'scanMcp',
    errors: [502],
    waitsForSite: true,
  },
  {
    method: 'POST',
    path: '/api/v1/watches',
    tool: watchSite.name,
    success: 200,
    summary: 'Watch a site, change its watch or end it',
    operationId: 'watchSite',
    errors: [404],
  },
  {
    method: 'GET',
    path: '/api/v1/watches',
    tool: listWatches.name,
    success: 200,
    summary: 'List the watched sites of the account',
    operationId: 'listWatches',
  },
  {
    method: 'POST',
    path: '/api/scan',
    tool: startScan.name,
    access: 'public',
    success: 202,
    summary: 'Start a scan without a key',
    operationId: 'startAnonymousScan',
    body: z.object({
      payment: z
        .boolean({ error: 'expected true or false' })
        .optional()
        .describe('Over the free quota, answer the offer to pay (402) instead of 429'),
    }),
    payable: true,
  },
  {
    method: 'GET',
    path: '/api/scan/:id',
    tool: getScan.name,
    access: 'public',
    success: 200,
    summary: 'Read a scan by its share token',
    operationId: 'getSharedScan',
    errors: [404],
    defaults: { pages: 'all' },
  },
  {
    method: 'POST',
    path: '/api/scan/:id/reports',
    tool: reportResult.name,
    access: 'public',
    success: 201,
    summary: 'Report a wrong result of a scan without a key',
    operationId: 'reportSharedResult',
    errors: [404],
  },
  {
    method: 'GET',
    path: '/api/v1/ask',
    aliases: ['/ask'],
    tool: ask.name,
    success: 200,
    summary: 'Ask a question in the query string',
    operationId: 'ask',
    errors: [404],
    query: { schema: AskQuery, read: askFromQuery },
    events: askEvents,
  },
  {
    method: 'POST',
    path: '/api/v1/ask',
    aliases: ['/ask'],
    tool: ask.name,
    success: 200,
    summary: 'Ask a question as JSON',
    operationId: 'askWithBody',
    errors: [404],
    events: askEvents,
  },
  {
    method: 'POST',
    path: '/api/v1/scans/:id/cancel',
    tool: cancelScan.name,
    success: 200,
    summary: 'Cancel a running scan',
    operationId: 'cancelScan',
    errors: [404, 409],
  },
  {
    method: 'GET',
    path: '/api/v1/sites',
    tool: listSites.name,
    success: 200,
    summary: 'List the sites of the account',
    operationId: 'listSites',
  },
  {
    method: 'PATCH',
    path: '/api/v1/sites/:host',
    tool: labelSite.name,
    success: 200,
    summary: 'Label the sites of a host, or set what their reports have in front',
    operationId: 'labelSite',
    errors: [404],
    // A logo of 100 KB in base64.
    maxBodyBytes: 200 * 1024,
  },
  {
    method: 'POST',
    path: '/api/v1/batches',
    tool: startBatch.name,
    success: 202,
    summary: 'Scan a list of sites',
    operationId: 'startBatch',
    errors: [409, 422],
    location: 'pollUrl',
    idempotencyField: 'idempotencyKey',
    maxBodyBytes: MAX_LIST_BYTES,
  },
  {
    method: 'GET',
    path: '/api/v1/batches/:id',
    tool: getBatch.name,
    success: 200,
    summary: 'Progress, table and worst faults of a batch, or two batches side by side',
    operationId: 'getBatch',
    errors: [404],
  },
  {
    method: 'GET',
    path: '/api/v1/batches',
    tool: getBatch.name,
    success: 200,
    summary: 'List the batches of the account',
    operationId: 'listBatches',
    fixed: { id: undefined, with: undefined, limit: undefined, cursor: undefined },
  },
  {
    method: 'DELETE',
    path: '/api/v1/batches/:id',
    tool: cancelScan.name,
    success: 204,
    summary: 'Cancel a batch',
    operationId: 'cancelBatch',
    errors: [404, 409],
  },
];

/** The path as documents write it: `{id}` where the row has `:id`. */
export const documentedPath = ({ path }: Route): string => path.replace(/:(\w+)/g, '{$1}');

/** Whether requests of a method carry their input in a body. */
export const isSent = (method: Route['method']): boolean => method === 'POST' || method === 'PATCH';

/** Whether a request of the row has a body: not where the path has every input member. */
export const takesBody = ({ method, path }: Route, { input }: Pick<AnyTool, 'input'>): boolean =>
  isSent(method) && Object.keys(input.shape).some((name) => !path.split('/').includes(`:${name}`));

/**
 * How a tool is called over REST, such as `GET /api/v1/scans/{id}`; undefined for a tool without a row.
 * @param isList whether the call lists what the account has: such a row has no id in its path
 */
export function callOf(tool: string, access?: Route['access'], isList = false): string | undefined {
  const all = ROUTES.filter((row) => row.tool === tool);
  const lists = isList ? all.filter(({ path }) => !path.includes(':')) : [];
  const rows = lists.length > 0 ? lists : all;
  const row = rows.find((each) => each.access === access) ?? rows[0];
  return row === undefined ? undefined : `${row.method} ${documentedPath(row)}`;
}
