import check from '../../../../../src/scanner/checks/page/indexing-directives.ts';
import { page, site } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const { target } = site();
const unlisted = { inSitemap: false, inLlmsTxt: false };
const meta = (content: string, key = 'robots') => ({ facts: { metas: [{ key, content }] } });
const header = (value: string) => ({ answer: { headers: { 'x-robots-tag': value } } });

checkTable(check, [
  { when: 'nothing said', given: { target, page: page('/a') }, expect: 'pass' },
  { when: 'index, follow', given: { target, page: page('/a', meta('index, follow, max-snippet:-1')) }, expect: 'pass' },
  {
    when: 'noindex in the sitemap',
    given: { target, page: page('/a', meta('noindex')) },
    expect: 'fail',
    says: /sitemap/,
  },
  {
    when: 'noindex in llms.txt',
    given: { target, page: page('/a', { ...meta('noindex'), inSitemap: false, inLlmsTxt: true }) },
    expect: 'fail',
    says: /llms\.txt/,
  },
  {
    when: 'noindex elsewhere',
    given: { target, page: page('/a', { ...meta('NOINDEX, follow'), ...unlisted }) },
    expect: 'warn',
  },
  { when: 'none is noindex', given: { target, page: page('/a', { ...meta('none'), ...unlisted }) }, expect: 'warn' },
  {
    when: 'noindex after a date with a comma',
    given: { target, page: page('/a', header('unavailable_after: Wed, 25 Jun 2131 15:00:00 GMT, noindex')) },
    expect: 'fail',
  },
  {
    when: 'a last day that is over',
    given: { target, page: page('/a', header('unavailable_after: Wed, 25 Jun 2014 15:00:00 GMT')) },
    expect: 'fail',
  },
  {
    when: 'a last day to come',
    given: { target, page: page('/a', header('unavailable_after: Wed, 25 Jun 2131 15:00:00 GMT')) },
    expect: 'pass',
  },
  { when: 'in the header', given: { target, page: page('/a', header('noindex')) }, expect: 'fail' },
  {
    when: 'for Googlebot only',
    given: { target, page: page('/a', header('googlebot: noindex')) },
    expect: 'fail',
    says: /some agents/,
  },
  { when: 'for an AI agent', given: { target, page: page('/a', meta('noindex', 'chatgpt-user')) }, expect: 'fail' },
  { when: 'for a training bot', given: { target, page: page('/a', meta('noindex', 'gptbot')) }, expect: 'pass' },
  {
    when: 'for a bot of no concern',
    given: { target, page: page('/a', header('otherbot: noindex, nofollow')) },
    expect: 'pass',
  },
  { when: 'nosnippet', given: { target, page: page('/a', meta('nosnippet')) }, expect: 'warn', says: /snippets/ },
  { when: 'max-snippet:0', given: { target, page: page('/a', meta('max-snippet:0')) }, expect: 'warn' },
  { when: 'max-snippet:1', given: { target, page: page('/a', meta('max-snippet:1')) }, expect: 'pass' },
  { when: 'noai is a wish', given: { target, page: page('/a', meta('noai, noimageai')) }, expect: 'pass', says: /AI/ },
]);
