/** One call as it goes over HTTP: where each member of its input belongs. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `{name}` is a member of the input. */
  readonly path: string;
  readonly query?: readonly string[];
  readonly body?: readonly string[];
  /** Members that are sent as headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Every call of the API, by the operationId of the OpenAPI description. */
export const OPERATIONS = {
  startScan: {
    method: 'POST',
    path: '/api/v1/scans',
    body: ['url', 'pageLimit', 'exclude', 'canonicalOrigin', 'checks'],
    headers: { idempotencyKey: 'idempotency-key' },
  },
  listScans: { method: 'GET', path: '/api/v1/scans', query: ['limit', 'cursor'] },
  getScan: { method: 'GET', path: '/api/v1/scans/{id}', query: ['pages'] },
  deleteScan: { method: 'DELETE', path: '/api/v1/scans/{id}' },
  explainScan: { method: 'GET', path: '/api/v1/scans/{id}/explanation' },
  compareScans: { method: 'GET', path: '/api/v1/scans/{id}/comparison', query: ['with'] },
  scanMcp: { method: 'POST', path: '/api/v1/scan/mcp', body: ['endpoint'] },
  askWithBody: { method: 'POST', path: '/api/v1/ask', body: ['query', 'mode', 'itemType', 'prev'] },
} as const satisfies Record<string, Operation>;
export type OperationId = keyof typeof OPERATIONS;

/** @throws TypeError when a part of the path is missing */
export function requestOf(
  baseUrl: string,
  { method, path, query = [], body, headers = {} }: Operation,
  input: Readonly<Record<string, unknown>>,
): { readonly url: string; readonly method: string; readonly headers: Record<string, string>; readonly body?: string } {
  const url = new URL(
    baseUrl.replace(/\/$/, '') +
      path.replace(/\{(\w+)\}/g, (_, name: string) => {
        const value = input[name];
        if (typeof value !== 'string' || value === '') throw new TypeError(`${name}: expected text`);
        return encodeURIComponent(value);
      }),
  );
  for (const name of query) if (input[name] !== undefined) url.searchParams.set(name, String(input[name]));
  const sent = Object.entries(headers).flatMap(([member, name]) =>
    input[member] === undefined ? [] : [[name, String(input[member])]],
  );
  return {
    url: url.href,
    method,
    headers: { ...Object.fromEntries(sent), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(Object.fromEntries(body.map((name) => [name, input[name]]))) }),
  };
}
