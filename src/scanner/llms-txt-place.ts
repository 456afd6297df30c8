import type { Probe } from './artifacts.ts';
import { isPresent } from './evidence.ts';

/** An llms.txt where agents look for one: on the host that was asked, and not in /.well-known/ (catalogue, S13). */
export function isInPlace(probe: Probe): boolean {
  if (!isPresent(probe)) return false;
  const { host, pathname } = new URL(probe.url);
  return host === new URL(probe.finalUrl).host && !pathname.startsWith('/.well-known/');
}
