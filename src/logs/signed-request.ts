import type { SignedMessage } from '../auth/bot-signature/signature-base.ts';
import { parseUrl } from '../basics/parse-url.ts';
import type { LogEntry, LoggedSignature } from './entry.ts';

const HOST = /^[a-z0-9.-]{1,253}(?::\d{1,5})?$/i;
const MAX_TARGET = 4096;

/** The signature of a line. Undefined where the log lacks one of its fields. */
export const loggedSignature = (
  host: string,
  scheme: string,
  input: string,
  value: string,
): LoggedSignature | undefined =>
  host === '' || input === '' || value === '' ? undefined : { host, scheme: scheme || 'https', input, value };

/** The request as its signature saw it; undefined for one that cannot be put together. */
export function signedRequestOf({ method, target, signature, signatureAgent }: LogEntry): SignedMessage | undefined {
  if (signature === undefined || !HOST.test(signature.host) || !/^https?$/.test(signature.scheme)) return undefined;
  if (!target.startsWith('/') || target.length > MAX_TARGET) return undefined;
  const url = parseUrl(`${signature.scheme}://${signature.host}${target}`);
  if (url === undefined) return undefined;
  const fields = new Map([
    ['signature', signature.value],
    ['signature-input', signature.input],
    ['signature-agent', signatureAgent],
  ]);
  return { method, url, header: (name) => fields.get(name) };
}
