const MAX_CHARS = 32 * 1024;

/** The two required fields of a security.txt (RFC 9116 section 2.5): `expires` in milliseconds, undefined when invalid. */
export function expiryOf(text: string): { readonly hasContact: boolean; readonly expires: number | undefined } {
  let hasContact = false;
  let expires: number | undefined;
  for (const line of text.slice(0, MAX_CHARS).split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (name === 'contact') hasContact ||= value !== '';
    else if (name === 'expires') expires ??= Number.isNaN(Date.parse(value)) ? undefined : Date.parse(value);
  }
  return { hasContact, expires };
}
