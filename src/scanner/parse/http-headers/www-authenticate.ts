const MAX_HEADER = 8000;

/** Whether a WWW-Authenticate header offers this scheme (RFC 9110 section 11.6.1). */
export function offersScheme(header: string | undefined, scheme: string): boolean {
  const lower = (header ?? '').slice(0, MAX_HEADER).toLowerCase();
  return lower.split(',').some((part) => part.trim() === scheme || part.trimStart().startsWith(`${scheme} `));
}

/** The `resource_metadata` parameter of a WWW-Authenticate header (RFC 9728 section 5.1); undefined when it has none. */
export function resourceMetadataIn(header: string | undefined): string | undefined {
  const text = (header ?? '').slice(0, MAX_HEADER);
  const match = /\bresource_metadata\s{0,20}=\s{0,20}(?:"([^"]{0,2000})"|([^\s,"]{1,2000}))/i.exec(text);
  const url = match?.[1] ?? match?.[2];
  return url === undefined || url === '' ? undefined : url;
}
