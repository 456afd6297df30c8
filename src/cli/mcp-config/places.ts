import * as z from 'zod';
import { quote } from '../../scanner/checks/evidence.ts';
import type { CheckResult } from '../../schema/scan.ts';

/** At most this many places are named; the report in JSON has all. */
const MAX_PLACES = 5;
/** Names come from the server: one line of this length, without characters that a terminal obeys. */
const MAX_NAME = 80;
const Found = z.object({ findings: z.array(z.object({ at: z.string() })) });
const Names = z.object({ examples: z.array(z.string()) });
/** Checks whose examples are the tools or parameters that lack something; of other checks they are quotes. */
const NAMING: readonly string[] = ['M13', 'M15', 'M16', 'M18'];

/** Where a finding is, for a line: "At get, search and 2 more."; '' where its evidence names no place. */
export function placesLine({ checkId, details: { evidence } }: Pick<CheckResult, 'checkId' | 'details'>): string {
  const at = Found.safeParse(evidence).data?.findings.map((finding) => finding.at);
  const examples = NAMING.includes(checkId) ? Names.safeParse(evidence).data?.examples : undefined;
  const places = [...new Set(at ?? examples ?? [])].filter((name) => name !== '');
  if (places.length === 0) return '';
  const more = places.length - MAX_PLACES;
  const named = places.slice(0, MAX_PLACES).map((name) => quote(name, MAX_NAME));
  return `At ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
