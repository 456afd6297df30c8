import { catalogueOrder } from '../checks/catalogue.ts';
import { type Finding, findingsOf, unmeasuredOf } from './findings.ts';
import type { ReportData } from './reporter.ts';

/** What a whole scan says of one check: a finding, why it could not be measured, or that there is nothing to say. */
export type Verdict =
  | { readonly id: string; readonly kind: 'finding'; readonly finding: Finding }
  | {
      readonly id: string;
      readonly kind: 'unmeasured' | 'not-applicable';
      readonly name: string;
      readonly message: string;
    }
  | { readonly id: string; readonly kind: 'pass'; readonly name: string };

/** One verdict a check, in catalogue order. */
export function verdictsOf(data: ReportData): Verdict[] {
  const { siteChecks, llmstxtChecks, pageResults } = data.scan;
  const findings = new Map(findingsOf(data).map((finding) => [finding.id, finding]));
  const unmeasured = new Map(unmeasuredOf(data.scan).map((each) => [each.id, each]));
  const others = new Map<string, { name: string; message: string; applies: boolean }>();
  for (const { checkId, name, message, details } of [
    ...siteChecks,
    ...llmstxtChecks,
    ...pageResults.flatMap(({ checks }) => checks),
  ]) {
    const applies = others.get(checkId)?.applies === true || details.notApplicable !== true;
    others.set(checkId, { name, message, applies });
  }
  return [...new Set([...others.keys(), ...findings.keys()])]
    .map((id): Verdict => {
      const [finding, error, other] = [findings.get(id), unmeasured.get(id), others.get(id)];
      if (finding !== undefined) return { id, kind: 'finding', finding };
      if (error !== undefined) return { id, kind: 'unmeasured', name: error.name, message: error.message };
      const { name = id, message = '', applies = true } = other ?? {};
      return applies ? { id, kind: 'pass', name } : { id, kind: 'not-applicable', name, message };
    })
    .sort(catalogueOrder);
}
