import check from '../../../../../src/scanner/checks/page/figures-in-html.ts';
import { page } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { htmlOf, htmlPage, prose } from '../../../../support/html-page.ts';

const given = (main: string, script = '<script src="/a.js"></script>', words = 100) => ({
  page: htmlPage(htmlOf(`<p>${prose(words)}</p>${main}${script}`)),
});
const table = (cells: readonly string[]) =>
  `<table><tr><th>Size</th><th>Price</th></tr>${cells.map((cell, at) => `<tr><td>${at}</td>${cell}</tr>`).join('')}</table>`;

checkTable(check, [
  { when: 'a full table', given: given(table(['<td>1</td>', '<td>2</td>'])), expect: 'pass' },
  { when: 'an empty column', given: given(table(['<td></td>', '<td></td>'])), expect: 'warn', says: /figures/ },
  { when: 'an empty column without a script', given: given(table(['<td></td>', '<td></td>']), ''), expect: 'pass' },
  { when: 'one empty cell of two', given: given(table(['<td></td>', '<td>2</td>'])), expect: 'pass' },
  { when: 'one that a script can find', given: given(table(['<td data-sku="a"></td>', '<td>2</td>'])), expect: 'warn' },
  { when: 'more empty cells than text', given: given(table(Array(30).fill('<td>—</td>'))), expect: 'fail' },
  { when: 'an error page', given: { page: page('/a', { answer: { status: 500 } }) }, expect: 'na' },
]);
