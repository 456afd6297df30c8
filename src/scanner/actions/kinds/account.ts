import type { Offer } from '../../model/actions.ts';
import type { ActionForm, PageActions } from '../../parse/html/actions/page-actions.ts';
import { type ActingPage, type ActionSite, defineOffer, offer } from '../define.ts';
import { fillable } from '../fields.ts';
import { asksWho, purposeOf } from '../purpose.ts';

/** A sign-in that content needs: pages that answer with one in the place of their text. Nothing is ever signed in to. */
export default defineOffer({
  kind: 'account',
  plan: () => [],
  judge(site) {
    const [wall] = wallsOf(site);
    return wall === undefined ? [] : [judged(wall)];
  },
});

/** An address of its own for the sign-in is a door; in the place of another page it is a wall; beside the text of others it is none. */
function wallsOf({ pages }: ActionSite): ActingPage[] {
  const beside = new Set(pages.filter(({ actions }) => !actions.isSignIn).flatMap(({ actions }) => signInsOf(actions)));
  return pages.filter(
    ({ page, actions }) =>
      actions.isSignIn &&
      !signInsOf(actions).some((signIn) => beside.has(signIn)) &&
      !actions.forms.some(asksForMore) &&
      actions.forms.every((form) => asksWho(form) || !form.fields.some(({ type }) => type === 'password')) &&
      !/sign-?in|log-?in|auth|account|admin/i.test(new URL(page.url).pathname),
  );
}

/** The fields of the sign-ins of a page. */
const signInsOf = ({ forms }: PageActions): string[] =>
  forms
    .filter((form) => purposeOf(form) === 'sign-in')
    .map(({ fields }) => fields.map(({ type, name, label }) => `${type} ${name || label}`).join('|'));

/** A page with a form of another kind is not in the place of anything. */
const asksForMore = (form: ActionForm): boolean =>
  form.inContent && COUNTED.has(purposeOf(form)) && !form.fields.some(({ type }) => type === 'password');
const COUNTED: ReadonlySet<string> = new Set(['sending', 'commenting']);

function judged({ page, actions }: ActingPage): Offer {
  const form = actions.forms.find((each) => purposeOf(each) === 'sign-in') ?? actions.forms[0];
  const fill = form === undefined ? { form: 0, browser: 0, blockers: [] } : fillable(form);
  const byScript = form === undefined || form.target === 'script' || !form.isElement;
  const captcha = form?.captcha === true;
  const open = captcha ? 0 : 1;
  const blockers = [...(captcha ? [{ code: 'captcha' as const }] : []), ...fill.blockers];
  return offer({
    kind: 'account',
    name: form?.heading ?? page.title,
    where: page.finalUrl,
    shown: form === undefined ? 'a password field' : `${form.method.toUpperCase()} ${form.url || '(no address)'}`,
    certainty: 'likely',
    asked: { url: page.finalUrl, method: 'GET' },
    shares: {
      'form-agent': [byScript ? 0 : fill.form * open, byScript ? [{ code: 'by-script' }, ...blockers] : blockers],
      'browser-agent': [fill.browser * open, blockers],
    },
  });
}
