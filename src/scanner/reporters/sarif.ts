import { createHash } from 'node:crypto';
import { defined } from '../../defined.ts';
import { VERSION } from '../../version.ts';
import { type Finding, findingsOf } from './findings.ts';
import type { Reporter } from './reporter.ts';

/** SARIF 2.1.0 (OASIS), as code scanners exchange it: one rule a check with findings, one result a page of it. */
export const sarif: Reporter = {
  name: 'sarif',
  mediaType: 'application/sarif+json',
  render(data) {
    const findings = findingsOf(data);
    const run = {
      tool: { driver: { name: 'Legible', semanticVersion: VERSION, rules: findings.map(ruleOf) } },
      automationDetails: { id: `legible/${data.scan.rootUrl}` },
      results: findings.flatMap((finding, ruleIndex) => resultsOf(finding, ruleIndex, data.scan.rootUrl)),
    };
    return `${JSON.stringify({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }, null, 2)}\n`;
  },
};

const ruleOf = ({ id, name, rule, source, howToFix, status, category }: Finding) => ({
  id,
  shortDescription: { text: name },
  ...(rule === undefined ? {} : { fullDescription: { text: rule } }),
  help: { text: howToFix === '' ? name : howToFix },
  ...defined({ helpUri: source }),
  defaultConfiguration: { level: levelOf(status) },
  properties: { tags: [category] },
});

/** Each page tells its own result, for there it is shown alone. */
function resultsOf(finding: Finding, ruleIndex: number, rootUrl: string) {
  const { id, pages } = finding;
  const places = pages.length === 0 ? [{ ...finding, url: rootUrl }] : pages;
  return places.map(({ url: uri, status, message, howToFix }) => ({
    ruleId: id,
    ruleIndex,
    level: levelOf(status),
    message: { text: `${message} ${howToFix}`.trim() || id },
    locations: [{ physicalLocation: { artifactLocation: { uri } } }],
    partialFingerprints: { 'checkAndPath/v1': fingerprint(id, uri) },
  }));
}

const levelOf = (status: Finding['status']) => (status === 'fail' ? 'error' : 'warning');

/** The same for a preview and for production. */
function fingerprint(id: string, url: string): string {
  const { pathname, search } = new URL(url);
  return createHash('sha256').update(`${id} ${pathname}${search}`).digest('hex').slice(0, 32);
}
