import { ServiceError } from '../../errors.ts';
import { forPeople } from '../home.ts';
import type { DashboardParts } from './frame.ts';
import { deadLink, nextOf, outside, PATHS, type Routing, seeOther, setPasswordForm, signInForm } from './frame.ts';

type Parts = Pick<DashboardParts, 'accounts' | 'signIn' | 'passwordLinks' | 'layout' | 'credentialsOf' | 'visitors'>;

/** Signing in and out, and the one-time links that set a password. */
export function mountSignIn(
  { page, form }: Routing,
  { accounts, signIn, passwordLinks, layout, visitors, credentialsOf }: Parts,
): void {
  page(PATHS.signIn, async () => seeOther(PATHS.sites));
  form(PATHS.signIn, async (event, { formToken }, fields) => {
    const email = fields.get('email') ?? '';
    const next = nextOf(fields.get('next'));
    const again = (message: string, status: number) =>
      outside(layout, { title: 'Sign in', status }, signInForm(formToken, { next, email, message }));
    try {
      const { clientAddress } = credentialsOf(event);
      const accountId = await signIn({ email, password: fields.get('password') ?? '', clientAddress });
      if (accountId === undefined) return again('The email address or the password is not right.', 403);
      await visitors.enter(event, accountId);
      return seeOther(next);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const response = again(forPeople(error), error.status);
      if (error.retryAfterSeconds !== undefined) response.headers.set('retry-after', String(error.retryAfterSeconds));
      return response;
    }
  });
  form(PATHS.signOut, async (event) => {
    await visitors.leave(event);
    return seeOther(PATHS.sites);
  });

  const setPassword = async (token: string, formToken: string, fault?: ServiceError): Promise<Response> => {
    const accountId = await passwordLinks.accountOf(token);
    const account = accountId === undefined ? undefined : await accounts.get(accountId);
    if (account === undefined) {
      const main = deadLink('It was used already, a newer one was made, or more than 24 hours have passed.');
      return outside(layout, { title: 'A dead link', status: 404 }, main);
    }
    const message = fault === undefined ? {} : { message: forPeople(fault) };
    return outside(
      layout,
      { title: 'Choose a password', status: fault?.status ?? 200 },
      setPasswordForm(formToken, { token, email: account.email, ...message }),
    );
  };
  page(PATHS.setPassword, ({ url }, { formToken }) => setPassword(url.searchParams.get('token') ?? '', formToken));
  form(PATHS.setPassword, async (event, { formToken }, fields) => {
    const token = fields.get('token') ?? '';
    try {
      await visitors.enter(event, await passwordLinks.redeem(token, fields.get('password') ?? ''));
      return seeOther(PATHS.sites);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return setPassword(token, formToken, error);
    }
  });
}
