import check from '../../../../../src/scanner/checks/page/social-preview.ts';
import { page } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const given = (tags: Readonly<Record<string, string>>) => ({
  page: page('/a', { facts: { metas: Object.entries(tags).map(([key, content]) => ({ key, content })) } }),
});

checkTable(check, [
  { when: 'both', given: given({ 'og:title': 'T', 'og:description': 'D' }), expect: 'pass' },
  { when: 'the title only', given: given({ 'og:title': 'T' }), expect: 'warn', says: /no og:description/ },
  {
    when: 'an empty title',
    given: given({ 'og:title': '', 'og:description': 'D' }),
    expect: 'warn',
    says: /no og:title/,
  },
  { when: 'others', given: given({ 'og:image': 'x', 'twitter:title': 'T' }), expect: 'fail', says: /neither/ },
  { when: 'an error page', given: { page: page('/a', { answer: { status: 404 } }) }, expect: 'na' },
]);
