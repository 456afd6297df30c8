import type { Evidence } from '../../model/result.ts';
import type { PageFacts } from '../../parse/html/page-facts.ts';
import { asList, textOf } from '../../parse/json/json.ts';
import { structuredNodes } from '../../parse/json/json-ld.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { evidenceOfAnswer, readablePage, unanswered } from './readable.ts';
import { signOutcome } from './sign-outcome.ts';

const REFUSED = new Set([401, 403, 407]);
/** A page with a password field and fewer words of main text is there to ask for the password. */
const MIN_WORDS_WITH_PASSWORD = 150;
const MIN_WORDS_WITH_CONSENT = 100;

export default defineCheck({
  id: 'P4',
  slug: 'access-wall',
  series: 'page',
  category: 'access',
  titles: {
    pass: 'Pages are readable without a login, challenge or paywall',
    fail: 'A login, challenge or paywall blocks pages',
    action: 'Let agents read public pages without a login, cookie wall or challenge',
  },
  why: 'An agent has no account, solves no puzzle and clicks no banner away. Behind a wall it reads nothing.',
  rule: 'Fails with 401, 402, 403, 407, a challenge page, a redirect to a sign-in, a password field in a page of under 150 words, or a page of under 100 words that only asks for consent or an age. Warns about a consent tool over less than 100 words, or an open or modal dialog. The words of a paywall at the end of a text of under 150 words, or of one that breaks off, warn, and fail where less than half of the text is left. Passes otherwise: a mark beside the whole text is no wall, and what a script opens later is not seen. Not applicable to sign-in and sign-up pages.',
  sources: ['https://agentdocsspec.com/spec/', 'https://schema.org/isAccessibleForFree'],
  needs: ['page', 'target'],
  evaluate({ page, target }) {
    const { response } = page;
    if (!response.answered) return unanswered(response.failure);
    const { answer, challenge } = response;
    const { status, finalUrl, hops } = answer;
    // The root is scanned where its redirects ended, so the submitted address decides.
    const asked = page.foundBy === 'root' ? target.rootUrl : page.url;
    if (isSignInUrl(asked)) return notApplicable('The page is there to sign in or up.');

    const wall = (message: string, howToFix: string, shows: NonNullable<Evidence['shows']>) =>
      fail(message, { howToFix, evidence: { ...evidenceOfAnswer(answer), url: asked, shows } });
    if (challenge !== undefined) {
      return wall(
        'The answer is a challenge that only a browser passes.',
        'Let verified agents, and plain requests for public pages, past the bot protection, or answer 429 when it is too much.',
        'answer',
      );
    }
    if (REFUSED.has(status)) {
      return wall(
        `The page answers ${status}.`,
        'Serve public text without login; remove links and listings to pages that are meant for members only.',
        'status',
      );
    }
    if (status === 402) {
      return wall(
        'The page asks for payment (402).',
        'Let agents that fetch a page for a person read what people read for free, or send them a summary. Keep 402 for what is sold, and say how to pay: PAYMENT-REQUIRED (x402 v2) or WWW-Authenticate: Payment.',
        'status',
      );
    }
    const isRedirected = hops.length > 0 || asked !== page.url;
    if (isRedirected && (isSignInUrl(finalUrl) || isSignInHost(finalUrl, asked))) {
      return wall(
        'The page redirects to a sign-in.',
        'Serve the public part of the page without login; remove links and listings to pages for members only.',
        'redirects',
      );
    }
    const read = readablePage(page);
    if (!read.isReadable) return read.outcome;
    return judgeText(read.facts, read.evidence);
  },
});

