import { parseUrl } from '../../../basics/parse-url.ts';
import type { FetchFailure, Probe } from '../../model/http.ts';
import type { HostVariant, Target } from '../../model/site.ts';
import { defineCheck, fail, notApplicable, pass, unmeasured, warn } from '../define.ts';

/** Nothing that speaks HTTP is there: a proven state, unlike a time-out. */
const NOT_SERVED: readonly FetchFailure['code'][] = ['connect', 'reset', 'protocol'];

export default defineCheck({
  id: 'S8',
  slug: 'https-canonical-host',
  series: 'site',
  category: 'transport',
  titles: {
    pass: 'The site has one https host',
    fail: 'The site is not on one https host',
    action: 'Redirect every variant to one https host',
  },
  why: 'Agents write URLs from memory, with http or without www. Each spelling should lead to the same page over an encrypted connection.',
  rule: 'Passes when https works and both http and the www or apex variant reach it in at most one permanent redirect (301, 308). Warns about two redirects, temporary redirects, an invalid certificate of a variant, or two hosts that share one canonical. Fails without https, with an invalid certificate of the site itself, or with two hosts and no canonical. A variant that does not resolve does not count.',
  sources: [
    'https://www.rfc-editor.org/rfc/rfc9110#section-15.4',
    'https://www.rfc-editor.org/rfc/rfc9110#section-4.2.2',
    'https://www.rfc-editor.org/rfc/rfc6596',
  ],
  needs: ['target', 'hostVariants'],
  evaluate({ target, hostVariants: { variants } }) {
    if (target.isPrivateHost) {
      const { publicOrigin } = target;
      const isPrivate = 'The host is private; rules of public hosting do not apply.';
      if (publicOrigin === undefined) return notApplicable(isPrivate);
      return notApplicable(`${isPrivate} The scan took the public origin in the evidence for the site's own.`, {
        measured: publicOrigin.origin,
        examples: [`named by: ${publicOrigin.namedBy.join(', ')}`],
      });
    }
    const secure = secureHome(
      target,
      variants.find(({ kind }) => kind === 'https'),
    );
    if (secure.home === undefined) return secure.outcome;

    const home = new URL(secure.home);
    const preferred = parseUrl(variants.find(({ kind }) => kind === 'https')?.canonical ?? '')?.host ?? home.host;
    const findings = variants
      .filter(({ kind }) => kind !== 'https')
      .map((variant) => ({ variant, ...judge(variant, home, preferred) }));
    const worst =
      findings.find(({ level }) => level === 'fail') ??
      findings.find(({ level }) => level === 'warn') ??
      findings.find(({ level }) => level === 'unmeasured');
    const url = `${home.origin}/`;
    if (worst === undefined) return pass('https works, and the other spellings of the host lead there.', { url });

    const { probe } = worst.variant;
    const message = `${findings
      .filter(({ level }) => level !== undefined)
      .map(({ says }) => says)
      .join('; ')}.`;
    const evidence = {
      url: probe.url,
      ...(probe.answered ? { status: probe.hops[0]?.status ?? probe.status } : {}),
      examples: [...probe.hops.map((hop) => `${hop.status} ${hop.url}`), probe.answered ? probe.finalUrl : probe.url],
    };
    if (worst.level === 'unmeasured') return unmeasured(message, evidence);
    const finding = {
      howToFix:
        'Choose one https host, answer every request for another spelling (http, and the host with or without www.) with one 301 straight to the same path there, and let rel=canonical name that host.',
      evidence,
    };
    return worst.level === 'fail' ? fail(message, finding) : warn(message, finding);
  },
});

type Secure =
  | { readonly home: string }
  | { readonly home: undefined; readonly outcome: ReturnType<typeof fail> | ReturnType<typeof unmeasured> };

/** The https origin where the site lives, or why there is none. The root's own answer proves https by itself. */
function secureHome(target: Target, https: HostVariant | undefined): Secure {
  if (target.origin.startsWith('https:')) return { home: target.origin };
  if (https === undefined) return { home: undefined, outcome: unmeasured('Whether https works was not measured.') };
  const { probe } = https;
  const noHttps = (says: string): Secure => ({
    home: undefined,
    outcome: fail(`The site is served over plain http: ${says}.`, {
      howToFix:
        'Serve the site over https with a certificate that covers this host, and redirect http to it with one 301.',
      evidence: { url: probe.url, ...(probe.answered ? { status: probe.status } : {}) },
    }),
  });

  if (!probe.answered) {
    if (probe.failure.code === 'tls') return noHttps('the certificate or TLS set-up of the https host is invalid');
    if (NOT_SERVED.includes(probe.failure.code)) return noHttps('no web server answers on https');
    return { home: undefined, outcome: unmeasured('Whether https works could not be measured.', { url: probe.url }) };
  }
  if (!probe.finalUrl.startsWith('https:')) return noHttps('https redirects back to http');
  if (probe.status < 200 || probe.status > 299) return noHttps(`https answers ${probe.status}`);
  return { home: new URL(probe.finalUrl).origin };
}

interface Verdict {
  /** undefined: nothing to say against it. */
  readonly level: 'fail' | 'warn' | 'unmeasured' | undefined;
  readonly says: string;
}
const fine: Verdict = { level: undefined, says: '' };

/** How one other spelling leads to `home`; redirects after the first arrival there are the site's own affair. */
function judge({ kind, probe, canonical }: HostVariant, home: URL, preferredHost: string): Verdict {
  const spelling = kind === 'http' ? 'http' : 'the other spelling of the host (with or without www.)';
  if (!probe.answered) return judgeFailure(spelling, probe);

  const visited = [...probe.hops.map((hop) => hop.url), probe.finalUrl];
  const hops = visited.findIndex((url) => parseUrl(url)?.origin === home.origin);
  if (hops >= 0) {
    const temporary = probe.hops.slice(0, hops).find(({ status }) => status !== 301 && status !== 308);
    const faults = [
      hops > 1 && `takes ${hops} redirects`,
      temporary !== undefined && `redirects with the temporary status ${temporary.status}`,
    ].filter((fault) => fault !== false);
    return faults.length === 0 ? fine : { level: 'warn', says: `${spelling} ${faults.join(' and ')}` };
  }

  const final = parseUrl(probe.finalUrl);
  if (final === undefined || withoutWww(final.host) !== withoutWww(home.host)) return fine;
  if (probe.status < 200 || probe.status > 299) {
    return kind === 'http' ? { level: 'warn', says: `http answers ${probe.status} instead of redirecting` } : fine;
  }
  const named = parseUrl(canonical ?? '');
  return named?.protocol === 'https:' && named.host === preferredHost
    ? { level: 'warn', says: `${spelling} answers by itself, and only rel=canonical names the one address` }
    : { level: 'fail', says: `${spelling} answers by itself, and no rel=canonical says which address counts` };
}

function judgeFailure(spelling: string, { failure }: Extract<Probe, { answered: false }>): Verdict {
  if (failure.code === 'dns' || failure.code === 'blocked_address' || NOT_SERVED.includes(failure.code)) return fine;
  switch (failure.code) {
    case 'tls':
      return { level: 'warn', says: `${spelling} has an invalid certificate` };
    case 'too_many_redirects':
    case 'bad_redirect':
      return { level: 'warn', says: `${spelling} redirects in a loop or to nowhere` };
    default:
      return { level: 'unmeasured', says: `${spelling} could not be measured` };
  }
}

const withoutWww = (host: string): string => (host.startsWith('www.') ? host.slice(4) : host);
