/** Whether an address is one of an API, by its host or its path. Examples fetch pages, too; an API says so. */
export function isApiAddress(url: string): boolean {
  const { hostname, pathname } = new URL(url);
  return /^(?:api|rest|graphql)\./.test(hostname) || /\/(?:api|rest|graphql|v\d{1,2})(?:\/|$)/.test(pathname);
}
