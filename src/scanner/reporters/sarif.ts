import { createHash } from 'node:crypto';
import { defined } from '../../defined.ts';
import { VERSION } from '../../version.ts';
import { wordsOf } from '../checks/catalogue.ts';
import { type Finding, findingsOf } from './findings.ts';
import type { Reporter } from './reporter.ts';

/**
 * SARIF 2.1.0 (OASIS) within the subset that GitHub's code scanning accepts: one rule a check with findings, one result
 * a page of it. https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support
 */
export const sarif: Reporter = {
  name: 'sarif',
  mediaType: 'application/sarif+json',
  render(data) {
    const findings = findingsOf(data);
    // Without automationDetails, the upload sets GitHub's category from the job or its `category`. The address of a
    // preview there would keep GitHub from comparing a pull request with its base.
    const run = {
      tool: { driver: { name: 'Legible', semanticVersion: VERSION, rules: findings.map(ruleOf) } },
      results: findings.flatMap((finding, ruleIndex) => resultsOf(finding, ruleIndex, data.scan.rootUrl)),
    };
    return `${JSON.stringify({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }, null, 2)}\n`;
  },
};

const ruleOf = ({ id, name, rule, source, howToFix, status, category }: Finding) => ({
  id,
  ...defined({ name: pascalCase(wordsOf(id)) }),
  shortDescription: { text: name },
  // GitHub requires it.
  fullDescription: { text: rule ?? name },
  help: { text: howToFix === '' ? name : howToFix },
  ...defined({ helpUri: source }),
  defaultConfiguration: { level: levelOf(status) },
  properties: { tags: [category] },
});

/** `real-404` as `Real404`, which is how SARIF names rules; undefined for an id that the catalogue no longer has. */
const pascalCase = (check: ReturnType<typeof wordsOf>): string | undefined =>
  check !== undefined && 'slug' in check
    ? check.slug.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    : undefined;

/** Each page tells its own result, for there it is shown alone. */
function resultsOf(finding: Finding, ruleIndex: number, rootUrl: string) {
  const { id, pages } = finding;
  const places = pages.length === 0 ? [{ ...finding, url: rootUrl }] : pages;
  return places.map(({ url, status, message, howToFix }) => {
    const print = fingerprint(id, url);
    return {
      ruleId: id,
      ruleIndex,
      level: levelOf(status),
      message: { text: `${message} ${howToFix}`.trim() || id },
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: artifactOf(url) }, region: { startLine: 1 } },
          logicalLocations: [{ fullyQualifiedName: url, kind: 'resource' }],
        },
      ],
      // GitHub compares the second one. Without it, the upload would compute it from a source file, which is missing.
      partialFingerprints: { 'checkAndPath/v1': print, primaryLocationLineHash: `${print.slice(0, 16)}:1` },
    };
  });
}

/**
 * The file of a page in a static build, as a relative reference: GitHub refuses a whole upload for one URI with a scheme.
 */
function artifactOf(url: string): string {
  const { pathname, search } = new URL(url);
  const path = pathname.replace(/^\/+/, '');
  const file = path === '' || path.endsWith('/') ? `${path}index.html` : path;
  // A colon in the first segment would make it a scheme (RFC 3986, section 4.2).
  return file.replaceAll(':', '%3A') + search;
}

const levelOf = (status: Finding['status']) => (status === 'fail' ? 'error' : 'warning');

/** The same for a preview and for production. */
function fingerprint(id: string, url: string): string {
  const { pathname, search } = new URL(url);
  return createHash('sha256').update(`${id} ${pathname}${search}`).digest('hex').slice(0, 32);
}
