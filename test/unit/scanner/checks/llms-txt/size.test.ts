import check from '../../../../../src/scanner/checks/llms-txt/size.ts';
import type { SiteArtifacts } from '../../../../../src/scanner/model/artifacts.ts';
import { ORIGIN } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { absent, llmsTxt } from './llms-txt-file.ts';

/** A small file that links to llms.txt files of these lengths, undefined for one that was not read. */
function linking(...lengths: (number | undefined)[]): SiteArtifacts {
  const nested = lengths.map((charCount, at) => ({
    url: `${ORIGIN}/part-${at}/llms.txt`,
    file: charCount === undefined ? undefined : { charCount, links: [] },
  }));
  return llmsTxt(undefined, {}, { llmsLinks: { linkCount: nested.length, sample: [], nested } });
}

checkTable(check, [
  { when: 'small', given: llmsTxt(), expect: 'pass' },
  { when: '50,000 characters', given: llmsTxt('x'.repeat(50_000)), expect: 'pass' },
  { when: 'one more', given: llmsTxt('x'.repeat(50_001)), expect: 'warn', says: /^llms\.txt has 50001/ },
  { when: '100,000 characters', given: llmsTxt('x'.repeat(100_000)), expect: 'warn' },
  { when: 'one more than that', given: llmsTxt('x'.repeat(100_001)), expect: 'fail' },
  { when: 'characters, not bytes', given: llmsTxt('é'.repeat(50_000)), expect: 'pass' },
  { when: 'many nested files of 50,000', given: linking(50_000, 50_000, 50_000), expect: 'pass' },
  { when: 'one of them is larger', given: linking(50_000, 50_001), expect: 'warn', says: /links to has 50001/ },
  { when: 'one is larger than 100,000', given: linking(100_001, 50_001), expect: 'fail', says: /links to has 100001/ },
  { when: 'one was not read', given: linking(undefined), expect: 'pass' },
  { when: 'there is no file', given: absent(), expect: 'na' },
]);
