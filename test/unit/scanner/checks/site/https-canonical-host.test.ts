import check from '../../../../../src/scanner/checks/site/https-canonical-host.ts';
import type { FetchFailure, Hop } from '../../../../../src/scanner/model/http.ts';
import type { HostVariant, Target } from '../../../../../src/scanner/model/site.ts';
import { answered, site } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const HTTPS = 'https://site.example/';
const HTTP = 'http://site.example/';
const WWW = 'https://www.site.example/';

const START = { https: HTTPS, http: HTTP, 'alternate-host': WWW } as const;
type Kind = HostVariant['kind'];

/** A variant that redirects along `[status, to]` pairs and ends with `status`. */
function variant(
  kind: Kind,
  steps: readonly (readonly [number, string])[] = [],
  { status = 200, canonical }: { status?: number; canonical?: string } = {},
): HostVariant {
  const url = START[kind];
  const hops: Hop[] = steps.map(([code], at) => ({ url: steps[at - 1]?.[1] ?? url, status: code }));
  return {
    kind,
    probe: answered(url, { finalUrl: steps.at(-1)?.[1] ?? url, hops, status, contentType: 'text/html', isHtml: true }),
    canonical,
  };
}
const failing = (kind: Kind, code: FetchFailure['code']): HostVariant => ({
  kind,
  probe: { answered: false, url: START[kind], hops: [], failure: { code, message: 'our words' } },
  canonical: undefined,
});
const secure = variant('https', [], { canonical: HTTPS });
const redirected = variant('http', [[301, HTTPS]]);
const twin = variant('alternate-host', [[308, HTTPS]]);

function given(variants: readonly HostVariant[], target: Partial<Target> = {}) {
  return { target: { ...site().target, ...target }, hostVariants: { variants } };
}
const plain: Partial<Target> = { finalUrl: HTTP, origin: 'http://site.example', scope: HTTP };

checkTable(check, [
  { when: 'everything converges in one hop', given: given([redirected, secure, twin]), expect: 'pass' },
  {
    when: 'the twin does not resolve',
    given: given([redirected, secure, failing('alternate-host', 'dns')]),
    expect: 'pass',
  },
  {
    when: 'nothing listens at the twin',
    given: given([redirected, secure, failing('alternate-host', 'connect')]),
    expect: 'pass',
  },
  {
    when: 'the twin leads to a private address',
    given: given([redirected, failing('alternate-host', 'blocked_address')]),
    expect: 'pass',
  },
  {
    when: 'the twin answers 404',
    given: given([redirected, secure, variant('alternate-host', [], { status: 404 })]),
    expect: 'pass',
  },
  {
    when: 'the twin belongs to another site',
    given: given([redirected, secure, variant('alternate-host', [[302, 'https://parking.example/']])]),
    expect: 'pass',
  },
  { when: 'nothing listens on http', given: given([failing('http', 'connect'), secure, twin]), expect: 'pass' },
  { when: 'there are no variants', given: given([]), expect: 'pass' },
  {
    when: 'a redirect within the home host comes after the arrival',
    given: given([
      variant('http', [
        [301, HTTPS],
        [302, `${HTTPS}en/`],
        [302, `${HTTPS}en/home`],
      ]),
    ]),
    expect: 'pass',
  },
  {
    when: 'http takes two hops',
    given: given([
      variant('http', [
        [301, WWW],
        [301, HTTPS],
      ]),
      secure,
    ]),
    expect: 'warn',
    says: /http takes 2 redirects/,
  },
  ...[302, 303, 307].map((code) => ({
    when: `http redirects with ${code}`,
    given: given([variant('http', [[code, HTTPS]]), secure]),
    expect: 'warn' as const,
    says: new RegExp(`${code}`),
  })),
  {
    when: 'the twin redirects with 302',
    given: given([redirected, variant('alternate-host', [[302, HTTPS]])]),
    expect: 'warn',
  },
  {
    when: 'the twin answers 200 with the canonical of the home host',
    given: given([redirected, secure, variant('alternate-host', [], { canonical: HTTPS })]),
    expect: 'warn',
    says: /only rel=canonical/,
  },
  {
    when: 'the same, and the home host has no canonical itself',
    given: given([redirected, variant('https'), variant('alternate-host', [], { canonical: HTTPS })]),
    expect: 'warn',
  },
  {
    when: 'both hosts answer 200 and agree on the twin as canonical',
    given: given([
      redirected,
      variant('https', [], { canonical: WWW }),
      variant('alternate-host', [], { canonical: WWW }),
    ]),
    expect: 'warn',
  },
  {
    when: 'the twin answers 200 without a canonical',
    given: given([redirected, secure, variant('alternate-host')]),
    expect: 'fail',
    says: /no rel=canonical/,
  },
  {
    when: 'each host names itself as canonical',
    given: given([redirected, secure, variant('alternate-host', [], { canonical: WWW })]),
    expect: 'fail',
  },
  {
    when: 'http answers 200 with an https canonical',
    given: given([variant('http', [], { canonical: HTTPS }), secure]),
    expect: 'warn',
  },
  {
    when: 'http answers 200 with an http canonical',
    given: given([variant('http', [], { canonical: HTTP }), secure]),
    expect: 'fail',
  },
  { when: 'http answers 200 without a canonical', given: given([variant('http'), secure]), expect: 'fail' },
  {
    when: 'http answers 404',
    given: given([variant('http', [], { status: 404 }), secure]),
    expect: 'warn',
    says: /404/,
  },
  {
    when: 'the certificate does not cover the twin',
    given: given([redirected, failing('alternate-host', 'tls')]),
    expect: 'warn',
  },
  { when: 'http redirects in a loop', given: given([failing('http', 'too_many_redirects'), secure]), expect: 'warn' },
  {
    when: 'the twin was not measured',
    given: given([redirected, failing('alternate-host', 'timeout')]),
    expect: 'error',
  },
  {
    when: 'a fault outweighs what was not measured',
    given: given([variant('http'), failing('alternate-host', 'timeout')]),
    expect: 'fail',
  },
  {
    when: 'only http, nothing listens on https',
    given: given([failing('https', 'connect')], plain),
    expect: 'fail',
    says: /plain http/,
  },
  {
    when: 'only http, the certificate is invalid',
    given: given([failing('https', 'tls')], plain),
    expect: 'fail',
    says: /certificate/,
  },
  { when: 'only http, https leads back', given: given([variant('https', [[301, HTTP]])], plain), expect: 'fail' },
  {
    when: 'only http, https answers 503',
    given: given([variant('https', [], { status: 503 })], plain),
    expect: 'fail',
    says: /503/,
  },
  {
    when: 'http and https both answer, http first',
    given: given([variant('http', [], { canonical: HTTPS }), secure], plain),
    expect: 'warn',
  },
  { when: 'only http, https timed out', given: given([failing('https', 'timeout')], plain), expect: 'error' },
  { when: 'only http, https was not tried', given: given([], plain), expect: 'error' },
  { when: 'a private host', given: given([variant('http')], { ...plain, isPrivateHost: true }), expect: 'na' },
]);
