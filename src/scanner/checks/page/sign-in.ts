/** First or last path segments of pages where one signs in or up, without their ending. */
const SEGMENTS = new Set(
  (
    'login log-in signin sign-in signup sign-up wp-login logout log-out signout sign-out forgot-password ' +
    'password-reset reset-password anmelden connexion iniciar-sesion accedi'
  ).split(' '),
);
/** Names that are such a page only where they are the whole path: /docs/auth explains something. */
const WHOLE_PATHS = new Set(['auth', 'sso', 'register', 'registration', 'join', 'entrar']);
/** What the title of such a page begins with, or is. */
const TITLES = [
  'log in',
  'login',
  'sign in',
  'signin',
  'sign up',
  'signup',
  'register',
  'create account',
  'create an account',
  'create your account',
  'reset password',
  'forgot password',
  'anmelden',
  'anmeldung',
  'connexion',
  'se connecter',
  'iniciar sesión',
  'entrar',
  'accedi',
];
/** A longer title is about signing in rather than the place to do it. */
const MAX_TITLE = 60;
/** Hosts of services that sign people in for others. */
const SSO_DOMAINS = ['okta.com', 'auth0.com', 'onelogin.com', 'duosecurity.com', 'cloudflareaccess.com'];
const SSO_HOSTS = new Set(['accounts.google.com', 'login.microsoftonline.com', 'login.live.com', 'appleid.apple.com']);
const SSO_LABELS = new Set(['login', 'signin', 'sso', 'auth', 'accounts', 'account', 'id', 'idp', 'identity']);

/** The URL of a page to sign in or up, by its path. */
export function isSignInUrl(url: string): boolean {
  const segments = new URL(url).pathname
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => segment.replaceAll('_', '-').split('.', 1)[0] ?? '');
  const [first = '', ...others] = segments;
  if (others.length === 0 && WHOLE_PATHS.has(first)) return true;
  return SEGMENTS.has(first) || SEGMENTS.has(others.at(-1) ?? '');
}

export function isSignInTitle(title: string): boolean {
  const text = title.toLowerCase();
  return text.length <= MAX_TITLE && TITLES.some((start) => text === start || text.startsWith(`${start} `));
}

/** A host that signs people in, and another than the one that was asked. */
export function isSignInHost(url: string, askedUrl: string): boolean {
  const { hostname } = new URL(url);
  if (hostname === new URL(askedUrl).hostname) return false;
  const [label = ''] = hostname.split('.', 1);
  return (
    SSO_HOSTS.has(hostname) || SSO_LABELS.has(label) || SSO_DOMAINS.some((domain) => hostname.endsWith(`.${domain}`))
  );
}
