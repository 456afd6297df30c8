import check from '../../../../../src/scanner/checks/llms-txt/sections.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { absent, llmsTxt } from './llms-txt-file.ts';

const link = '- [A](/a): note';
const text = (...lines: string[]) => llmsTxt(['# Site', ...lines].join('\n'));

checkTable(check, [
  { when: 'one section with a link', given: text('## Docs', link), expect: 'pass', says: /1 section with/ },
  { when: 'one of two with links', given: text('## Notes', 'Prose.', '## Docs', link), expect: 'pass' },
  {
    when: 'links below an H3 of the section',
    given: text('## Docs', '### Guides', link),
    expect: 'pass',
    says: /1 sec/,
  },
  {
    when: 'an H3 before the first H2',
    given: text('### Why', '## Docs', link),
    expect: 'warn',
    says: /level 3.*line 2/,
  },
  { when: 'only H3', given: text('### Docs', link), expect: 'warn', says: /other headings than H2/ },
  { when: 'H1 as sections', given: text('# Docs', link), expect: 'warn', says: /other headings than H2/ },
  { when: 'no links', given: text('## Docs', 'Prose.', '## API'), expect: 'warn', says: /None of the 2/ },
  { when: 'links only before the sections', given: text(link, '## Docs', 'Prose.'), expect: 'warn' },
  { when: 'no sections', given: text(link), expect: 'fail' },
  { when: 'there is no file', given: absent(), expect: 'na' },
]);
