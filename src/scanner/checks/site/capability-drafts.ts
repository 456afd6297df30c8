/** Files to paste, for checks of what a site offers agents. They hold addresses of the site: they belong into evidence. */

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** /.well-known/api-catalog for one API (RFC 9727, appendix A). */
export const apiCatalogDraft = (origin: string, descriptionUrl = `${origin}/openapi.json`): string =>
  json({
    linkset: [
      {
        anchor: `${origin}/`,
        'service-desc': [{ href: descriptionUrl, type: 'application/vnd.oai.openapi+json' }],
      },
    ],
  });

/** /.well-known/oauth-protected-resource (RFC 9728 section 2). */
export const resourceMetadataDraft = (resource: string, server: string): string =>
  json({ resource, authorization_servers: [server], bearer_methods_supported: ['header'] });

/** /.well-known/ai-catalog.json with one MCP server (AI Catalog 1.0, SEP-2127). */
export function aiCatalogDraft(origin: string, remoteUrl: string): string {
  return json({
    specVersion: '1.0',
    entries: [
      {
        identifier: `urn:air:${new URL(origin).hostname}:mcp`,
        type: 'application/mcp-server-card+json',
        url: `${withoutSlash(remoteUrl)}/server-card`,
      },
    ],
  });
}

/** The address of a 0.3 agent card in the form of 1.0; the rest of the card stays as it is. */
export const supportedInterfacesDraft = (url: string): string =>
  json({ supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }] });

/** JSON-LD of the home page: who is behind the site. */
export const identityDraft = (origin: string, name: string): string => {
  const organization = { '@type': 'Organization', '@id': `${origin}/#organization`, name, url: `${origin}/` };
  const site = { '@type': 'WebSite', name, url: `${origin}/`, publisher: { '@id': organization['@id'] } };
  const document = { '@context': 'https://schema.org', '@graph': [organization, site] };
  // A closing tag in a name would end the script.
  return `<script type="application/ld+json">\n${json(document).replaceAll('</', '<\\/')}</script>\n`;
};

/** JSON-LD of one product for sale, to be filled in. */
export const OFFER_DRAFT = json({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'NAME',
  offers: {
    '@type': 'Offer',
    price: '0.00',
    priceCurrency: 'EUR',
    availability: 'https://schema.org/InStock',
    url: 'ADDRESS OF THIS PAGE',
  },
});

const withoutSlash = (text: string): string => (text.endsWith('/') ? text.slice(0, -1) : text);
