import check from '../../../../../src/scanner/checks/page/text-without-clicks.ts';
import { page } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { htmlOf, htmlPage, prose } from '../../../../support/html-page.ts';

const given = (main: string) => ({ page: htmlPage(htmlOf(`<p>${prose(100)}</p>${main}`)) });

checkTable(check, [
  { when: 'a text', given: given(''), expect: 'pass' },
  { when: 'a button for more', given: given('<button>Load more</button>'), expect: 'warn', says: /no address/ },
  {
    when: 'a control that unfolds what comes with the page',
    given: given(
      '<a data-bs-toggle="collapse" href="#rest">Show more</a><ul class="collapse" id="rest"><li>Bread</li></ul>',
    ),
    expect: 'pass',
  },
  {
    when: 'a control that unfolds nothing yet',
    given: given('<a data-bs-toggle="collapse" href="#rest">Show more</a><ul class="collapse" id="rest"></ul>'),
    expect: 'warn',
  },
  {
    when: 'the button of a banner',
    given: given('<div><h2>Buy 3, get 1</h2><p>On some books.</p><a href="#">See more</a></div>'),
    expect: 'pass',
  },
  { when: 'a link for more', given: given('<a href="?page=2">Load more</a>'), expect: 'pass' },
  { when: '10 of 240', given: given('<p>1–10 of 240</p>'), expect: 'fail' },
  { when: '10 of 15', given: given('<p>1–10 of 15</p>'), expect: 'warn' },
  { when: 'all of 10', given: given('<p>1–10 of 10</p>'), expect: 'pass' },
  { when: 'an empty panel', given: given('<div role="tabpanel"></div>'), expect: 'warn', says: /empty until a click/ },
  {
    when: 'one panel for three tabs, which a click fetches',
    given: given(
      '<div role="tablist"><button role="tab" data-src="/part?n=0">A</button><button role="tab" data-src="/part?n=1">B</button><button role="tab" data-src="/part?n=2">C</button></div><div role="tabpanel">Please choose.</div>',
    ),
    expect: 'fail',
    says: /empty until a click/,
  },
  {
    when: 'tabs that choose the rows of one table',
    given: given(
      '<button role="tab" aria-controls="t" onclick="show(1)">All</button><button role="tab" aria-controls="t" onclick="show(2)">Own</button><div role="tabpanel" id="t">Both rows.</div>',
    ),
    expect: 'pass',
  },
  {
    when: 'tabs that are links to pages',
    given: given('<a role="tab" href="/a">A</a><a role="tab" href="/b">B</a><div role="tabpanel">Text of A.</div>'),
    expect: 'pass',
  },
  {
    when: 'a panel for each tab',
    given: given(
      '<button role="tab">A</button><button role="tab">B</button><div role="tabpanel">One.</div><div role="tabpanel" hidden>Two.</div>',
    ),
    expect: 'pass',
  },
  { when: 'an error page', given: { page: page('/a', { answer: { status: 500 } }) }, expect: 'na' },
]);
