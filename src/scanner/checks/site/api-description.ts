import type { Evidence } from '../../model/result.ts';
import type { ApiDescription } from '../../model/site.ts';
import { intentOf } from '../../model/site-kind.ts';
import { defineCheck, fail, notApplicable, pass, unmeasured, warn } from '../define.ts';
import { apiCatalogDraft } from './drafts.ts';

const MIN_DESCRIBED = 0.8;
/** This many pages of HTTP operations are documentation of an API; fewer may be examples in a text. */
const MIN_API_PAGES = 3;

export default defineCheck({
  id: 'S20',
  slug: 'api-description',
  series: 'site',
  category: 'capability',
  titles: {
    pass: 'APIs have a machine-readable description',
    fail: 'APIs have no usable machine-readable description',
    action: 'Publish an OpenAPI description of the API',
  },
  why: 'With an OpenAPI file an agent calls an API correctly at the first try. From prose it guesses names and types.',
  rule: 'Reads descriptions from /.well-known/api-catalog, service-desc links, API viewers in pages and the usual paths. Passes with AsyncAPI, a GraphQL schema, or OpenAPI 3 with info, a path, servers, and an operationId and a summary or description on 80 % of the operations. Warns about a thinner description, Swagger 2, or a catalog without a description. Fails when a declared description is broken, or when three pages document HTTP operations without any description. Not applicable without an API.',
  sources: [
    'https://www.rfc-editor.org/rfc/rfc9727',
    'https://www.rfc-editor.org/rfc/rfc9264',
    'https://spec.openapis.org/oas/latest.html',
  ],
  needs: ['target', 'crawl', 'apiDescription'],
  evaluate({ target, crawl, apiDescription: { catalog, descriptions } }) {
    const catalogUrl = `${target.origin}/.well-known/api-catalog`;
    const read = descriptions.filter(({ state }) => state === 'read');
    const broken = descriptions.filter(({ state }) => state === 'broken');
    const good = read.find((description) => flawsOf(description).length === 0);
    const best = good ?? read[0];
    const draft = { draft: apiCatalogDraft(target.origin, best?.url) };
    const [firstBroken] = broken;

    if (best !== undefined) {
      const faults = [
        ...(good === undefined ? flawsOf(best) : []),
        broken.length > 0 && `${broken.length} other declared descriptions cannot be read`,
        catalog === 'broken' && 'the API catalog is not a linkset with links to APIs',
      ].filter((fault) => fault !== false);
      if (faults.length === 0)
        return pass(`The API has a description in the form of ${NAMES[formatOf(best)]}.`, evidenceOf(best));
      return warn(`There is an API description, but ${faults.join('; ')}.`, {
        howToFix: HOW_TO_FIX,
        evidence: { ...evidenceOf(good === undefined ? best : (firstBroken ?? best)), ...draft },
      });
    }
    if (firstBroken !== undefined) {
      return fail(`${broken.length === 1 ? 'The' : 'Each'} API description that the site declares cannot be read.`, {
        howToFix: `Serve the file itself, as 200 with valid OpenAPI, at the declared address. ${HOW_TO_FIX}`,
        evidence: { ...evidenceOf(firstBroken), examples: broken.map(({ url }) => url) },
      });
    }
    if (catalog === 'broken') {
      return fail('/.well-known/api-catalog is there, but it is not a linkset with links to APIs.', {
        howToFix:
          'Serve application/linkset+json: {"linkset": [{"anchor": <URL of the API>, "service-desc": [{"href": <URL of its OpenAPI file>}]}]}.',
        evidence: { url: catalogUrl, ...draft },
      });
    }
    if (catalog === 'unknown' || descriptions.some(({ state }) => state === 'unknown'))
      return unmeasured('Whether there is an API description could not be measured.');
    if (descriptions.some(({ state }) => state === 'other'))
      return notApplicable('The declared API is described in a format that is not graded.');
    if (catalog === 'valid') {
      return warn('The API catalog leads to documentation, but to no description of an API.', {
        howToFix: `Add service-desc links to the catalog. ${HOW_TO_FIX}`,
        evidence: { url: catalogUrl, ...draft },
      });
    }
    const { apiPages } = intentOf(crawl);
    if (apiPages.length === 0)
      return notApplicable('No page documents an API that could be called, and none is declared.');
    if (apiPages.length < MIN_API_PAGES) {
      const shown = `${apiPages.length} ${apiPages.length === 1 ? 'page shows' : 'pages show'} HTTP operations`;
      return notApplicable(`Only ${shown}, which is too few to expect a description of an API.`);
    }
    return fail(`${apiPages.length} pages document HTTP operations, but there is no description of the API.`, {
      howToFix: HOW_TO_FIX,
      evidence: {
        url: descriptions.find(({ state }) => state === 'absent')?.url ?? `${target.origin}/openapi.json`,
        shows: 'status',
        measured: apiPages.length,
        examples: apiPages,
        ...draft,
      },
    });
  },
});

const HOW_TO_FIX =
  'Publish OpenAPI 3.1 (info, servers, paths; an operationId and a summary on every operation) at /openapi.json, link to it with rel="service-desc", and list it in /.well-known/api-catalog.';

const NAMES = { openapi: 'OpenAPI 3', swagger: 'Swagger 2', asyncapi: 'AsyncAPI', graphql: 'a GraphQL schema' };
const formatOf = ({ document }: ApiDescription) => document?.format ?? 'openapi';

/** The faults of a description that was read, in trusted text. */
function flawsOf({ document }: ApiDescription): string[] {
  if (document === undefined) return ['it cannot be read'];
  const { format, hasInfo, hasServers, pathCount, operationCount, describedCount } = document;
  if (format === 'graphql') return [];
  if (format === 'swagger') return ['it is Swagger 2, which newer tools do not read'];
  const flaws = [
    !hasInfo && 'it has no info',
    pathCount === 0 && `it has no ${format === 'openapi' ? 'paths' : 'channels'}`,
    format === 'openapi' && !hasServers && 'it has no servers',
    format === 'openapi' &&
      pathCount > 0 &&
      describedCount < operationCount * MIN_DESCRIBED &&
      `${operationCount - describedCount} of ${operationCount} operations lack an operationId or a summary`,
  ];
  return flaws.filter((flaw) => flaw !== false);
}

function evidenceOf({ url, status, contentType, snippet, document }: ApiDescription): Evidence {
  return {
    url,
    ...(status === undefined ? {} : { status, contentType, snippet }),
    ...(document === undefined || document.operationCount === 0
      ? {}
      : {
          measured: `${document.describedCount} of ${document.operationCount} operations`,
          threshold: `${MIN_DESCRIBED * 100} %`,
        }),
  };
}
