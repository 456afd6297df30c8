import check from '../../../../../src/scanner/checks/llms-txt/optional-section.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { absent, llmsTxt } from './llms-txt-file.ts';

const LINK = '- [A](/a): what it says';
const given = (...sections: string[]) => llmsTxt(`# Site\n\n## Docs\n\n${LINK}\n\n${sections.join('\n\n')}\n`);

checkTable(check, [
  { when: 'it is named, filled and last', given: given('## Optional', LINK), expect: 'pass' },
  { when: 'its links stand below an H3', given: given('## Optional', '### Old', LINK), expect: 'pass' },
  { when: 'there is none', given: given(), expect: 'na' },
  { when: 'a word only begins like it', given: given('## Optionality', LINK), expect: 'na' },
  { when: 'it is an H3', given: given('### Optional', LINK), expect: 'na' },
  { when: 'it says more', given: given('## Optional resources', LINK), expect: 'warn', says: /not named so/ },
  { when: 'it is lower-case', given: given('## optional', LINK), expect: 'warn', says: /not named so/ },
  { when: 'it has no links', given: given('## Optional', 'Nothing yet.'), expect: 'warn', says: /no links/ },
  {
    when: 'the links after it belong to another section',
    given: given('## Optional', '## More', LINK),
    expect: 'warn',
    says: /no links/,
  },
  { when: 'it is not last', given: given('## Optional', LINK, '## More', LINK), expect: 'warn', says: /not the last/ },
  { when: 'there are two', given: given('## Optional', LINK, '## Optional', LINK), expect: 'warn', says: /line 7/ },
  {
    when: 'a second one is misnamed',
    given: given('## Optional reading', LINK, '## Optional', LINK),
    expect: 'warn',
    says: /line 7 .* not named so/,
  },
  { when: 'there is no file', given: absent(), expect: 'na' },
]);
