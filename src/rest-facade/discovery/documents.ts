import { DIRECTORY_PATH } from '../../auth/bot-signature/profile.ts';
import { VERSION } from '../../basics/version.ts';
import { BOT_TOKEN } from '../../scanner/ai-agents.ts';

/**
 * OAuth discovery for a service whose keys are made by people. The documents say so in shapes that the clients of today
 * parse: MCP SDKs demand endpoints and a non-empty response_types_supported, and then stop with a clear message instead
 * of trying to register.
 */

/** Where MCP clients and REST clients send their key; each has its metadata at its own well-known place (RFC 9728, 3.1). */
export const PROTECTED_RESOURCES = ['', '/api/v1', '/api/v1/mcp'] as const;

const SCOPES = ['scans:read', 'scans:write'];
const API_KEY_GRANT = 'urn:ietf:params:oauth:grant-type:api-key';

/** RFC 9728. @param path one of PROTECTED_RESOURCES */
export const protectedResource = (baseUrl: string, path: string) => ({
  resource: `${baseUrl}${path}`,
  resource_name: 'Legible',
  authorization_servers: [baseUrl],
  bearer_methods_supported: ['header'],
  scopes_supported: SCOPES,
  resource_documentation: `${baseUrl}/auth.md`,
});

/** RFC 8414. `none` is a registered response type; `code` would make clients open a browser for nothing. */
export const authorizationServer = (baseUrl: string) => ({
  issuer: baseUrl,
  authorization_endpoint: `${baseUrl}/oauth/authorize`,
  token_endpoint: `${baseUrl}/oauth/token`,
  response_types_supported: ['none'],
  grant_types_supported: [API_KEY_GRANT],
  token_endpoint_auth_methods_supported: ['none'],
  scopes_supported: SCOPES,
  code_challenge_methods_supported: ['S256'],
  service_documentation: `${baseUrl}/auth.md`,
  protected_resources: PROTECTED_RESOURCES.map((path) => `${baseUrl}${path}`),
});

/** What the endpoints that OAuth clients try answer: each says how a key is really had (RFC 6749 section 5.2). */
export const oauthRefusals = (baseUrl: string) => {
  const remedy = `A person makes an API key at ${baseUrl}/dashboard/api-keys; send it as "Authorization: Bearer <API key>".`;
  return [
    {
      path: '/oauth/authorize',
      status: 400,
      error: 'unsupported_response_type',
      error_description: `There is no authorization code flow. ${remedy}`,
    },
    {
      path: '/oauth/token',
      status: 400,
      error: 'unsupported_grant_type',
      error_description: `No token is issued here. ${remedy}`,
    },
    ...['/register', '/oauth/register'].map((path) => ({
      path,
      status: 403,
      error: 'access_denied',
      error_description: `There is no dynamic client registration. ${remedy}`,
    })),
  ];
};

/** `/auth.md`: how an agent, and the person it works for, get access. */
export const authMarkdown = (baseUrl: string): string => `# Access to Legible

Legible grades how well websites and MCP servers can be used by AI agents.

## Without a key

These need none:

- \`GET|POST ${baseUrl}/api/v1/ask\` and \`POST ${baseUrl}/api/v1/scan/mcp\`;
- \`POST ${baseUrl}/api/scan\`, a few small scans a day, and \`GET ${baseUrl}/api/scan/{shareToken}\`, where each is read;
- \`POST ${baseUrl}/api/x402/scan\`, where this service sells scans: \`GET\` it for the offer (x402);
- \`${baseUrl}/mcp\`, the MCP endpoint of the public tools.

## With an API key

Scans of websites, over REST (\`${baseUrl}/api/v1\`) and over MCP (\`${baseUrl}/api/v1/mcp\`), need an API key of a Pro account.

1. A person signs in at ${baseUrl}/dashboard/api-keys and creates a key. It is shown once.
2. Send it with every request, in this header and nowhere else: \`Authorization: Bearer <API key>\`.
3. The person can revoke a key there; it stops working at once.

A key looks like \`svc_live_<prefix>_<secret>\`. It does not expire. Never put it in a URL.

## What there is not

No authorization code flow, no dynamic client registration, no token endpoint, no refresh tokens. OAuth clients that find
our metadata (\`${baseUrl}/.well-known/oauth-protected-resource\`) should ask their user for a key.

## Errors

| status | code | meaning |
| --- | --- | --- |
| 401 | \`missing_key\` | no key was sent |
| 401 | \`invalid_key\` | the key is malformed, unknown or revoked |
| 403 | \`subscription_required\` | the key's account is not on a Pro plan |
| 429 | \`rate_limited\` | wait as many seconds as Retry-After says |

Bots that sign their requests (Web Bot Auth) are recognised; a signature says who calls and never replaces the key.
`;

