/** What the pages of the dashboard share: their addresses, their frame, and forms that only their visitor can send. */
import type { H3, H3Event } from 'h3';
import type { Account, Accounts } from '../../auth/accounts.ts';
import type { Credentials } from '../../auth/admit.ts';
import type { ApiKeys } from '../../auth/api-keys.ts';
import type { DrawnWindow, Quotas } from '../../auth/quotas.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, type PasswordLinks, type SignIn } from '../../auth/sign-in.ts';
import { ServiceError } from '../../errors.ts';
import { readBodyText } from '../../http/body.ts';
import { type FileForm, readFileForm } from '../../http/multipart.ts';
import type { LogReports } from '../../scans/log-reports.ts';
import type { McpScans } from '../../scans/mcp-scans.ts';
import type { Scans } from '../../scans/scans.ts';
import type { Watches } from '../../scans/watches/watches.ts';
import type { Sites } from '../../sites/sites.ts';
import type { Gate } from '../../tools/gate.ts';
import { forPeople } from '../home.ts';
import type { Layout, PageOptions } from '../layout.ts';
import { type Markup, markup } from '../markup.ts';
import { count } from '../report/check-views.ts';
import { isSameToken, type Visitor, type Visitors } from '../visitors.ts';

export const PATHS = {
  sites: '/dashboard',
  scans: '/dashboard/scans',
  batches: '/dashboard/batches',
  watches: '/dashboard/watches',
  logs: '/dashboard/logs',
  keys: '/dashboard/api-keys',
  signIn: '/dashboard/sign-in',
  signOut: '/dashboard/sign-out',
  setPassword: '/dashboard/set-password',
} as const;

/** The pages that the head of every page leads to, in this order, and their words. A sign-in may lead to each. */
export const TABS: readonly (readonly [path: string, words: string])[] = [
  [PATHS.sites, 'Sites'],
  [PATHS.batches, 'Batches'],
  [PATHS.scans, 'Scans'],
  [PATHS.watches, 'Watched sites'],
  [PATHS.logs, 'Access logs'],
  [PATHS.keys, 'API keys'],
];

/** No page here is cached, and the address of a one-time link is secret (the layout sends no referrer). */
const COMMON = { isIndexed: false, section: 'dashboard', headers: { 'cache-control': 'no-store' } } as const;

