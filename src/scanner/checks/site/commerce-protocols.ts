import { defined } from '../../../basics/defined.ts';
import { parseUrl } from '../../../basics/parse-url.ts';
import { optionalJson, type Probe } from '../../model/http.ts';
import type { Evidence } from '../../model/result.ts';
import type { ParityFetch, WellKnownArtifact } from '../../model/site.ts';
import { type Intent, intentOf, isShop } from '../../model/site-kind.ts';
import { AGENT_CARD_KEYS, readAgentCard } from '../../parse/agent-files/agent-cards.ts';
import { asList, isObject } from '../../parse/json/json.ts';
import { defineCheck, fail, notApplicable, pass, unmeasured, warn } from '../define.ts';
import { evidenceOf } from '../evidence.ts';
import { OFFER_DRAFT } from './drafts.ts';

/** Share of the pages with offers whose offers an agent can act on. */
const MIN_COMPLETE = 0.8;

export default defineCheck({
  id: 'S25',
  slug: 'commerce-protocols',
  series: 'site',
  category: 'capability',
  titles: {
    pass: 'Agents can buy what the site sells',
    fail: 'Agents cannot buy what the site sells',
    action: 'Publish a commerce protocol that agents can use',
  },
  why: 'A shopping agent compares price, currency and availability from structured data, and buys through a protocol that the shop declares. It leaves out what it cannot read.',
  rule: 'Passes when 80 % of the pages with offers have structured data with price, currency and availability, or with one valid declaration of UCP, ACP, x402, MPP or AP2. Warns about less complete offers, a basket without offers, x402 terms that lack a member their version requires, or a 402 for assistants that no x402 or MPP terms come with. Fails when a declaration is broken. Not applicable when nothing is for sale.',
  sources: [
    'https://schema.org/Offer',
    'https://ucp.dev/specification/overview/',
    'https://github.com/agentic-commerce-protocol/agentic-commerce-protocol',
    'https://docs.x402.org/',
    'https://ap2-protocol.org/',
  ],
  needs: ['crawl', 'wellKnown', 'uaParity', 'actions'],
  evaluate({ crawl, wellKnown, uaParity: { fetches }, actions }) {
    const intent = intentOf(crawl);
    const protocols = protocolsOf(wellKnown, intent);
    const broken = protocols.find(({ fault }) => fault !== undefined);
    if (broken !== undefined) {
      return fail(`${broken.name} is declared, but ${broken.fault}.`, {
        howToFix: `Correct the declaration of ${broken.name}, or remove it: an agent that finds it relies on it.`,
        evidence: broken.evidence,
      });
    }
    const payable = protocols.find(({ isPayment }) => isPayment === true);
    const charged = fetches.find(chargesPeople);
    if (charged !== undefined && payable === undefined) {
      return warn('Assistants that fetch a page for a person are answered 402.', {
        howToFix:
          'Ask crawlers for payment if you like, but let user-action fetchers (ChatGPT-User, Claude-User and their like) read what their user can read.',
        evidence: { url: charged.url, status: 402, request: { userAgent: charged.userAgent } },
      });
    }
    const protocol = payable ?? protocols[0];
    if (protocol?.isIncomplete === true) {
      return warn(`${protocol.name} is declared, but its terms lack what their version requires.`, {
        howToFix:
          'Write every required member into the terms: in version 2 the resource beside accepts, and in each way to pay the scheme, network, amount, asset, payTo and maxTimeoutSeconds.',
        evidence: protocol.evidence,
      });
    }
    if (protocol !== undefined) return pass(`${protocol.name} is declared and valid.`, protocol.evidence);
    // A basket that only a script fills shows in what the pages offer to do, and in no link.
    const sells = isShop(intent) || actions.offers.some(({ kind }) => kind === 'buying');
    if (!sells)
      return notApplicable('No offer in structured data and no basket was found on the pages that were read.');

    const { offerPages, completeOfferPages, payments } = intent;
    const incomplete = offerPages.filter((url) => !completeOfferPages.includes(url));
    const share = offerPages.length === 0 ? 0 : completeOfferPages.length / offerPages.length;
    const measured = {
      measured: `${completeOfferPages.length} of ${offerPages.length} pages`,
      threshold: `${MIN_COMPLETE * 100} %`,
    };
    if (offerPages.length > 0 && share >= MIN_COMPLETE) {
      const url = completeOfferPages[0];
      return pass('Offers have price, currency and availability.', {
        ...defined({ url }),
        ...measured,
      });
    }
    if (offerPages.length > 0) {
      return warn(
        `Offers on ${incomplete.length} of ${offerPages.length} pages lack price, currency or availability.`,
        {
          howToFix:
            'Give every Offer price, priceCurrency and availability, from the data that the page itself is made of.',
          evidence: { ...urlOf(incomplete[0]), ...measured, examples: incomplete, draft: OFFER_DRAFT },
        },
      );
    }
    if (hasUndeclaredManifests(wellKnown))
      return unmeasured('Whether a commerce protocol is declared could not be measured.');
    if (payments.length > 0) {
      return warn('Pages ask for payment with 402, in no way that an agent could follow.', {
        howToFix: 'Send the requirements with the 402: PAYMENT-REQUIRED (x402 v2), or WWW-Authenticate: Payment.',
        evidence: { ...urlOf(payments[0]?.url), status: 402, examples: payments.map(({ url }) => url) },
      });
    }
    const sold = intent.hasCart ? 'There is a basket' : 'There are things for sale';
    return warn(`${sold}, but no page has an offer in its structured data.`, {
      howToFix: 'Put Product JSON-LD with an Offer (price, priceCurrency, availability) on every product page.',
      evidence: { ...urlOf(actions.offers.find(({ kind }) => kind === 'buying')?.where), draft: OFFER_DRAFT },
    });
  },
});