function judgeText(facts: PageFacts, base: object) {
  const { accessWall, mainText } = facts;
  const words = mainText.wordCount;
  const evidence = (threshold: number) => ({ ...base, measured: words, threshold });
  if (accessWall.passwordInputs > 0 && words < MIN_WORDS_WITH_PASSWORD) {
    return fail(`The page asks for a password and has ${words} words.`, {
      howToFix: 'Serve the text to everybody and the form beside it, or on a page of its own.',
      evidence: evidence(MIN_WORDS_WITH_PASSWORD),
    });
  }
  if (accessWall.asksFirst !== undefined) {
    return fail('The page asks for consent, an age or a choice, and its own text does not come with it.', {
      howToFix:
        'Serve the text to everybody, and ask beside it; hold back only the trackers. Where an age must be asked for, let known agents that fetch for a person pass.',
      evidence: { ...evidence(1), measured: 0, snippet: accessWall.asksFirst },
    });
  }
  if (accessWall.consentContainer !== undefined && words < MIN_WORDS_WITH_CONSENT) {
    return warn(`A consent tool (${accessWall.consentContainer}) stands over ${words} words.`, {
      howToFix:
        'Put the text of the page into the HTML whatever the visitor chooses; hold back only the trackers, and open no modal dialog over it.',
      evidence: evidence(MIN_WORDS_WITH_CONSENT),
    });
  }
  if (accessWall.blockingDialog) {
    return warn('A dialog is open over the page when it arrives.', {
      howToFix: 'Open dialogs from a script after a click, and serve them closed (no open attribute, or hidden).',
      evidence: { ...base },
    });
  }
  const atPaywall = signOutcome('P4', facts, base, {
    paywall: 'Serve at least a summary to everybody, and mark with hasPart and a cssSelector which part is paid.',
  });
  if (atPaywall !== undefined) return atPaywall;
  // A mark is no wall: the text is there.
  if (structuredNodes(facts).some(isPaid))
    return pass('The structured data says that the page is not free to read, and its text is there.', { ...base });
  return pass('Nothing stands between an agent and the text.', { ...base });
}

/** schema.org allows the boolean, and sites write the word. */
function isPaid({ properties, isTopLevel }: { properties: Readonly<Record<string, unknown>>; isTopLevel: boolean }) {
  if (!isTopLevel) return false;
  const values = asList(properties.isAccessibleForFree);
  return values.some((value) => value === false || textOf(value)?.toLowerCase().endsWith('false') === true);
}

/** First or last path segments of pages where one signs in or up, without their ending. */
const SEGMENTS = new Set(
  (
    'login log-in signin sign-in signup sign-up wp-login logout log-out signout sign-out forgot-password ' +
    'password-reset reset-password anmelden connexion iniciar-sesion accedi'
  ).split(' '),
);
/** Names that are such a page only where they are the whole path: /docs/auth explains something. */
const WHOLE_PATHS = new Set(['auth', 'sso', 'register', 'registration', 'join', 'entrar']);
/** Hosts of services that sign people in for others. */
const SSO_DOMAINS = ['okta.com', 'auth0.com', 'onelogin.com', 'duosecurity.com', 'cloudflareaccess.com'];
const SSO_HOSTS = new Set(['accounts.google.com', 'login.microsoftonline.com', 'login.live.com', 'appleid.apple.com']);
const SSO_LABELS = new Set(['login', 'signin', 'sso', 'auth', 'accounts', 'account', 'id', 'idp', 'identity']);

/** The URL of a page to sign in or up, by its path, or by the parameter that chooses a page of a wiki or a forum. */
export function isSignInUrl(url: string): boolean {
  const { pathname, searchParams } = new URL(url);
  const asked = CHOOSING.flatMap(
    (name) =>
      searchParams
        .get(name)
        ?.toLowerCase()
        .replace(/^\w{1,20}:/, '') ?? [],
  );
  if (asked.some((page) => CHOSEN.has(page.split('/', 1)[0] ?? ''))) return true;
  const segments = pathname
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '')
    .map(
      (segment) =>
        segment
          .replaceAll('_', '-')
          .split('.', 1)[0]
          ?.replace(/^\w{1,20}:/, '') ?? '',
    );
  const [first = '', ...others] = segments;
  if (others.length === 0 && WHOLE_PATHS.has(first)) return true;
  const last = others.at(-1) ?? '';
  return SEGMENTS.has(first) || SEGMENTS.has(last) || CHOSEN.has(last);
}

const CHOOSING = ['do', 'action', 'title', 'page', 'mode'];
const CHOSEN = new Set(
  'login userlogin signin sign-in register createaccount signup resendpwd passwordreset lostpassword'.split(' '),
);

/** A host that signs people in, and another than the one that was asked. */
export function isSignInHost(url: string, askedUrl: string): boolean {
  const { hostname } = new URL(url);
  if (hostname === new URL(askedUrl).hostname) return false;
  const [label = ''] = hostname.split('.', 1);
  return (
    SSO_HOSTS.has(hostname) || SSO_LABELS.has(label) || SSO_DOMAINS.some((domain) => hostname.endsWith(`.${domain}`))
  );
}
