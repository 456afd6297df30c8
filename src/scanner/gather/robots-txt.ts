import { defined } from '../../basics/defined.ts';
import type { RobotsArtifact } from '../model/site.ts';
import { LONG_WAIT_MS, type SiteClient } from '../net/site-client.ts';
import { parseRobotsTxt } from '../parse/robots/robots-txt.ts';

/** Far above the parsed size (500 KiB): a huge file is a fault to report, and no reason to stop the scan. */
const MAX_BYTES = 50 * 1024 * 1024;

/** robots.txt of one origin. Read before the scan's target is known, because it decides whether there is a scan. */
export async function readRobotsTxt(client: SiteClient, origin: string): Promise<RobotsArtifact> {
  const ask = (timeoutMs?: number) =>
    client.file(`${origin}/robots.txt`, { maxBytes: MAX_BYTES, ...defined({ timeoutMs }) });
  const first = await ask();
  // RFC 9309 section 2.3.1.4 turns a server error into "keep out": worth asking twice before the scan ends over it.
  const isWorthIt = isUnreachable(first) && client.limitOf(origin) === undefined;
  const probe = isWorthIt ? await ask(LONG_WAIT_MS) : first;
  const isText = probe.answered && probe.status >= 200 && probe.status <= 299 && !probe.isHtml;
  return { probe, rules: isText ? parseRobotsTxt(probe.text) : undefined };
}

/** Not a 4xx, which means "no rules", but a server or network error, which means "assume that all is disallowed". */
export const isUnreachable = (probe: RobotsArtifact['probe']): boolean => !probe.answered || probe.status >= 500;
