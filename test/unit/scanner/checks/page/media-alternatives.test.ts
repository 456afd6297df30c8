import check from '../../../../../src/scanner/checks/page/media-alternatives.ts';
import { page } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const given = (total: number, withoutAlt: number, data = 0, withoutHeaders = 0) => ({
  page: page('/a', {
    facts: {
      images: { total, withoutAlt, mute: withoutAlt, examples: [] },
      tables: { data, withoutHeaders, bulkCharCount: 0 },
    },
  }),
});

checkTable(check, [
  { when: 'neither images nor tables', given: given(0, 0), expect: 'na' },
  { when: 'all images described', given: given(3, 0), expect: 'pass' },
  { when: '90 % described', given: given(10, 1), expect: 'pass' },
  { when: 'less', given: given(19, 2), expect: 'warn', says: /Images with alternative text: 17 of 19/ },
  { when: '70 %', given: given(10, 3), expect: 'warn' },
  { when: 'less than 70 %', given: given(10, 4), expect: 'fail' },
  { when: 'tables with headers', given: given(0, 0, 2, 0), expect: 'pass' },
  { when: 'a table without', given: given(0, 0, 2, 1), expect: 'warn', says: /Data tables with headers: 1 of 2/ },
  { when: 'a table without, beside good images', given: given(10, 0, 1, 1), expect: 'warn' },
  { when: 'a table without, beside bad images', given: given(10, 4, 1, 1), expect: 'fail' },
  { when: 'an error page', given: { page: page('/a', { answer: { status: 404 } }) }, expect: 'na' },
]);
