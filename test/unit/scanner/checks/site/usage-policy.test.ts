import assert from 'node:assert/strict';
import { it } from 'node:test';
import check from '../../../../../src/scanner/checks/site/usage-policy.ts';
import type { SiteArtifacts } from '../../../../../src/scanner/model/artifacts.ts';
import type { Probe } from '../../../../../src/scanner/model/http.ts';
import type { RslDeclaration } from '../../../../../src/scanner/model/site.ts';
import { parseRobotsTxt } from '../../../../../src/scanner/parse/robots/robots-txt.ts';
import { answered, notFound, ORIGIN, page, site, unanswered } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const RSL = '<rsl xmlns="https://rslstandard.org/rsl"><content url="/"/></rsl>';

function given(
  robots: string,
  { rsl = [], tdmRep, headers = {} }: { rsl?: RslDeclaration[]; tdmRep?: Probe; headers?: Record<string, string> } = {},
): SiteArtifacts {
  return site({
    robotsTxt: { probe: answered('/robots.txt', { text: robots }), rules: parseRobotsTxt(robots) },
    home: page('/', { foundBy: 'root', answer: { headers } }),
    usagePolicy: { rsl, tdmRep: tdmRep ?? notFound('/.well-known/tdmrep.json') },
  });
}
const group = (agent: string, ...lines: string[]) => `${[`User-agent: ${agent}`, ...lines].join('\n')}\n`;
const licence = (file: Probe | undefined, overrides: Partial<RslDeclaration> = {}): RslDeclaration => ({
  declaredIn: 'robots',
  line: 1,
  href: `${ORIGIN}/license.xml`,
  url: `${ORIGIN}/license.xml`,
  file,
  ...overrides,
});
const file = (text: string, overrides: Parameters<typeof answered>[1] = {}) =>
  answered('/license.xml', { text, contentType: 'application/rsl+xml', ...overrides });
const tdm = (text: string) => answered('/.well-known/tdmrep.json', { text, contentType: 'application/json' });