interface Protocol {
  readonly name: string;
  /** In trusted text; undefined when the declaration is valid. */
  readonly fault: string | undefined;
  readonly evidence: Evidence;
  /** A 402 says how to pay for a page. */
  readonly isPayment?: true;
  /** It can be read, and a strict client refuses it. */
  readonly isIncomplete?: true;
}

/** What the site declares, in a fixed order. */
function protocolsOf({ files }: WellKnownArtifact, { payments }: Intent): Protocol[] {
  const asks = (kind: string) => payments.find((payment) => payment.asks === kind);
  const challenge = (name: string, kind: string, fault?: string): Protocol[] => {
    const payment = asks(kind);
    if (payment === undefined) return [];
    const { url, terms } = payment;
    return [
      {
        name,
        fault,
        isPayment: true,
        evidence: { url, status: 402, ...(terms === undefined ? {} : { snippet: terms }) },
      },
    ];
  };
  return [
    ...manifest('UCP', files.ucp, UCP_KEYS, missingInUcp),
    ...manifest('ACP', files.acp, ACP_KEYS, missingInAcp),
    ...challenge('x402', 'asks-x402'),
    ...challenge('x402', 'asks-x402-incomplete').map((each) => ({ ...each, isIncomplete: true as const })),
    ...challenge('x402', 'asks-x402-broken', 'its 402 lists no requirements in PAYMENT-REQUIRED or its body'),
    ...challenge(
      'x402',
      'asks-x402-in-body',
      'the 402 has the terms of version 2 in its body, without PAYMENT-REQUIRED',
    ),
    ...challenge('MPP', 'asks-mpp'),
    ...ap2(files.agentCard),
  ];
}

function manifest(
  name: string,
  probe: Probe | undefined,
  keys: readonly string[],
  missingIn: (root: Readonly<Record<string, unknown>>) => readonly string[],
): Protocol[] {
  const file = optionalJson(probe, keys);
  if (probe === undefined || file.state === 'absent' || file.state === 'unknown') return [];
  const missing = file.state === 'read' ? missingIn(file.value) : [];
  const fault =
    file.state === 'broken'
      ? file.problem
      : missing.length > 0
        ? `its manifest lacks ${missing.join(', ')}`
        : undefined;
  return [{ name, fault, evidence: evidenceOf(probe) }];
}

/** An invalid card is S23's affair. */
function ap2(probe: Probe | undefined): Protocol[] {
  const file = optionalJson(probe, AGENT_CARD_KEYS);
  if (probe === undefined || file.state !== 'read' || !readAgentCard(file.value).declaresAp2) return [];
  return [{ name: 'AP2', fault: undefined, evidence: evidenceOf(probe) }];
}

const hasUndeclaredManifests = ({ files: { ucp, acp } }: WellKnownArtifact): boolean =>
  optionalJson(ucp, UCP_KEYS).state === 'unknown' || optionalJson(acp, ACP_KEYS).state === 'unknown';

const chargesPeople = ({ agent, result }: ParityFetch): boolean =>
  (agent === 'ChatGPT-User' || agent === 'Claude-User') && !('failure' in result) && result.status === 402;

const urlOf = (url: string | undefined) => (url === undefined ? {} : { url });

type Fields = Readonly<Record<string, unknown>>;

const UCP_KEYS = ['ucp', 'services', 'capabilities'];
const ACP_KEYS = ['protocol', 'api_base_url', 'transports', 'capabilities'];

/** A release date, as UCP and ACP count their versions. */
const VERSION = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Fields that a business profile of the Universal Commerce Protocol lacks.
 * @see https://ucp.dev/specification/overview/ (profile structure)
 */
export function missingInUcp(root: Fields): string[] {
  if (!isObject(root.ucp)) return ['ucp'];
  const { version, services, capabilities } = root.ucp;
  const missing = [
    !(typeof version === 'string' && VERSION.test(version)) && 'ucp.version',
    !(isObject(services) && Object.keys(services).length > 0) && 'ucp.services',
    // An object by name today, a list in the first version.
    !(typeof capabilities === 'object' && capabilities !== null && Object.keys(capabilities).length > 0) &&
      'ucp.capabilities',
  ];
  return missing.filter((field) => field !== false);
}

/**
 * Fields that a discovery document of the Agentic Commerce Protocol lacks.
 * @see https://github.com/agentic-commerce-protocol/agentic-commerce-protocol (rfcs/rfc.discovery.md, section 4.2)
 */
export function missingInAcp(root: Fields): string[] {
  const { protocol, api_base_url: base, transports, capabilities } = root;
  const missing = [
    !(isObject(protocol) && protocol.name === 'acp') && 'protocol.name',
    !(isObject(protocol) && typeof protocol.version === 'string' && VERSION.test(protocol.version)) &&
      'protocol.version',
    !(typeof base === 'string' && parseUrl(base)?.protocol.startsWith('http')) && 'api_base_url',
    !(Array.isArray(transports) && transports.length > 0) && 'transports',
    !(isObject(capabilities) && asList(capabilities.services).length > 0) && 'capabilities.services',
  ];
  return missing.filter((field) => field !== false);
}
