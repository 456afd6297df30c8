import { titlesOf } from '../checks/catalogue.ts';
import { pluralize } from '../pluralize.ts';
import { type Verdict, verdictsOf } from './findings.ts';
import type { Reporter } from './reporter.ts';

/** JUnit's XML, as CI servers read it: one test case a check. A warning passes and says so in its output. */
export const junit: Reporter = {
  name: 'junit',
  mediaType: 'application/xml',
  render(data) {
    const verdicts = verdictsOf(data);
    const failures = verdicts.filter((verdict) => isFailure(verdict)).length;
    const skipped = verdicts.filter(({ kind }) => kind === 'unmeasured' || kind === 'not-applicable').length;
    const { rootUrl, createdAt } = data.scan;
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<testsuites name="legible" tests="${verdicts.length}" failures="${failures}" skipped="${skipped}">`,
      `  <testsuite name="${xml(rootUrl)}" timestamp="${xml(createdAt)}" tests="${verdicts.length}" failures="${failures}" errors="0" skipped="${skipped}">`,
      ...verdicts.map(testCase),
      '  </testsuite>',
      '</testsuites>',
      '',
    ].join('\n');
  },
};

const isFailure = (verdict: Verdict) => verdict.kind === 'finding' && verdict.finding.status === 'fail';

function testCase(verdict: Verdict): string {
  // The same whether it passes or fails: CI servers follow a test by its name.
  const name = titlesOf(verdict.id).pass;
  // A letter and a number.
  const series = verdict.id.charAt(0);
  return `    <testcase classname="legible.${xml(series)}" name="${xml(`${verdict.id} ${name}`)}">${inner(verdict)}</testcase>`;
}

function inner(verdict: Verdict): string {
  if (verdict.kind === 'pass') return '';
  if (verdict.kind !== 'finding') return `<skipped message="${xml(verdict.message)}"/>`;
  const { status, message, howToFix, affectedPages, pages } = verdict.finding;
  const where =
    pages.length === 0
      ? ''
      : `\nOn ${pluralize(affectedPages, 'page')}${affectedPages > pages.length ? ', among them' : ''}:\n${pages.map(({ url }) => url).join('\n')}`;
  const text = xml(`${howToFix}${where}`);
  return status === 'fail'
    ? `<failure type="fail" message="${xml(message)}">${text}</failure>`
    : `<system-out>${xml(`Warning: ${message}\n`)}${text}</system-out>`;
}

/** Text for elements and attributes; characters that XML 1.0 does not have become spaces. */
function xml(text: string): string {
  return (
    // The round trip through UTF-8 replaces lone surrogates.
    Buffer.from(text)
      .toString()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be replaced.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
}
