import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PageDigest } from '../../../../../src/scanner/model/page.ts';
import { act, answer, inShort, type Reply, silence, status } from '../../../../support/acting.ts';
import { ORIGIN } from '../../../../support/artifacts.ts';

const FIELDS =
  '<label for="n">Your name</label><input id="n" name="name" required><label for="m">Message</label><textarea id="m" name="message" required></textarea>';
const SEND = '<button>Send message</button>';
const form = (attributes = 'method="post" action="/send"', inner = FIELDS, submit = SEND) =>
  `<form ${attributes}>${inner}${submit}</form>`;

interface Row {
  readonly when: string;
  readonly html: string;
  readonly reply?: Reply;
  readonly page?: Partial<PageDigest>;
  readonly expect: readonly string[];
}

const ROW = '<tr><td><input type="checkbox" name="ids[]" value="1"></td><td>A stone</td></tr>';

const rows: readonly Row[] = [
  {
    when: 'boxes before the rows of a list, for a script',
    html: form('method="post" action="/issues"', `<input type="checkbox" name="all"><table>${ROW}${ROW}</table>`, ''),
    expect: [],
  },
  { when: 'labels, names and an address that answers', html: form(), expect: ['works 100/100'] },
  { when: 'GET is not allowed', html: form(), reply: () => status(405), expect: ['works 100/100'] },
  { when: 'values are missing', html: form(), reply: () => status(422), expect: ['works 100/100'] },
  ...[401, 403, 410, 501].map((code) => ({
    when: `its address answers ${code}`,
    html: form(),
    reply: () => status(code),
    expect: ['blocked 0/0 dead-address'],
  })),
  {
    when: 'GET is not found, which an address for POST alone may answer',
    html: form(),
    reply: () => status(404),
    expect: ['in part 90/90 post-address'],
  },
  {
    when: 'GET of a route behind a program is not found',
    html: form('method="post" action="/index.php?route=book/send"'),
    reply: () => status(404),
    expect: ['in part 90/90 post-address'],
  },
  {
    when: 'GET of a program is not found',
    html: form('method="post" action="/send.php"'),
    reply: () => status(404),
    expect: ['blocked 0/0 dead-address'],
  },
  {
    when: 'GET is not found and OPTIONS allows POST',
    html: form(),
    reply: ({ method }) => (method === 'OPTIONS' ? answer('', { status: 204, allows: ['POST'] }) : status(404)),
    expect: ['works 100/100'],
  },
  {
    when: 'the host resets connections',
    html: form(),
    reply: () => silence(true),
    expect: ['blocked 0/0 dead-address'],
  },
  { when: 'our own request failed', html: form(), reply: () => silence(false), expect: ['works 100/100'] },
  {
    when: 'an edge asks for a person',
    html: form(),
    reply: () => answer('', { status: 403, isChallenge: true }),
    expect: ['blocked 0/0 captcha'],
  },
  {
    when: 'a captcha is in the form',
    html: form(undefined, `${FIELDS}<div class="g-recaptcha"></div>`),
    expect: ['blocked 0/0 captcha'],
  },
  {
    when: 'its address is redirected to another spelling of it, which drops the values',
    html: form('method="post" action="/send/"'),
    reply: () => answer('', { finalUrl: `${ORIGIN}/send`, dropsBody: true }),
    expect: ['blocked 0/0 redirect-drops-values'],
  },
  {
    when: 'visits of its address are redirected to another spelling, and other methods are not',
    html: form('method="post" action="/send/"'),
    reply: ({ method }) =>
      method === 'OPTIONS' ? answer('') : answer('', { finalUrl: `${ORIGIN}/send`, dropsBody: true }),
    expect: ['works 100/100'],
  },
  {
    when: 'its address is redirected with the values',
    html: form('method="post" action="/send/"'),
    reply: () => answer('', { finalUrl: `${ORIGIN}/send` }),
    expect: ['works 100/100'],
  },
  {
    when: 'a visit of its address is sent back to the form',
    html: form(),
    reply: () => answer('', { finalUrl: `${ORIGIN}/contact`, dropsBody: true }),
    expect: ['works 100/100'],
  },
  {
    when: 'a choice is made of elements without a role, which fill a hidden field',
    html: form(
      undefined,
      `${FIELDS}<div><div>Concert</div><div tabindex="0"><span>Select…</span></div><input type="hidden" name="concert"></div>`,
    ),
    expect: ['browser only 0/33 no-role'],
  },
  {
    when: 'a button opens a calendar, which fills a hidden field',
    html: form(
      undefined,
      `${FIELDS}<p><button type="button">Choose a day</button><input type="hidden" name="day"></p>`,
    ),
    expect: ['browser only 0/100 scripted-field'],
  },
  {
    when: 'chips fill a hidden field',
    html: form(
      undefined,
      `${FIELDS}<div>Time <input type="hidden" name="slot"><div data-v="10">10:00</div><div data-v="12">12:00</div></div>`,
    ),
    expect: ['browser only 0/100 scripted-field'],
  },
  {
    when: 'a script draws the calendar that fills a hidden field',
    html: form(undefined, `${FIELDS}<p>Your date<span id="cal"></span><input type="hidden" name="performance"></p>`),
    expect: ['browser only 0/53 scripted-field no-label'],
  },
  {
    when: 'a text stands beside a hidden field without a value',
    html: form(
      undefined,
      `${FIELDS}<p><span data-note="1">We answer soon.</span><input type="hidden" name="topic"></p>`,
    ),
    expect: ['works 100/100'],
  },
  {
    when: 'its address is redirected to the same without the ending of a file, which drops the values',
    html: form('method="post" action="/send.php"'),
    reply: () => answer('', { finalUrl: `${ORIGIN}/send`, dropsBody: true }),
    expect: ['blocked 0/0 redirect-drops-values'],
  },
  {
    when: 'a policy keeps browsers from sending it',
    html: form(),
    page: { formActions: [['https://www.old.example']] },
    expect: ['in part 100/0 form-action'],
  },
  {
    when: 'a policy names its address',
    html: form(),
    page: { formActions: [["'self'"], ['https:', ORIGIN]] },
    expect: ['works 100/100'],
  },
  {
    when: 'a field cannot be typed into',
    html: form(undefined, `${FIELDS}<label>Day <input name="day" readonly></label>`),
    expect: ['browser only 0/100 scripted-field'],
  },
  {
    when: 'a vendor draws it into an empty widget',
    html: '<p>Tell us what suits you.</p><div id="flow-widget" data-flow="appointments"></div><script async src="/w.js"></script>',
    page: { title: 'Request an appointment' },
    expect: ['browser only 0/95 by-script'],
  },
  {
    when: 'a cache gives its token to everybody',
    html: form(undefined, `${FIELDS}<input type="hidden" name="_token" value="q8VdYt0mA2">`),
    page: { isSharedCopy: true },
    expect: ['blocked 0/0 stale-token'],
  },
  {
    when: 'a cache gives its token to everybody, and a script may fetch another',
    html: `${form(undefined, `${FIELDS}<input type="hidden" name="_csrf" value="q8VdYt0mA2">`)}<script src="/token.js"></script>`,
    page: { isSharedCopy: true },
    expect: ['browser only 0/100 stale-token'],
  },
  {
    when: 'it has a token and comes from no cache',
    html: form(undefined, `${FIELDS}<input type="hidden" name="_token" value="q8VdYt0mA2">`),
    expect: ['works 100/100'],
  },
  {
    when: 'it has a token, and the page sets no cookie',
    html: form(undefined, `${FIELDS}<input type="hidden" name="_token" value="q8VdYt0mA2">`),
    page: { isWithoutCookie: true },
    expect: ['in part 40/40 no-session'],
  },
  {
    when: 'it has no token, and the page sets no cookie',
    html: form(),
    page: { isWithoutCookie: true },
    expect: ['works 100/100'],
  },
  {
    when: 'it comes from a cache without a token',
    html: form(),
    page: { isSharedCopy: true },
    expect: ['works 100/100'],
  },
  {
    when: 'a trap asks for the same address as a field that is required',
    html: form(
      undefined,
      `${FIELDS}<label>E-mail <input type="email" name="email"></label><label>Your e-mail address <input type="email" name="c7" required></label>`,
    ),
    expect: ['browser only 0/100 decoy-field'],
  },
  {
    when: 'an address is asked for twice, to be sure of it',
    html: form(
      undefined,
      `${FIELDS}<label>E-mail <input type="email" name="email" required></label><label>Repeat your e-mail <input type="email" name="again" required></label>`,
    ),
    expect: ['works 100/100'],
  },
  {
    when: 'an empty component is there for it',
    html: '<p>Book with our partner.</p><bx-booking venue="yard"></bx-booking><script src="/loader.js"></script>',
    page: { title: 'Request tickets' },
    expect: ['browser only 0/95 by-script'],
  },
  {
    when: 'hidden fields carry no answer',
    html: form(
      undefined,
      `${FIELDS}<p><button type="button">Help</button><input type="hidden" name="csrf_token" value="x1"><input type="hidden" name="page" value="3"></p>`,
    ),
    expect: ['works 100/100'],
  },
  {
    when: 'a script writes the token of the session',
    html: form(undefined, `${FIELDS}<input type="hidden" name="_token" value=""><script src="/token.js"></script>`),
    expect: ['browser only 0/100 script-token'],
  },
  { when: 'it is sent to its own page', html: form('method="post"'), expect: ['works 100/100'] },
  { when: 'GET to its own page', html: form(''), expect: ['browser only 0/100 by-script'] },
  {
    when: 'GET to its own page, with a hidden value for the server',
    html: form('', `${FIELDS}<input type="hidden" name="do" value="tags">`),
    expect: ['works 100/100'],
  },
  {
    when: 'a script cancels it',
    html: form('onsubmit="send(); return false"'),
    expect: ['browser only 0/100 by-script'],
  },
  {
    when: 'the action is a script',
    html: form('action="javascript:send()"'),
    expect: ['browser only 0/100 by-script'],
  },
  {
    when: 'there is no form element',
    html: `${FIELDS}<button type="button">Send</button>`,
    expect: ['browser only 0/100 by-script'],
  },
  {
    when: 'a script sends the form, and a div looks like its button',
    html: `<form method="post" action="#" data-to="/send">${FIELDS}<div class="btn send" data-send>Send</div></form>`,
    expect: ['blocked 0/0 no-button'],
  },
  {
    when: 'a div looks like a button',
    html: `${FIELDS}<div class="button" onclick="send()"></div>`,
    expect: ['blocked 0/0 no-button'],
  },
  {
    when: 'it opens a mail program',
    html: form('action="mailto:a@site.example"'),
    expect: ['blocked 0/25 mail-only'].map((each) => each.replace('blocked', 'browser only')),
  },
  {
    when: 'fields have no label',
    html: form(undefined, '<input name="name"><textarea name="message"></textarea>'),
    expect: ['in part 60/30 no-label'],
  },
  {
    when: 'fields have neither label nor a name that tells',
    html: form(undefined, '<input name="f1"><textarea name="f2"></textarea>'),
    expect: ['blocked 0/0 no-label'],
  },
  {
    when: 'fields have no name attribute',
    html: form(undefined, '<input aria-label="Name"><textarea aria-label="Message"></textarea>'),
    expect: ['browser only 0/100 no-name'],
  },
  {
    when: 'placeholders name the fields',
    html: form(
      undefined,
      '<input name="name" placeholder="Name"><textarea name="message" placeholder="Message"></textarea>',
    ),
    expect: ['in part 90/100 placeholder-only'],
  },
  {
    when: 'it goes to a private address',
    html: form('method="post" action="http://127.0.0.1:8080/send"'),
    expect: ['blocked 0/0 dead-address'],
  },
  {
    when: 'it goes to a private network',
    html: form('method="post" action="http://172.20.0.4/send"'),
    expect: ['blocked 0/0 dead-address'],
  },
  {
    when: 'it goes to another host',
    html: form('method="post" action="https://forms.example/send"'),
    expect: ['works 100/100'],
  },
  {
    when: 'it is in a frame of a form service',
    html: '<iframe src="https://docs.google.com/forms/d/1/viewform" title="Contact"></iframe>',
    expect: ['browser only 0/90 other-host'],
  },
];