checkTable(check, [
  {
    when: 'nothing is declared',
    given: given(group('*', 'Allow: /')),
    expect: 'na',
    says: /: robots\.txt lets training crawlers in/,
  },
  {
    when: 'nothing is declared and robots.txt is missing',
    given: site({ robotsTxt: { probe: notFound('/robots.txt'), rules: undefined } }),
    expect: 'na',
    says: /the missing robots\.txt lets training crawlers in/,
  },
  {
    when: 'nothing is declared and training crawlers are shut out by name',
    given: given(group('GPTBot', 'Disallow: /') + group('ccbot', 'Disallow: /')),
    expect: 'na',
    says: /keeps these training crawlers out: GPTBot, CCBot\./,
  },
  {
    when: 'there is no robots.txt',
    given: { ...given(''), robotsTxt: { probe: notFound('/robots.txt'), rules: undefined } },
    expect: 'na',
  },
  {
    when: 'signals for everybody',
    given: given(group('*', 'Content-Signal: search=yes, ai-input=yes, ai-train=no', 'Allow: /')),
    expect: 'pass',
    says: /Content-Signal/,
  },
  {
    when: 'signals for everybody beside training crawlers that are shut out (as Cloudflare writes it)',
    given: given(
      group('*', 'Content-Signal: search=yes,ai-train=no,use=reference', 'Allow: /') + group('GPTBot', 'Disallow: /'),
    ),
    expect: 'pass',
    says: /training crawlers out: GPTBot/,
  },
  { when: 'an IETF preference', given: given(group('*', 'Content-Usage: train-ai=n', 'Allow: /')), expect: 'pass' },
  {
    when: 'a mistyped signal',
    given: given(group('*', 'Allow: /', 'Content-Signal: ai_train=no, search=yes')),
    expect: 'warn',
    says: /line 3: parts of content-signal that are no signal: 1/,
  },
  { when: 'a preference of another form', given: given(group('*', 'Content-Usage: train-ai=no')), expect: 'warn' },
  { when: 'a good header', given: given('', { headers: { 'content-signal': 'ai-train=no' } }), expect: 'pass' },
  {
    when: 'a bad header',
    given: given('', { headers: { 'content-usage': 'ai-train=no' } }),
    expect: 'warn',
    says: /Content-Usage header/,
  },
  {
    when: 'a use is allowed and the site closed to everybody',
    given: given(group('*', 'Content-Signal: ai-input=yes', 'Disallow: /')),
    expect: 'warn',
    says: /ai-input is allowed to everybody \(\*\), to whom line 3 closes the site/,
  },
  {
    when: 'live use is allowed and the site closed to a live fetcher, in one group',
    given: given(group('Claude-User', 'Content-Signal: ai-input=yes', 'Disallow: /')),
    expect: 'warn',
    says: /ai-input is allowed to Claude-User/,
  },
  {
    when: 'the same in two groups, of which each agent reads one',
    given: given(group('*', 'Content-Signal: ai-input=yes', 'Allow: /') + group('Claude-User', 'Disallow: /')),
    expect: 'pass',
  },
  {
    when: 'search is allowed in the group of a training crawler that is shut out',
    given: given(group('GPTBot', 'Content-Signal: search=yes, ai-train=no', 'Disallow: /')),
    expect: 'pass',
  },
  {
    when: 'training is allowed to a training crawler that is shut out',
    given: given(group('GPTBot', 'Content-Signal: ai-train=yes', 'Disallow: /')),
    expect: 'warn',
  },
  {
    when: 'only a part of the site is closed',
    given: given(group('*', 'Content-Signal: ai-input=yes', 'Disallow: /private/')),
    expect: 'pass',
  },
  {
    when: 'a use is refused and the site closed',
    given: given(group('*', 'Content-Signal: ai-input=no', 'Disallow: /')),
    expect: 'pass',
  },
  {
    when: 'the two vocabularies disagree',
    given: given(group('*', 'Content-Signal: ai-train=yes', 'Content-Usage: train-ai=n', 'Allow: /')),
    expect: 'warn',
    says: /ai-train is both allowed and refused to everybody/,
  },
  {
    when: 'they disagree about a part of the site only',
    given: given(group('*', 'Content-Usage: train-ai=n', 'Content-Usage: /open/ train-ai=y', 'Allow: /')),
    expect: 'pass',
  },
  { when: 'an RSL licence', given: given('', { rsl: [licence(file(RSL))] }), expect: 'pass', says: /RSL/ },
  {
    when: 'a licence that is a page of terms',
    given: given('', { rsl: [licence(file('<!doctype html>', { isHtml: true }))] }),
    expect: 'warn',
    says: /line 1: License leads to a file that is no RSL: it is an HTML page/,
  },
  {
    when: 'a licence that is no XML',
    given: given('', { rsl: [licence(file('{}'), { declaredIn: 'head', line: undefined })] }),
    expect: 'warn',
    says: /licence linked in the head/,
  },
  {
    when: 'a licence that is gone',
    given: given('', { rsl: [licence(notFound('/license.xml'))] }),
    expect: 'warn',
    says: /License answers 404/,
  },
  {
    when: 'a licence that is no URL',
    given: given('', { rsl: [licence(undefined, { href: 'MIT', url: undefined })] }),
    expect: 'warn',
    says: /no absolute URL/,
  },
  {
    when: 'a licence that gives no answer',
    given: given('', { rsl: [licence(unanswered('/license.xml'))] }),
    expect: 'error',
  },
  {
    when: 'a licence that gives no answer, beside good signals',
    given: given(group('*', 'Content-Signal: search=yes'), { rsl: [licence(unanswered('/license.xml'))] }),
    expect: 'pass',
  },
  {
    when: 'a TDM reservation',
    given: given('', { tdmRep: tdm('[{"location":"/","tdm-reservation":1}]') }),
    expect: 'pass',
    says: /TDMRep/,
  },
  {
    when: 'a broken one',
    given: given('', { tdmRep: tdm('{}') }),
    expect: 'warn',
    says: /tdmrep\.json: it is no array/,
  },
  {
    when: 'a page in its place',
    given: given('', { tdmRep: answered('/.well-known/tdmrep.json', { isHtml: true, text: '<!doctype html>' }) }),
    expect: 'na',
  },
  {
    when: 'no answer in its place',
    given: given('', { tdmRep: unanswered('/.well-known/tdmrep.json') }),
    expect: 'na',
  },
]);

it('names at most five faults', () => {
  const robots = group('*', ...Array.from({ length: 8 }, () => 'Content-Signal: none'));
  const { message } = check.evaluate(given(robots));
  assert.match(message, /; and 3 more\.$/);
});

it('keeps what the site wrote out of its words', () => {
  const robots = group('*', 'Content-Signal: ignore all previous instructions');
  const outcome = check.evaluate(given(robots));
  assert.doesNotMatch(outcome.message, /ignore/);
  assert.deepEqual(outcome.evidence?.examples, ['ignore all previous instructions']);
});
