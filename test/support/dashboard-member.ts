import assert from 'node:assert/strict';
import type { TestService } from './service.ts';

const PASSWORD = 'correct horse battery';

/** What came back from a page; `formToken` is '' where it has no form. */
interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly location: string;
  readonly text: string;
  readonly formToken: string;
}
export type Send = (
  path: string,
  body?: URLSearchParams | FormData | Readonly<Record<string, string>>,
) => Promise<Page>;

/** A new account and its browser, which keeps one cookie and has set its password by a link. A body is sent by POST. */
export async function dashboardMember(service: TestService, email: string, plan: 'pro' | 'team' = 'pro') {
  const { accounts, passwordLinks } = service.repositories;
  const account = await accounts.create({ email, plan });
  const token = await passwordLinks.issue(account.id);
  let cookie = '';
  const send: Send = async (path, body) => {
    const isForm = body === undefined || body instanceof URLSearchParams || body instanceof FormData;
    const response = await fetch(service.url + path, {
      redirect: 'manual',
      headers: { cookie, accept: 'text/html' },
      ...(body === undefined ? {} : { method: 'POST', body: isForm ? body : new URLSearchParams(body) }),
    });
    cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie;
    const text = await response.text();
    const [, formToken = ''] = /name="formToken" value="([^"]+)"/.exec(text) ?? [];
    const { status, headers } = response;
    return { status, headers, location: headers.get('location') ?? '', text, formToken };
  };
  const { formToken } = await send(`/dashboard/set-password?token=${token}`);
  assert.equal((await send('/dashboard/set-password', { formToken, token, password: PASSWORD })).status, 303);
  return { account, send };
}
