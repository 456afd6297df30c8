import type { Probe } from '../artifacts.ts';
import { isPresent } from '../evidence.ts';
import { resourceMetadataIn } from '../parse/challenges.ts';
import { resourceMetadataUrlOf } from '../parse/oauth-metadata.ts';
import type { McpAuthorization, McpExchange } from './artifacts.ts';
import type { Wire } from './wire.ts';

const OPEN: McpAuthorization = { challenged: false, challenge: undefined, metadata: [] };

/**
 * What a server that answered 401 tells of its authorization: the challenge, and the metadata of the resource (RFC 9728),
 * where the challenge says or else at the well-known places.
 * @param refusal the 401; undefined when there was none
 */
export async function gatherAuthorization(wire: Wire, refusal: McpExchange | undefined): Promise<McpAuthorization> {
  if (!refusal?.answered) return OPEN;
  const challenge = refusal.headers['www-authenticate'];
  const named = resourceMetadataIn(challenge);
  if (named !== undefined) {
    const probe = await wire.document(named);
    return { challenged: true, challenge, metadata: [{ from: 'challenge', probe }] };
  }
  const { origin, href } = new URL(wire.url);
  const places = new Set([resourceMetadataUrlOf(new URL(href)), resourceMetadataUrlOf(new URL(origin))]);
  const probes: Probe[] = [];
  for (const place of places) {
    const probe = await wire.document(place);
    probes.push(probe);
    if (isPresent(probe)) break;
  }
  return { challenged: true, challenge, metadata: probes.map((probe) => ({ from: 'well-known', probe })) };
}
