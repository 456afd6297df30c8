import check from '../../../../../src/scanner/checks/page/access-wall.ts';
import type { PageArtifact } from '../../../../../src/scanner/model/page.ts';
import type { PageFacts } from '../../../../../src/scanner/parse/html/page-facts.ts';
import { facts, ORIGIN, page, site } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const OPEN: PageFacts['accessWall'] = {
  passwordInputs: 0,
  consentContainer: undefined,
  blockingDialog: false,
  asksFirst: undefined,
};
const wall = (accessWall: Partial<PageFacts['accessWall']>, wordCount: number, titles = ['A page']) => ({
  facts: { titles, accessWall: { ...OPEN, ...accessWall }, mainText: { ...facts().mainText, wordCount } },
});
const redirectedTo = (finalUrl: string) => ({ answer: { finalUrl, hops: [{ url: `${ORIGIN}/a`, status: 302 }] } });
const jsonLd = (value: unknown) => ({ facts: { jsonLd: [{ value, problem: undefined, snippet: '' }] } });

const { target } = site();
const given = (pageGiven: PageArtifact, rootUrl = target.rootUrl) => ({
  page: pageGiven,
  target: { ...target, rootUrl },
});

checkTable(check, [
  { when: 'an open page', given: given(page('/a')), expect: 'pass' },
  ...[401, 403, 407].map((status) => ({
    when: `${status}`,
    given: given(page('/a', { answer: { status } })),
    expect: 'fail' as const,
  })),
  { when: '404 is no wall', given: given(page('/a', { answer: { status: 404 } })), expect: 'na' },
  { when: '401 of the sign-in page', given: given(page('/login', { answer: { status: 401 } })), expect: 'na' },
  {
    when: 'a redirect to /login',
    given: given(page('/a', redirectedTo(`${ORIGIN}/login?next=/a`))),
    expect: 'fail',
    says: /sign-in/,
  },
  {
    when: 'a redirect to an SSO host',
    given: given(page('/a', redirectedTo('https://sso.example.com/start'))),
    expect: 'fail',
  },
  {
    when: 'a redirect to a host of Okta',
    given: given(page('/a', redirectedTo('https://acme.okta.com/x'))),
    expect: 'fail',
  },
  { when: 'a redirect elsewhere', given: given(page('/a', redirectedTo(`${ORIGIN}/b`))), expect: 'pass' },
  {
    when: 'a redirect to documentation of auth',
    given: given(page('/a', redirectedTo(`${ORIGIN}/docs/auth`))),
    expect: 'pass',
  },
  {
    when: 'the root leads to a sign-in',
    given: given(page('/login', { foundBy: 'root' })),
    expect: 'fail',
    says: /redirects to a sign-in/,
  },
  {
    when: 'the sign-in page was submitted',
    given: given(page('/login', { foundBy: 'root' }), `${ORIGIN}/login`),
    expect: 'na',
  },
  {
    when: 'the sign-in page by path',
    given: given(page('/account/sign-in', wall({ passwordInputs: 1 }, 20))),
    expect: 'na',
  },
  {
    when: 'a form at an address that does not say so, whatever its title',
    given: given(page('/start', wall({ passwordInputs: 1 }, 20, ['Sign up | Acme']))),
    expect: 'fail',
  },
  {
    when: 'a password over 149 words',
    given: given(page('/a', wall({ passwordInputs: 1 }, 149))),
    expect: 'fail',
    says: /149/,
  },
  {
    when: 'a password beside 150 words',
    given: given(page('/a', wall({ passwordInputs: 1 }, 150))),
    expect: 'pass',
  },
  { when: 'a short page without a password', given: given(page('/a', wall({}, 5))), expect: 'pass' },
  {
    when: 'consent over 99 words',
    given: given(page('/a', wall({ consentContainer: 'OneTrust' }, 99))),
    expect: 'warn',
    says: /OneTrust/,
  },
  {
    when: 'a banner that hides nothing',
    given: given(page('/a', wall({ consentContainer: 'OneTrust' }, 100))),
    expect: 'pass',
  },
  {
    when: 'an open dialog',
    given: given(page('/a', wall({ blockingDialog: true }, 500))),
    expect: 'warn',
    says: /dialog/,
  },
  {
    when: 'paid content',
    given: given(
      page('/a', jsonLd({ '@context': 'https://schema.org', '@type': 'NewsArticle', isAccessibleForFree: 'False' })),
    ),
    expect: 'pass',
    says: /not free to read, and its text is there/,
  },
  {
    when: 'free content',
    given: given(
      page('/a', jsonLd({ '@context': 'https://schema.org', '@type': 'NewsArticle', isAccessibleForFree: true })),
    ),
    expect: 'pass',
  },
  {
    when: 'a question in place of the text',
    given: given(page('/a', wall({ asksFirst: 'We value your privacy' }, 34))),
    expect: 'fail',
  },
]);