describe('forms', () => {
  for (const { when, html, reply, page = {}, expect } of rows) {
    it(when, () => {
      const acted = act(
        { '/': '<p>Home</p>', '/write': html },
        { pages: { '/write': page }, ...(reply === undefined ? {} : { reply }) },
      );
      assert.deepEqual(inShort(acted, 'form'), expect);
    });
  }

  it('count little where no page links to them', () => {
    const parts = { pages: { '/write': { isLinked: false, foundBy: 'sitemap' as const } } };
    assert.deepEqual(inShort(act({ '/': '', '/write': form() }, parts), 'form'), ['in part 25/25 not-linked']);
    const unread = act({ '/': '', '/write': form() }, { ...parts, pagesDiscovered: 90 });
    assert.deepEqual(inShort(unread, 'form'), ['works 100/100'], 'unread pages may link to it');
  });

  it('count once where every page has the same one', () => {
    assert.equal(act({ '/': form(), '/a': form(), '/b': form() }).offers.length, 1);
  });

  it('are missed on a contact page without any way to make contact', () => {
    const pages = { '/contact': { title: 'Contact us' } };
    assert.deepEqual(inShort(act({ '/': '', '/contact': '<p>We like to hear from you.</p>' }, { pages }), 'form'), [
      'blocked 0/0 no-form',
    ]);
    const mail = act({ '/': '', '/contact': '<a href="mailto:a@site.example">Write to us</a>' }, { pages });
    assert.deepEqual(mail.offers, []);
  });

  it('are not missed on the register of an account', () => {
    const pages = { '/register': { title: 'register - ledger' } };
    const rows = '<tr><td>1 May</td><td>90</td></tr><tr><td>2 May</td><td>60</td></tr>';
    const ledger = `<table><tr><th>Date</th><th>Amount</th></tr>${rows}</table>`;
    assert.deepEqual(inShort(act({ '/': '', '/register': ledger }, { pages }), 'form'), []);
    assert.equal(inShort(act({ '/': '', '/register': '<p>Join us.</p>' }, { pages }), 'form').length, 1);
  });

  it('are not for settings, filters and consent', () => {
    const loose = '<label>Width<input type="number" id="w"></label><label>Height<input type="number" id="h"></label>';
    const consent = form('method="post" action="/c"', '<label><input type="checkbox" name="all">All cookies</label>');
    const filter = '<form><select name="size" aria-label="Size"><option>S</option></select><button>Go</button></form>';
    assert.deepEqual(act({ '/': loose, '/c': consent, '/f': filter }).offers, []);
  });
});

