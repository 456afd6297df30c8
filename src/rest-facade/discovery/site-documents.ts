/** RFC 9727: a linkset (RFC 9264) that leads to the machine-readable descriptions of what is served here. */
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

/** RFC 9116. @param now milliseconds */
export const securityTxt = (baseUrl: string, now: number): string => {
  const expires = new Date((Math.floor(now / DAY_MS) + VALID_DAYS) * DAY_MS).toISOString();
  return [
    `Contact: ${baseUrl}/docs/security`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
};
