import check from '../../../../../src/scanner/checks/llms-txt/llms-full.ts';
import type { SiteArtifacts } from '../../../../../src/scanner/model/artifacts.ts';
import type { Probe } from '../../../../../src/scanner/model/http.ts';
import type { ControlAnswer } from '../../../../../src/scanner/model/site.ts';
import { answered, notFound, ORIGIN, unanswered } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { absent, llmsTxt } from './llms-txt-file.ts';

const INDEX = '# Site\n\n## Docs\n\n- [Guide](/guide): How to begin\n\n## API\n\n- [Calls](/api): Every call\n';
const LISTING = `${INDEX}- [All of it](/llms-full.txt): the whole text\n`;
const text = (headings: readonly string[]) =>
  headings.map((each) => `# ${each}\n\n${'Words. '.repeat(20)}`).join('\n\n');
const file = (body: string, overrides = {}) => answered('/llms-full.txt', { text: body, ...overrides });
const HTML = file('<!doctype html><p>App', { isHtml: true, contentType: 'text/html' });

function given(full: Probe, control: Partial<ControlAnswer['answer']> = {}, index = INDEX): SiteArtifacts {
  const artifacts = llmsTxt(index);
  const answer = { status: 404, contentType: 'text/html', isHtml: true, redirectsTo: undefined, endsAtRoot: false };
  return {
    ...artifacts,
    llmsTxt: { ...artifacts.llmsTxt, full },
    negativeControl: [{ kind: 'text', url: `${ORIGIN}/nonce.txt`, answer: { ...answer, ...control } }],
  };
}
const withoutIndex = (full: Probe): SiteArtifacts => {
  const artifacts = absent();
  return { ...artifacts, llmsTxt: { ...artifacts.llmsTxt, full } };
};

checkTable(check, [
  { when: 'it holds the listed pages', given: given(file(text(['Guide', 'Calls']))), expect: 'pass' },
  { when: 'it holds the sections', given: given(file(text(['Site', 'docs', 'A.P.I.', 'API']))), expect: 'pass' },
  { when: 'half of the sections are in it', given: given(file(text(['Guide', 'Other']))), expect: 'pass' },
  {
    when: 'llms.txt lists sets of text files only',
    given: given(
      file(text(['Other', 'Things'])),
      {},
      '# Site\n\n## Documentation Sets\n\n- [All](/llms-full.txt): all\n',
    ),
    expect: 'pass',
  },
  { when: 'fewer are', given: given(file(text(['Other', 'Things']))), expect: 'warn', says: /headings/ },
  {
    when: 'it is too long to be read to its end',
    given: given(file(`${text(['Other'])}${'x'.repeat(1_000_000)}`)),
    expect: 'pass',
  },
  { when: 'it is as long as llms.txt', given: given(file(INDEX)), expect: 'warn', says: /no longer/ },
  { when: 'it is one character longer', given: given(file(`${INDEX}.`)), expect: 'pass' },
  {
    when: 'it is binary by its type',
    given: given(file(text(['Guide', 'Calls']), { contentType: 'application/pdf' })),
    expect: 'warn',
  },
  {
    when: 'it is larger than 5 MB',
    given: given({
      answered: false,
      url: `${ORIGIN}/llms-full.txt`,
      hops: [],
      failure: { code: 'too_large', message: 'm' },
    }),
    expect: 'warn',
    says: /5 MB/,
  },
  { when: 'it is empty', given: given(file(' \n')), expect: 'fail', says: /empty/ },
  { when: 'it is an HTML page', given: given(HTML), expect: 'fail', says: /HTML/ },
  { when: 'any name answers HTML', given: given(HTML, { status: 200 }), expect: 'na' },
  {
    when: 'any name answers HTML, and llms.txt links to it',
    given: given(HTML, { status: 200 }, LISTING),
    expect: 'fail',
  },
  {
    when: 'it is what the site gives for unknown names',
    given: given(file('Welcome', { isControl: true })),
    expect: 'na',
  },
  { when: 'there is none', given: given(notFound('/llms-full.txt')), expect: 'na' },
  {
    when: 'there is none, but llms.txt links to it',
    given: given(notFound('/llms-full.txt'), {}, LISTING),
    expect: 'fail',
  },
  { when: 'the server fails', given: given(file('', { status: 502 })), expect: 'fail', says: /502/ },
  { when: 'the server fails for any name', given: given(file('', { status: 502 }), { status: 500 }), expect: 'na' },
  { when: 'it is refused', given: given(file('', { status: 403 })), expect: 'na' },
  { when: 'it does not answer', given: given(unanswered('/llms-full.txt')), expect: 'error' },
  {
    when: 'robots.txt closes it',
    given: given({
      answered: false,
      url: `${ORIGIN}/llms-full.txt`,
      hops: [],
      failure: { code: 'robots', message: 'm' },
    }),
    expect: 'na',
  },
  { when: 'there is nothing but it', given: withoutIndex(file(text(['Guide']))), expect: 'pass' },
  { when: 'there is neither', given: absent(), expect: 'na' },
]);