describe('requests for forms', () => {
  const asked = (html: string, reply?: Reply) =>
    act({ '/': html }, reply === undefined ? {} : { reply }).probes.map(
      ({ method, url }) => `${method} ${url.replace(ORIGIN, '')}`,
    );

  it('is a GET of its address, and OPTIONS after a 404', () => {
    assert.deepEqual(asked(form()), ['GET /send']);
    assert.deepEqual(
      asked(form(), () => status(404)),
      ['GET /send', 'OPTIONS /send'],
    );
  });

  const never: readonly (readonly [why: string, html: string])[] = [
    ['another host', form('method="post" action="https://forms.example/send"')],
    ['a private address', form('method="post" action="http://10.0.0.1/send"')],
    ['an address that deletes', form('method="post" action="/account/delete"')],
    ['an address with an action in its query', form('method="post" action="/do?action=remove&id=1"')],
    ['an address with user and password', form('method="post" action="https://a:b@site.example/send"')],
    ['a button that orders', form(undefined, undefined, '<button>Place order</button>')],
    ['a button that subscribes', form(undefined, undefined, '<button>Subscribe</button>')],
    ['a page that was read', form('method="post" action="/"')],
  ];
  for (const [why, html] of never) it(`is nothing for ${why}`, () => assert.deepEqual(asked(html), []));

  it('is not found, and neither is the search of the site', () => {
    const search = '<form role="search" action="/find"><input type="search" name="q" aria-label="Search"></form>';
    const pages = { '/': `${form()}${search}`, '/kettles': '<h1>Copper kettles</h1><p>Handmade copper kettles.</p>' };
    const acted = act(pages, { reply: () => status(404), pages: { '/kettles': { title: 'Handmade kettles' } } });
    assert.deepEqual(inShort(acted, 'form'), ['in part 40/40 post-address']);
  });

  it('is at most three addresses', () => {
    const many = Array.from({ length: 9 }, (_, at) => form(`method="post" action="/send${at}"`)).join('');
    assert.equal(asked(many).length, 3);
  });
});

