import check from '../../../../../src/scanner/checks/site/api-description.ts';
import type { PageDigest } from '../../../../../src/scanner/model/page.ts';
import type { ApiDescription, ApiDescriptionArtifact } from '../../../../../src/scanner/model/site.ts';
import type { ApiDocument } from '../../../../../src/scanner/parse/agent-files/api-document.ts';
import { digest, ORIGIN, site } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const DOCUMENT: ApiDocument = {
  format: 'openapi',
  hasInfo: true,
  hasServers: true,
  pathCount: 5,
  operationCount: 10,
  describedCount: 10,
};
const file = (overrides: Partial<ApiDescription> = {}): ApiDescription => ({
  via: 'guessed',
  url: `${ORIGIN}/openapi.json`,
  state: 'read',
  document: DOCUMENT,
  status: 200,
  contentType: 'application/json',
  snippet: '{',
  ...overrides,
});
const read = (document: Partial<ApiDocument>) => file({ document: { ...DOCUMENT, ...document } });
const absent = file({ state: 'absent', document: undefined, status: 404 });
const broken = file({ via: 'declared', url: `${ORIGIN}/spec.json`, state: 'broken', document: undefined });

function given(
  descriptions: readonly ApiDescription[],
  catalog: ApiDescriptionArtifact['catalog'] = 'absent',
  pages: readonly PageDigest[] = [],
) {
  return {
    target: site().target,
    crawl: { pages, pagesDiscovered: pages.length },
    apiDescription: { catalog, descriptions },
  };
}
const apiPages = (count: number) =>
  Array.from({ length: count }, (_, at) => digest(`/api/${at}`, { hints: ['api-docs', 'http-operation'] }));

checkTable(check, [
  { when: 'a full description', given: given([file()]), expect: 'pass', says: /OpenAPI 3/ },
  { when: '80 % of the operations', given: given([read({ describedCount: 8 })]), expect: 'pass' },
  { when: 'fewer', given: given([read({ describedCount: 7 })]), expect: 'warn', says: /3 of 10/ },
  { when: 'no info', given: given([read({ hasInfo: false })]), expect: 'warn', says: /info/ },
  { when: 'no servers', given: given([read({ hasServers: false })]), expect: 'warn', says: /servers/ },
  {
    when: 'no paths',
    given: given([read({ pathCount: 0, operationCount: 0, describedCount: 0 })]),
    expect: 'warn',
    says: /paths/,
  },
  { when: 'Swagger 2', given: given([read({ format: 'swagger' })]), expect: 'warn', says: /Swagger 2/ },
  {
    when: 'AsyncAPI without servers',
    given: given([read({ format: 'asyncapi', hasServers: false, operationCount: 0, describedCount: 0 })]),
    expect: 'pass',
  },
  { when: 'a GraphQL schema', given: given([read({ format: 'graphql', pathCount: 0 })]), expect: 'pass' },
  { when: 'a good one of two', given: given([read({ hasInfo: false }), file()]), expect: 'pass' },
  { when: 'a good one beside a broken one', given: given([broken, file()]), expect: 'warn', says: /1 other/ },
  { when: 'a good one beside a broken catalog', given: given([file()], 'broken'), expect: 'warn', says: /linkset/ },
  { when: 'a broken one', given: given([broken, absent]), expect: 'fail', says: /cannot be read/ },
  { when: 'a broken catalog', given: given([absent], 'broken'), expect: 'fail', says: /linkset/ },
  { when: 'a catalog of documentation', given: given([absent], 'valid'), expect: 'warn', says: /documentation/ },
  {
    when: 'a catalog of other descriptions',
    given: given([file({ state: 'other', document: undefined }), absent], 'valid'),
    expect: 'na',
  },
  { when: 'a catalog we did not get', given: given([absent], 'unknown'), expect: 'error' },
  {
    when: 'a description we did not get',
    given: given([file({ state: 'unknown', document: undefined })], 'valid'),
    expect: 'error',
  },
  {
    when: 'three pages of an API without one',
    given: given([absent], 'absent', apiPages(3)),
    expect: 'fail',
    says: /3 pages/,
  },
  { when: 'two', given: given([absent], 'absent', apiPages(2)), expect: 'na', says: /Only 2 pages show/ },
  {
    when: 'a language reference',
    given: given(
      [absent],
      'absent',
      ['/reference/a', '/reference/b', '/reference/c'].map((path) => digest(path, { hints: ['api-docs'] })),
    ),
    expect: 'na',
  },
  { when: 'no API', given: given([absent]), expect: 'na' },
]);
