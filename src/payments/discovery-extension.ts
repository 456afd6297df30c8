/**
 * The Bazaar discovery extension: what the paid route takes and gives. Written out as `declareDiscoveryExtension` of
 * `@x402/extensions` makes it. `schema` describes `info`, and has no outside references: crawlers refuse those. The same
 * is sent with every challenge, also that of GET: what is for sale is the POST.
 */
export const BAZAAR = {
  info: {
    input: { type: 'http', method: 'POST', bodyType: 'json', body: { url: 'https://example.com/' } },
    output: {
      type: 'json',
      example: { scan: { id: 'scn_…', status: 'completed', siteScore: 87 }, shareUrl: '/s/…' },
    },
  },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['POST'] },
          bodyType: { type: 'string', enum: ['json'] },
          body: {
            type: 'object',
            properties: { url: { type: 'string', description: 'Public http or https URL of the site to scan' } },
            required: ['url'],
          },
        },
        required: ['type', 'method', 'bodyType', 'body'],
        additionalProperties: false,
      },
      output: {
        type: 'object',
        properties: {
          type: { type: 'string' },
          example: {
            type: 'object',
            properties: { scan: { type: 'object' }, shareUrl: { type: 'string' } },
            required: ['scan', 'shareUrl'],
          },
        },
        required: ['type'],
      },
    },
    required: ['input'],
  },
} as const;