describe('large forms', () => {
  it('of 500 fields are judged by their first 40', () => {
    const fields = Array.from({ length: 500 }, (_, at) => `<input name="field${at}" aria-label="Field ${at}">`).join(
      '',
    );
    const acted = act({ '/': form(undefined, fields) });
    assert.deepEqual(inShort(acted, 'form'), ['works 100/100']);
  });

  it('are at most twelve offers where a page has a hundred', () => {
    const forms = Array.from({ length: 100 }, (_, at) => form(`method="post" action="/send${at}"`)).join('');
    const pages = Object.fromEntries(
      Array.from({ length: 5 }, (_, at) => [`/${at}`, forms.replaceAll('/send', `/send${at}x`)]),
    );
    assert.equal(act(pages).offers.length, 12);
  });
});

describe('a form that a template writes on many pages', () => {
  it('is one thing to do', () => {
    const pages = Object.fromEntries(
      Array.from({ length: 5 }, (_, at) => [`/found/${at}`, form(`method="post" action="/found/${at}"`)]),
    );
    assert.deepEqual(inShort(act({ ...pages, '/': form() }), 'form'), ['works 100/100', 'works 100/100']);
  });
});

describe('a page that is there for a form', () => {
  const offersOf = (title: string, html: string) =>
    inShort(act({ '/': '<p>Welcome</p>', '/do': html }, { pages: { '/do': { title, isLinked: true } } }), 'form');
  const signIn =
    '<h1>Book a hut</h1><p>Please sign in to go on.</p><a href="https://id.example/oauth2/authorize?x=1">Sign in</a>';
  const app =
    '<h1>Report a repair</h1><p>This service has moved into our app.</p><a href="https://apps.apple.com/app/x">Get it</a>';

  it('is blocked by a sign-in in its place', () =>
    assert.deepEqual(offersOf('Book a hut', signIn), ['blocked 0/0 needs-account']));
  it('is blocked by a pointer to an app in its place', () =>
    assert.deepEqual(offersOf('Report a repair', app), ['blocked 0/0 in-app']));
  it('is blocked by a sign-in that its address leads to', () => {
    const login =
      '<form method="post" action="/login"><label>Password <input type="password" name="p"></label><button>Log in</button></form>';
    const leadingTo = (path: string) =>
      inShort(
        act(
          { '/': '<p>Welcome</p>', [path]: login },
          { pages: { [path]: { finalUrl: `${ORIGIN}/account/login?next=x`, title: 'Log in' } } },
        ),
        'form',
      );
    assert.deepEqual(leadingTo('/reading-room/book'), ['blocked 0/0 needs-account']);
    assert.deepEqual(leadingTo('/account/orders'), []);
    assert.deepEqual(leadingTo('/archive'), []);
  });
  it('is blocked by a sign-in that it holds itself', () => {
    const login = (more = '') =>
      `<h1>Checkout</h1><form method="post"><label>Name <input name="n"></label>${more}<label>Password <input type="password" name="p"></label><button>Go on</button></form>`;
    const at = (path: string, html: string) => inShort(act({ '/': '<p>Welcome</p>', [path]: html }), 'form');
    assert.deepEqual(at('/checkout', login()), ['blocked 0/0 needs-account']);
    assert.deepEqual(at('/appointments', login()), ['blocked 0/0 needs-account']);
    const registration = login().replace('Checkout', 'Register').replace('Go on', 'Register');
    assert.deepEqual(at('/auth/register', registration), ['works 100/100']);
    const address = ['street', 'town', 'code'].map((name) => `<label>${name} <input name="${name}"></label>`).join('');
    assert.deepEqual(at('/checkout', login(address)), ['works 100/100']);
  });
  it('is none by another name', () => assert.deepEqual(offersOf('Our app', app), []));
});
