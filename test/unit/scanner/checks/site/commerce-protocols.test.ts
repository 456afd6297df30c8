import check from '../../../../../src/scanner/checks/site/commerce-protocols.ts';
import type { ActionsArtifact } from '../../../../../src/scanner/model/actions.ts';
import type { PageDigest, PageHint } from '../../../../../src/scanner/model/page.ts';
import type { AgentName, WellKnownArtifact } from '../../../../../src/scanner/model/site.ts';
import { answered, digest, ORIGIN, unanswered, wellKnown } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { offering } from '../../../../support/offers.ts';

const json = (value: unknown) => answered('/f', { text: JSON.stringify(value), contentType: 'application/json' });
const UCP = json({ ucp: { version: '2026-04-08', services: { 'dev.ucp.shopping': [{}] }, capabilities: { a: [{}] } } });
const ACP = json({
  protocol: { name: 'acp', version: '2026-01-30' },
  api_base_url: 'https://shop.example/api',
  transports: ['rest'],
  capabilities: { services: ['checkout'] },
});
const AP2 = json({
  skills: [],
  capabilities: { extensions: [{ uri: 'https://github.com/google-agentic-commerce/ap2/v1' }] },
});

const pages = (hint: PageHint, count: number, path = hint): PageDigest[] =>
  Array.from({ length: count }, (_, at) => digest(`/${path}/${at}`, { hints: [hint] }));

function given(
  crawled: readonly PageDigest[],
  files: Partial<WellKnownArtifact['files']> = {},
  charged: readonly AgentName[] = [],
  actions: ActionsArtifact = { offers: [], more: 0 },
) {
  const fetches = charged.map((agent) => ({
    agent,
    userAgent: agent,
    page: 'home' as const,
    url: `${ORIGIN}/`,
    result: { status: 402, challenge: undefined, similarity: 1 },
  }));
  return {
    crawl: { pages: crawled, pagesDiscovered: crawled.length },
    wellKnown: wellKnown(files),
    uaParity: { fetches },
    actions,
  };
}
const complete = (count: number) => pages('offer-complete', count);
const partial = (count: number) => pages('offer-partial', count);
const CART = pages('cart-link', 3);

checkTable(check, [
  { when: 'nothing for sale', given: given([digest('/')]), expect: 'na' },
  { when: 'complete offers', given: given(complete(3)), expect: 'pass' },
  { when: 'four pages of five', given: given([...complete(4), ...partial(1)]), expect: 'pass' },
  { when: 'three of four', given: given([...complete(3), ...partial(1)]), expect: 'warn', says: /1 of 4/ },
  { when: 'a basket without offers', given: given(CART), expect: 'warn', says: /no page has an offer/ },
  {
    when: 'a basket that only a script fills',
    given: given([digest('/')], {}, [], offering('buying', { 'form-agent': 0, 'browser-agent': 1 }, 'cart-by-script')),
    expect: 'warn',
    says: /things for sale/,
  },
  { when: 'UCP', given: given(CART, { ucp: UCP }), expect: 'pass', says: /UCP/ },
  { when: 'ACP', given: given(CART, { acp: ACP }), expect: 'pass', says: /ACP/ },
  { when: 'AP2', given: given([digest('/')], { agentCard: AP2 }), expect: 'pass', says: /AP2/ },
  { when: 'x402', given: given(pages('asks-x402', 1)), expect: 'pass', says: /x402/ },
  {
    when: 'x402 with terms that lack a required member',
    given: given(pages('asks-x402-incomplete', 1)),
    expect: 'warn',
    says: /lack what their version requires/,
  },
  { when: 'MPP', given: given(pages('asks-mpp', 1)), expect: 'pass', says: /MPP/ },
  {
    when: 'x402 without requirements',
    given: given(pages('asks-x402-broken', 1)),
    expect: 'fail',
    says: /requirements/,
  },
  {
    when: 'terms of x402 v2 in the body alone',
    given: given(pages('asks-x402-in-body', 1)),
    expect: 'fail',
    says: /without PAYMENT-REQUIRED/,
  },
  { when: 'a 402 that says nothing', given: given(pages('asks-unknown', 1)), expect: 'warn', says: /402/ },
  {
    when: 'UCP without services',
    given: given(complete(3), { ucp: json({ ucp: { version: '2026-04-08' } }) }),
    expect: 'fail',
    says: /ucp\.services/,
  },
  {
    when: 'ACP cut short',
    given: given(CART, { acp: answered('/f', { text: '{"protocol', contentType: 'application/json' }) }),
    expect: 'fail',
    says: /ACP/,
  },
  {
    when: 'UCP that is HTML',
    given: given(complete(1), { ucp: answered('/f', { isHtml: true, text: '<html>' }) }),
    expect: 'pass',
  },
  { when: 'UCP we did not get', given: given(CART, { ucp: unanswered('/.well-known/ucp') }), expect: 'error' },
  {
    when: 'assistants that must pay',
    given: given(complete(3), { ucp: UCP }, ['Claude-User']),
    expect: 'warn',
    says: /for a person/,
  },
  {
    when: 'assistants that must pay, and can',
    given: given(pages('asks-x402', 3), {}, ['ChatGPT-User', 'Claude-User']),
    expect: 'pass',
    says: /x402/,
  },
  {
    when: 'assistants that must pay in a way that no agent can follow',
    given: given(pages('asks-unknown', 3), {}, ['Claude-User']),
    expect: 'warn',
    says: /for a person/,
  },
  { when: 'only our bot must pay', given: given(complete(3), {}, ['LegibleBot']), expect: 'pass' },
]);
