import type { H3, H3Event } from 'h3';
import type { Account } from '../../auth/accounts.ts';
import { ServiceError } from '../../errors.ts';
import { readBodyText } from '../../http/body.ts';
import { forPeople } from '../home.ts';
import type { Layout } from '../layout.ts';
import { markup } from '../markup.ts';
import { isSameToken, type Visitor, type Visitors } from '../visitors.ts';
import { outside, PATHS } from './frame.ts';
import { signInForm, staleForm } from './sign-in-pages.ts';

const MAX_FORM_BYTES = 16 * 1024;

/** A visitor who is signed in. */
export type Member = Visitor & { readonly account: Account };

type Answer<Who> = (event: H3Event, who: Who) => Promise<Response>;
type FormAnswer<Who> = (event: H3Event, who: Who, form: URLSearchParams) => Promise<Response>;

export interface Routing {
  /** A page for every visitor. */
  page(path: string, answer: Answer<Visitor>): void;
  /** What a form of such a page does. */
  form(path: string, answer: FormAnswer<Visitor>): void;
  /** A page for signed-in visitors; others are asked to sign in. */
  memberPage(path: string, answer: Answer<Member>): void;
  memberForm(path: string, answer: FormAnswer<Member>): void;
}

/** Mounts pages for people: errors are pages, and a form counts only with the token of the visitor it was shown to. */
export function createRouting(app: H3, { visitors, layout }: { visitors: Visitors; layout: Layout }): Routing {
  const told = async (answer: () => Promise<Response>): Promise<Response> => {
    try {
      return await answer();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const main = markup`<h1>That did not work</h1><p>${forPeople(error)}</p><p><a href="${PATHS.scans}">To the dashboard</a></p>`;
      return outside(layout, { title: 'That did not work', status: error.status }, main);
    }
  };
  const page: Routing['page'] = (path, answer) => {
    app.get(path, (event) => told(async () => answer(event, await visitors.of(event))));
  };
  const form: Routing['form'] = (path, answer) => {
    app.post(path, (event) =>
      told(async () => {
        const visitor = await visitors.of(event);
        const fields = new URLSearchParams(await readBodyText(event.req, MAX_FORM_BYTES));
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
    memberForm: (path, answer) =>
      form(path, async (event, visitor, fields) =>
        isMember(visitor) ? answer(event, visitor, fields) : seeOther(PATHS.scans),
      ),
  };
}

const isMember = (visitor: Visitor): visitor is Member => visitor.account !== undefined;

/** Where a sign-in may lead: pages of the dashboard and nowhere else. */
export const nextOf = (path: string | null): string =>
  [PATHS.keys, PATHS.watches].find((each) => each === path) ?? PATHS.scans;

export const seeOther = (location: string): Response => new Response(null, { status: 303, headers: { location } });