export const SERVER_CARD_TYPE = 'application/mcp-server-card+json';
export const AI_CATALOG_TYPE = 'application/ai-catalog+json';
/** Below the endpoint that needs no key, and where cards stood before a catalog led to them. */
export const SERVER_CARD_PATHS = ['/mcp/server-card', '/.well-known/mcp/server-card.json'];

/**
 * The MCP server's identity and endpoint (SEP-2127), without tools: clients ask the server for those.
 * @see https://github.com/modelcontextprotocol/experimental-ext-server-card
 */
export const serverCard = (baseUrl: string) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
  name: `${reverseDns(baseUrl)}/legible`,
  title: 'Legible',
  version: VERSION,
  description: 'Grades how well a website or a remote MCP server can be used by AI agents, and says what to fix.',
  websiteUrl: baseUrl,
  remotes: [
    { type: 'streamable-http', url: `${baseUrl}/mcp` },
    {
      type: 'streamable-http',
      url: `${baseUrl}/api/v1/mcp`,
      headers: [{ name: 'Authorization', description: 'Bearer and an API key', isRequired: true, isSecret: true }],
    },
  ],
});

/**
 * The entry of this installation for the MCP registry. Publishing it proves the domain of its name.
 * @see https://modelcontextprotocol.io/registry/remote-servers
 */
export function registryEntry(baseUrl: string) {
  const { remotes, ...server } = serverCard(baseUrl);
  return {
    ...server,
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    remotes: remotes.map(({ headers = [], ...remote }) => ({
      ...remote,
      ...(headers.length === 0 ? {} : { headers: headers.map(asTemplate) }),
    })),
  };
}

/** A header whose key the registry's clients ask a person for. */
const asTemplate = ({ name }: { readonly name: string }) => ({
  name,
  description: 'An API key of this service',
  isRequired: true,
  isSecret: true,
  value: 'Bearer {key}',
  variables: { key: { description: 'API key, as the dashboard shows it', isRequired: true, isSecret: true } },
});

/** AI Catalog 1.0: the resources of this service for agents. @see https://agenticresourcediscovery.org/spec/ */
export const aiCatalog = (baseUrl: string) => ({
  specVersion: '1.0',
  entries: [
    {
      identifier: `urn:air:${hostOf(baseUrl)}:mcp:legible`,
      type: SERVER_CARD_TYPE,
      url: `${baseUrl}${SERVER_CARD_PATHS[0]}`,
    },
  ],
});

const hostOf = (baseUrl: string): string => new URL(baseUrl).hostname.replace(/[^a-z0-9.-]/g, '-');

const reverseDns = (baseUrl: string): string => hostOf(baseUrl).split('.').reverse().join('.');

/** RFC 9727: a linkset (RFC 9264) of the machine-readable API descriptions. */
export const apiCatalog = (baseUrl: string) => ({
  linkset: [
    {
      anchor: `${baseUrl}/api/v1`,
      'service-desc': [
        { href: `${baseUrl}/api/v1/openapi.json`, type: 'application/vnd.oai.openapi+json;version=3.1' },
      ],
      'service-doc': [{ href: `${baseUrl}/docs`, type: 'text/html' }],
      'service-meta': [{ href: `${baseUrl}/auth.md`, type: 'text/markdown' }],
    },
    {
      anchor: `${baseUrl}/api/v1/mcp`,
      'service-doc': [{ href: `${baseUrl}/docs`, type: 'text/html' }],
      'service-meta': [{ href: `${baseUrl}/auth.md`, type: 'text/markdown' }],
    },
  ],
});

const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/**
 * RFC 9116. The field Contact is required: without a contact of the operator it leads to the page that says so.
 * @param contact a mailto: or https: URL
 * @param now milliseconds
 */
export const securityTxt = (baseUrl: string, contact: string | undefined, now: number): string => {
  const expires = new Date((Math.floor(now / DAY_MS) + VALID_DAYS) * DAY_MS).toISOString();
  return [
    ...(contact === undefined ? ['# The operator of this installation has named no contact.'] : []),
    `Contact: ${contact ?? `${baseUrl}/docs/security`}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
};

/** No place is reserved for it; the page about the bot links to it. */
export const AGENT_CARD_PATH = '/.well-known/signature-agent-card.json';

/** Who signs the requests of the bot, and how it behaves (Signature Agent Card, draft-meunier-webbotauth-registry-04). */
export const signatureAgentCard = (baseUrl: string) => ({
  client_id: `${baseUrl}${AGENT_CARD_PATH}`,
  client_name: BOT_TOKEN,
  client_uri: `${baseUrl}/bot`,
  jwks_uri: `${baseUrl}${DIRECTORY_PATH}`,
  web_bot_auth: {
    'expected-user-agent': `${BOT_TOKEN}/*`,
    'rfc9309-product-token': BOT_TOKEN,
    'rfc9309-compliance': ['User-Agent', 'Allow', 'Disallow', 'Crawl-delay'],
    trigger: 'fetcher',
    'targeted-content': 'Pages and files of a site that somebody asked to have graded for AI agents',
  },
});
