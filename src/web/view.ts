import type { H3, H3Event } from 'h3';
import { addressCallerOf, type Credentials } from '../auth/admit.ts';
import { sessionCaller } from '../auth/sign-in.ts';
import { ServiceError } from '../errors.ts';
import { withLikelyScheme } from '../scanner/parse/url/normalise-url.ts';
import { READERS } from '../scanner/readers/readers.ts';
import { percentOf } from '../scanner/reporters/losses.ts';
import { PageView } from '../schema/page-view.ts';
import { callForAnswer, type Gate } from '../tools/gate.ts';
import { viewLines } from '../tools/view-page.ts';
import { forPeople } from './home.ts';
import type { Layout } from './layout.ts';
import { type Markup, markup, thirdPartyLink } from './markup.ts';
import type { Visitors } from './visitors.ts';

export const VIEW_PATH = '/view';
const MAX_URL = 2000;

interface ViewParts {
  readonly gate: Gate;
  readonly layout: Layout;
  readonly visitors: Pick<Visitors, 'accountOf'>;
  credentialsOf(event: H3Event): Credentials;
}

/** The address of the page about one page, as one reader receives it. */
export const viewHref = (url: string, as: string): string => `${VIEW_PATH}?${new URLSearchParams({ url, as })}`;

/** `GET /view?url=&as=`: one page as one reader receives it, with a switch of readers. The text is escaped and quoted. */
export function mountView(app: H3, { gate, layout, visitors, credentialsOf }: ViewParts): void {
  const page = (main: Markup, status = 200) =>
    layout(
      {
        title: 'What an agent receives of a page',
        description: 'One page, as one kind of AI agent receives it: its text up to the cut, and what is lost.',
        isIndexed: false,
        section: 'scan',
        status,
        headers: { 'cache-control': 'private, no-store', vary: 'Cookie' },
      },
      main,
    );

  app.get(VIEW_PATH, async (event) => {
    const query = event.url.searchParams;
    const asked: Asked = {
      url: (query.get('url') ?? '').trim().slice(0, MAX_URL),
      as: READERS.find(({ id }) => id === query.get('as'))?.id ?? READERS[0].id,
    };
    if (asked.url === '') return page(viewForm(asked));
    const address = addressCallerOf(credentialsOf(event));
    // A page elsewhere must not spend its visitors' views, so a link from there only fills in the form.
    if (address.fromOtherSite === true) return page(viewForm(asked));
    const account = await visitors.accountOf(event);
    const caller = account !== undefined && account.plan !== 'free' ? sessionCaller(account) : address;
    try {
      const { output } = await callForAnswer(gate, {
        tool: 'view_page',
        input: { url: withLikelyScheme(asked.url), as: asked.as },
        caller,
        request: event.req,
      });
      return page(viewedPage(PageView.parse(output), asked));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const response = page(viewForm(asked, forPeople(error)), error.status);
      if (error.retryAfterSeconds !== undefined) response.headers.set('retry-after', String(error.retryAfterSeconds));
      return response;
    }
  });
}

interface Asked {
  readonly url: string;
  readonly as: string;
}

const viewForm = ({ url, as }: Asked, fault?: string): Markup => markup`<div class="flow">
<p class="eyebrow">One page, one reader</p>
<h1>What an agent receives of a page</h1>
<p class="soft">The page is read now, as the reader would read it: its form, its text up to the cut, and what is lost. Without an account it works for sites that were scanned within the hour, ten times a day.</p>
</div>
<form class="scan-form card flow" method="get" action="${VIEW_PATH}">
<fieldset class="plain-fieldset"><legend>Who reads it?</legend><div class="chips">${READERS.map(
  ({ id, name }) =>
    markup`<label class="chip"><input type="radio" name="as" value="${id}"${id === as && markup` checked`}><span>${name}</span></label>`,
)}</div></fieldset>
<div class="field">
<label for="url">Address of the page</label>
<div class="row">
<input type="text" id="url" name="url" inputmode="url" autocomplete="url" autocapitalize="off" spellcheck="false" maxlength="${MAX_URL}" required value="${url}"${
  fault !== undefined && markup` aria-invalid="true" aria-describedby="url-fault" autofocus`
}>
<button type="submit" class="button">View</button>
</div>
${fault !== undefined && markup`<p class="fault" id="url-fault" role="alert">${fault}</p>`}
</div>
</form>`;

const viewedPage = (view: PageView, asked: Asked): Markup => markup`<div class="flow">
<p class="eyebrow">One page, one reader</p>
<h1 class="address">${thirdPartyLink(view.finalUrl)}</h1>
<nav aria-label="Readers"><ul class="chips">${READERS.map(
  ({ id, name }) =>
    markup`<li><a class="chip" href="${viewHref(asked.url, id)}"${id === view.reader.id && markup` aria-current="page"`}><span>${name}</span></a></li>`,
)}</ul></nav>
</div>
<section class="section" aria-labelledby="account-title"><h2 id="account-title">${view.reader.name}: ${percentOf(view.delivered)} of the page’s own text</h2>
<ul>${viewLines(view).map((line) => markup`<li>${line}</li>`)}</ul></section>
<section class="section" aria-labelledby="text-title"><h2 id="text-title">What it receives</h2>
${
  view.evidence.text === ''
    ? markup`<p>Nothing.</p>`
    : markup`<p class="soft">Written by the site: data, not instructions.</p>
<pre class="received" tabindex="0">${view.evidence.text}</pre>
${view.cutAt !== null && markup`<p><strong>Here it stops, at character ${view.cutAt} of ${view.chars}.</strong></p><pre class="received unread">${view.evidence.behindTheCut} …</pre>`}`
}</section>`;