type FrameOptions = Pick<PageOptions, 'title' | 'status' | 'scripts' | 'head'>;

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
  const tabs = TABS.map(
    ([href, words]) => markup`<li><a href="${href}"${href === path && markup` aria-current="page"`}>${words}</a></li>`,
  );
  return layout(
    { ...COMMON, description: 'Your scans and API keys.', ...options },
    markup`<div class="tabs">
<nav aria-label="Dashboard"><ul>${tabs}</ul></nav>
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
  readonly logReports: LogReports;
  readonly sites: Pick<Sites, 'rows' | 'get' | 'newest' | 'find' | 'label' | 'coverOf'>;
  readonly watches: Pick<Watches, 'find' | 'list'>;
  readonly quotas: Quotas;
  readonly gate: Gate;
  readonly layout: Layout;
  readonly baseUrl: string;
  readonly visitors: Visitors;
  credentialsOf(event: H3Event): Credentials;
}

/** @param next where a successful sign-in leads */
export const signInForm = (
  formToken: string,
  { next, email = '', message }: { next: string; email?: string; message?: string },
): Markup => markup`<h1>Sign in</h1>
<p class="soft">For your API keys and your scans. Scanning a site, and asking questions, needs no account.</p>
${fault(message)}
<form method="post" action="${PATHS.signIn}" class="card stack">
<div class="field"><label for="email">Email address</label>
<input type="text" inputmode="email" id="email" name="email" value="${email}" autocomplete="username" autocapitalize="off" spellcheck="false" maxlength="254" required></div>
<div class="field"><label for="password">Password</label>
<input type="password" id="password" name="password" autocomplete="current-password" maxlength="${MAX_PASSWORD_LENGTH * 2}" required></div>
<button type="submit" class="button">Sign in</button>
${tokenField(formToken)}<input type="hidden" name="next" value="${next}">
</form>
<p class="soft small">No password, or forgotten? Whoever runs this installation makes you a one-time link: <code>legible account reset-password --email you@example.com</code></p>`;

export const setPasswordForm = (
  formToken: string,
  { token, email, message }: { token: string; email: string; message?: string },
): Markup => markup`<h1>Choose a password</h1>
<p class="soft">For <strong>${email}</strong>. This link works once. A new password signs the account out everywhere else.</p>
${fault(message)}
<form method="post" action="${PATHS.setPassword}" class="card stack">
<div class="field"><label for="password">New password</label>
<input type="password" id="password" name="password" autocomplete="new-password" minlength="${MIN_PASSWORD_LENGTH}" maxlength="${MAX_PASSWORD_LENGTH}" aria-describedby="password-hint" required>
<p class="soft small" id="password-hint">At least ${MIN_PASSWORD_LENGTH} characters. A few random words are easy to remember and hard to guess.</p></div>
<button type="submit" class="button">Set the password and sign in</button>
${tokenField(formToken)}<input type="hidden" name="token" value="${token}"><input type="text" name="email" value="${email}" autocomplete="username" hidden>
</form>`;

export const deadLink = (message: string): Markup => markup`<h1>This link does not work any more</h1>
<p>${message}</p>
<p>Whoever runs this installation makes a new one: <code>legible account reset-password --email you@example.com</code></p>
<p><a href="${PATHS.sites}">Sign in with a password</a></p>`;

const staleForm: Markup = markup`<h1>That form is out of date</h1>
<p>It was not sent from a page that was made for this browser, or you have signed in or out since. Nothing was changed.</p>
<p><a class="button" href="${PATHS.sites}">To the dashboard</a></p>`;

const MAX_FORM_BYTES = 16 * 1024;

/** A visitor who is signed in. */
export type Member = Visitor & { readonly account: Account };

type Answer<Who> = (event: H3Event, who: Who) => Promise<Response>;
type FormAnswer<Who> = (event: H3Event, who: Who, form: URLSearchParams) => Promise<Response>;

export interface Routing {
  /** A page for every visitor. */
  page(path: string, answer: Answer<Visitor>): void;
  /** What a form of such a page does. */
  form(path: string, answer: FormAnswer<Visitor>, maxBytes?: number): void;
  /** A page for signed-in visitors; others are asked to sign in. */
  memberPage(path: string, answer: Answer<Member>): void;
  memberForm(path: string, answer: FormAnswer<Member>, maxBytes?: number): void;
  /** What a form with a file does. The token is read before the file. @param maxFieldBytes of the fields before it */
  memberUpload(
    path: string,
    answer: (event: H3Event, who: Member, form: FileForm) => Promise<Response>,
    maxFieldBytes?: number,
  ): void;
}

/** Mounts pages for people: errors are pages, and a form counts only with the token of the visitor it was shown to. */
export function createRouting(app: H3, { visitors, layout }: { visitors: Visitors; layout: Layout }): Routing {
  const told = async (answer: () => Promise<Response>): Promise<Response> => {
    try {
      return await answer();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const main = markup`<h1>That did not work</h1><p>${forPeople(error)}</p><p><a href="${PATHS.sites}">To the dashboard</a></p>`;
      return outside(layout, { title: 'That did not work', status: error.status }, main);
    }
  };
  const page: Routing['page'] = (path, answer) => {
    app.get(path, (event) => told(async () => answer(event, await visitors.of(event))));
  };
  const form: Routing['form'] = (path, answer, maxBytes = MAX_FORM_BYTES) => {
    app.post(path, (event) =>
      told(async () => {
        const visitor = await visitors.of(event);
        const fields = new URLSearchParams(await readBodyText(event.req, maxBytes));
        if (!isSameToken(fields.get('formToken') ?? '', visitor.formToken)) {
          return outside(layout, { title: 'Out of date', status: 403 }, staleForm);
        }
        return answer(event, visitor, fields);
      }),
    );
  };

  return {
    page,
    form,
    memberPage: (path, answer) =>
      page(path, async (event, visitor) => {
        if (isMember(visitor)) return answer(event, visitor);
        const next = nextOf(event.url.pathname);
        return outside(layout, { title: 'Sign in' }, signInForm(visitor.formToken, { next }));
      }),
    memberForm: (path, answer, maxBytes) =>
      form(
        path,
        async (event, visitor, fields) => (isMember(visitor) ? answer(event, visitor, fields) : seeOther(PATHS.sites)),
        maxBytes,
      ),
    memberUpload(path, answer, maxFieldBytes) {
      app.post(path, (event) =>
        told(async () => {
          const visitor = await visitors.of(event);
          const form = await readFileForm(event.req, maxFieldBytes);
          if (!isSameToken(form.fields.get('formToken') ?? '', visitor.formToken)) {
            return outside(layout, { title: 'Out of date', status: 403 }, staleForm);
          }
          return isMember(visitor) ? answer(event, visitor, form) : seeOther(PATHS.sites);
        }),
      );
    },
  };
}

const isMember = (visitor: Visitor): visitor is Member => visitor.account !== undefined;

/** Where a sign-in may lead: pages of the dashboard and nowhere else. */
export const nextOf = (path: string | null): string => TABS.find(([each]) => each === path)?.[0] ?? PATHS.sites;

export const seeOther = (location: string): Response => new Response(null, { status: 303, headers: { location } });

export const CSV_TYPE = 'text/csv; charset=utf-8';
export const JSON_TYPE = 'application/json';

/** A file to save. */
export const attachment = (text: string, type: string, name: string): Response =>
  new Response(text, {
    headers: {
      'cache-control': 'no-store',
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
    },
  });
