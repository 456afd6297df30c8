import check from '../../../../../src/scanner/checks/llms-txt/links-agent-readable.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { absent, followed, link, links, llmsTxt } from './llms-txt-file.ts';

const html = (count: number) => links(count, { form: 'html' }, '/html-');
const withTwin = (count: number) => links(count, { form: 'html-with-twin' }, '/twin-');

checkTable(check, [
  { when: 'all links lead to Markdown', given: followed(...links(4)), expect: 'pass', says: /4 of 4/ },
  { when: '90 % do', given: followed(...links(9), ...html(1)), expect: 'pass' },
  { when: 'less than 90 % do', given: followed(...links(8), ...html(1)), expect: 'warn', says: /1 of 9 .* 0 of them/ },
  { when: 'pages with a Markdown version count half', given: followed(...links(8), ...withTwin(2)), expect: 'pass' },
  {
    when: 'all pages have a Markdown version',
    given: followed(...withTwin(5)),
    expect: 'warn',
    says: /5 of 5 .* 5 of/,
  },
  { when: '30 % lead to Markdown', given: followed(...links(3), ...html(7)), expect: 'warn' },
  { when: 'less than 30 % do', given: followed(...links(2), ...html(5)), expect: 'fail' },
  { when: 'none does', given: followed(...html(1)), expect: 'fail' },
  {
    when: 'OpenAPI files and other data do not count against the file',
    given: followed(link('/a.md'), link('/openapi.json', { form: 'data' }), link('/guide.pdf', { form: 'data' })),
    expect: 'pass',
    says: /1 of 1/,
  },
  { when: 'there are only OpenAPI files', given: followed(link('/openapi.yaml', { form: 'data' })), expect: 'na' },
  {
    when: 'a preview whose links all point at production',
    given: followed(...links(5, { form: undefined }, 'https://docs.example/')),
    expect: 'na',
  },
  {
    when: 'dead links and those without an answer are left out',
    given: followed(
      link('/a.md'),
      link('/gone', { state: 'dead', form: undefined }),
      link('/slow', { state: 'unknown', form: undefined }),
    ),
    expect: 'pass',
    says: /1 of 1/,
  },
  { when: 'the file has no links', given: llmsTxt('# Site\n'), expect: 'na' },
  { when: 'there is no file', given: absent(), expect: 'na' },
]);
