/** What can stand in an Authorization header; anything else would fail in `fetch`, which repeats it in its error. */
const SENDABLE = /^[\u0021-\u007e]{1,512}$/;

/**
 * Why a key is not to be sent to a server: keys go over TLS only (interface.md, section 5), or do not leave the machine.
 * @param baseUrl an absolute http or https URL
 * @returns what was expected, without the key; undefined when it may be sent
 */
export function whyNotToSend(baseUrl: string, apiKey: string): string | undefined {
  if (!SENDABLE.test(apiKey)) return 'expected a key of visible ASCII characters, without spaces or line breaks';
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === 'https:' || /^(?:localhost|.{1,253}\.localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(hostname)) {
    return undefined;
  }
  return 'expected a server with https, for over plain http a key can be read on the way';
}
