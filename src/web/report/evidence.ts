import { copyable, foreignLink, type Markup, markup } from '../markup.ts';

/** Words for the members of evidence that are one value each, in the order in which they are shown. */
const VALUES = [
  ['url', 'Address'],
  ['status', 'Status'],
  ['contentType', 'Content type'],
  ['measured', 'Measured'],
  ['threshold', 'Wanted'],
  ['snippet', 'Found'],
] as const;

/**
 * A result's quotes of the scanned site, and the line that shows them: third-party text, escaped.
 * @param id of the check, for the name of the scroll area
 */
export function evidenceOf({ evidence, repro }: Readonly<Record<string, unknown>>, id: string): Markup {
  const quoted = isRecord(evidence) ? evidence : {};
  const values = VALUES.flatMap(([name, words]) => {
    const value = quoted[name];
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    const shown = name === 'url' ? foreignLink(String(value)) : markup`<span class="quote">${value}</span>`;
    return markup`<dt>${words}</dt><dd>${shown}</dd>`;
  });
  const examples = textsOf(quoted.examples);
  const findings = findingsOf(quoted.findings);
  return markup`${
    (values.length > 0 || examples.length > 0) &&
    markup`<div><h4>Evidence, quoted from the site</h4>
<dl class="evidence">${values}${
      examples.length > 0 &&
      markup`<dt>Examples</dt><dd><ul>${examples.map((text) => markup`<li class="quote">${text}</li>`)}</ul></dd>`
    }</dl></div>`
  }${
    findings.length > 0 &&
    markup`<div><h4>Where, quoted from the server</h4><div class="table-scroll" tabindex="0" role="group" aria-label="Findings of ${id}"><table><thead><tr><th scope="col">Place</th><th scope="col">Found</th></tr></thead><tbody>${findings.map(
      ({ at, found }) => markup`<tr><td class="quote">${at}</td><td class="quote">${found}</td></tr>`,
    )}</tbody></table></div></div>`
  }${typeof quoted.draft === 'string' && markup`<div><h4>A draft made of the site's own words: read it before you use it</h4>${copyable(quoted.draft)}</div>`}${
    typeof repro === 'string' && markup`<div><h4>See it yourself</h4>${copyable(repro, 'shell')}</div>`
  }`;
}

export interface EvidenceFinding {
  readonly at: string;
  readonly found: string;
}

/** The locations in the evidence; other fields are ignored. */
export function findingsOf(value: unknown): EvidenceFinding[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown) =>
    isRecord(each) && typeof each.at === 'string' && typeof each.found === 'string'
      ? [{ at: each.at, found: each.found }]
      : [],
  );
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
