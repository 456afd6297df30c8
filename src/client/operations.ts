/** Made by `npm run generate`: every call of the API, by the operationId of the OpenAPI description. */
export const OPERATIONS = {
  startScan: {
    method: 'POST',
    path: '/api/v1/scans',
    body: ['url', 'pageLimit', 'exclude', 'canonicalOrigin', 'checks', 'browser', 'fresh'],
    query: ['waitSeconds'],
    headers: {
      idempotencyKey: 'idempotency-key',
    },
  },
  listScans: {
    method: 'GET',
    path: '/api/v1/scans',
    query: ['limit', 'cursor'],
  },
  getScan: {
    method: 'GET',
    path: '/api/v1/scans/{id}',
    query: ['pages', 'waitSeconds'],
  },
  deleteScan: {
    method: 'DELETE',
    path: '/api/v1/scans/{id}',
  },
  reportResult: {
    method: 'POST',
    path: '/api/v1/scans/{id}/reports',
    body: ['checkId', 'page', 'reason'],
  },
  explainScan: {
    method: 'GET',
    path: '/api/v1/scans/{id}/explanation',
  },
  compareScans: {
    method: 'GET',
    path: '/api/v1/scans/{id}/comparison',
    query: ['with'],
  },
  viewPage: {
    method: 'GET',
    path: '/api/v1/view',
    query: ['url', 'as', 'check'],
  },
  readLog: {
    method: 'POST',
    path: '/api/v1/logs',
    body: ['text', 'scanId', 'since', 'format'],
  },
  getLog: {
    method: 'GET',
    path: '/api/v1/logs/{id}',
  },
  deleteLog: {
    method: 'DELETE',
    path: '/api/v1/logs/{id}',
  },
  scanMcp: {
    method: 'POST',
    path: '/api/v1/scan/mcp',
    body: ['endpoint'],
  },
  watchSite: {
    method: 'POST',
    path: '/api/v1/watches',
    body: ['url', 'kind', 'cadence', 'pageLimit'],
  },
  listWatches: {
    method: 'GET',
    path: '/api/v1/watches',
  },
  askWithBody: {
    method: 'POST',
    path: '/api/v1/ask',
    body: ['query', 'mode', 'itemType', 'prev'],
  },
  cancelScan: {
    method: 'POST',
    path: '/api/v1/scans/{id}/cancel',
  },
  listSites: {
    method: 'GET',
    path: '/api/v1/sites',
    query: ['label', 'search', 'sort', 'reverse', 'limit', 'cursor'],
  },
  labelSite: {
    method: 'PATCH',
    path: '/api/v1/sites/{host}',
    body: ['labels', 'report'],
  },
  startBatch: {
    method: 'POST',
    path: '/api/v1/batches',
    body: ['urls', 'pageLimit', 'labels', 'watch'],
    headers: {
      idempotencyKey: 'idempotency-key',
    },
  },
  getBatch: {
    method: 'GET',
    path: '/api/v1/batches/{id}',
    query: ['with', 'limit', 'cursor'],
  },
  listBatches: {
    method: 'GET',
    path: '/api/v1/batches',
  },
  cancelBatch: {
    method: 'DELETE',
    path: '/api/v1/batches/{id}',
  },
} as const;
export type OperationId = keyof typeof OPERATIONS;
