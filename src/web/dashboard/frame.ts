import type { H3Event } from 'h3';
import type { Account, Accounts } from '../../auth/accounts.ts';
import type { Credentials } from '../../auth/admit.ts';
import type { ApiKeys } from '../../auth/api-keys.ts';
import type { PasswordLinks } from '../../auth/passwords.ts';
import type { DrawnWindow, Quotas } from '../../auth/quotas.ts';
import type { SignIn } from '../../auth/sign-in.ts';
import type { McpScans } from '../../scans/mcp-scans.ts';
import type { Scans } from '../../scans/scans.ts';
import type { Gate } from '../../tools/gate.ts';
import type { Layout, PageOptions } from '../layout.ts';
import { type Markup, markup } from '../markup.ts';
import { count } from '../report/check-views.ts';
import type { Visitor, Visitors } from '../visitors.ts';

export const PATHS = {
  scans: '/dashboard',
  watches: '/dashboard/watches',
  keys: '/dashboard/api-keys',
  signIn: '/dashboard/sign-in',
  signOut: '/dashboard/sign-out',
  setPassword: '/dashboard/set-password',
} as const;

/** No page here is cached, and the address of a one-time link is secret (the layout sends no referrer). */
const COMMON = { isIndexed: false, section: 'dashboard', headers: { 'cache-control': 'no-store' } } as const;

type FrameOptions = Pick<PageOptions, 'title' | 'status' | 'scripts'>;

/** A page of the dashboard for a visitor who is not signed in. */
export const outside = (layout: Layout, options: FrameOptions, main: Markup): Response =>
  layout(
    { ...COMMON, description: 'Your scans and API keys.', ...options },
    markup`<div class="narrow stack">${main}</div>`,
  );

/** A page of the dashboard, with what leads to the others. */
export function inside(
  layout: Layout,
  { account, formToken }: { account: Account; formToken: string },
  { path, ...options }: FrameOptions & { path: string },
  main: Markup,
): Response {
  const tab = (href: string, words: string) =>
    markup`<li><a href="${href}"${href === path && markup` aria-current="page"`}>${words}</a></li>`;
  return layout(
    { ...COMMON, description: 'Your scans and API keys.', ...options },
    markup`<div class="tabs">
<nav aria-label="Dashboard"><ul>${tab(PATHS.scans, 'Scans')}${tab(PATHS.watches, 'Watched sites')}${tab(PATHS.keys, 'API keys')}</ul></nav>
<form method="post" action="${PATHS.signOut}">${tokenField(formToken)}<span class="soft small">${account.email} · ${account.plan}</span> <button type="submit" class="button quiet small">Sign out</button></form>
</div>
${main}`,
  );
}

/** The used part of a rate limit, `3 of 200`. @param name of one of its windows */
export function usedOf(windows: readonly DrawnWindow[], name: string): string {
  const window = windows.find((each) => each.name === name);
  return window === undefined ? '' : `${count(window.max - window.remaining)} of ${count(window.max)}`;
}

/** A CSRF token in every form: a request without it comes from another site's page. */
export const tokenField = (formToken: Visitor['formToken']): Markup =>
  markup`<input type="hidden" name="formToken" value="${formToken}">`;

/** The errors of a form, shown above it. */
export const fault = (message: string | undefined): Markup | undefined =>
  message === undefined ? undefined : markup`<div class="note fail" role="alert"><p>${message}</p></div>`;

/** A question before something that cannot be undone. */
export const confirmation = (
  { formToken }: Pick<Visitor, 'formToken'>,
  question: { title: string; consequence: Markup; action: string; confirm: string; back: string },
): Markup => markup`<div class="narrow stack"><h1>${question.title}</h1>
<p>${question.consequence}</p>
<form method="post" action="${question.action}" class="buttons">${tokenField(formToken)}
<button type="submit" class="button danger">${question.confirm}</button>
<a class="button quiet" href="${question.back}">Keep it</a>
</form></div>`;

export interface DashboardParts {
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeys;
  readonly signIn: SignIn;
  readonly passwordLinks: PasswordLinks;
  readonly scans: Scans;
  readonly mcpScans: McpScans;
  readonly quotas: Quotas;
  readonly gate: Gate;
  readonly layout: Layout;
  readonly baseUrl: string;
  readonly visitors: Visitors;
  credentialsOf(event: H3Event): Credentials;
}
