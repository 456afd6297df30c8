import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserPage } from '../../../../src/scanner/model/browser.ts';
import { browserMissing } from '../../../support/browser.ts';
import { pagesOf, passOver } from '../../../support/browser-pass.ts';
import { type SiteServer, serveSite } from '../../../support/site-server.ts';

const HOME = `<!doctype html><html lang="en"><title>Ferry times</title><body>
<nav><a href="/fares">Fares</a><a href="/boats"><svg width="10" height="10"></svg></a></nav>
<main><h1>Ferry times</h1><p>Six boats a day cross the sound.</p>
<div id="times"></div>
<div style="cursor:pointer" onclick="document.title='x'">Show the winter timetable</div>
<form action="/book" method="post" aria-label="Book a crossing">
  <label>Name <input name="name" required></label>
  <label>Mail <input type="email" name="mail"></label>
  <label>Day <input type="date" name="day" min="2031-01-01"></label>
  <label>Boat <select name="boat"><option>any</option><option>Osprey</option></select></label>
  <input name="note">
  <button>Book</button>
</form>
<form action="/search"><label>Search <input type="search" name="q"></label></form>
<ul id="list"><li><a href="/boats/1">One</a></li></ul><button id="more" type="button">Load more</button>
<div style="position:fixed;left:0;top:0;width:400px;height:60px;background:#fff" id="banner">We use cookies</div>
</main>
<script>
document.getElementById('times').innerHTML = '<p>The first boat leaves at ten past six in the morning.</p>';
document.getElementById('more').onclick = () => fetch('/more.json').then((r) => r.json()).then((all) => {
  for (const n of all) document.getElementById('list').innerHTML += '<li><a href="/boats/' + n + '">Boat ' + n + '</a></li>';
});
fetch('/log', { method: 'POST', body: 'seen' }).catch(() => {});
document.modelContext.registerTool({ name: 'next_boat', description: 'The next boat after a time.', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true }, execute: async () => ({ content: [{ type: 'text', text: 'At ten past two.' }] }) });
setTimeout(() => { throw new Error('late trouble'); }, 0);
</script></body></html>`;

const site = {
  pages: {
    '/': { body: HOME },
    '/more.json': { headers: { 'content-type': 'application/json' }, body: '[2,3,4]' },
    '/moved': { status: 302, headers: { location: '/there' } },
    '/there': { body: '<!doctype html><title>There</title><h1>There</h1><p>You have arrived.</p>' },
    '/search': ({ search }: { search: string }) => ({
      body: `<!doctype html><title>Found</title><h1>Results</h1><p>Ferry fares</p><p>Ferry rules</p><p>A third ferry${search}</p>`,
    }),
    '/tools': {
      body: `<!doctype html><title>T</title><p>Text</p><script>
navigator.modelContext.provideContext({ tools: [{ name: 'old', description: 'Old.' }, { name: 'fares', description: 'The fares of a boat, by its name.', inputSchema: { type: 'object' } }] });
document.modelContext.unregisterTool('old');
setTimeout(() => document.modelContext.registerTool({ name: 'late', description: 7, annotations: { readOnlyHint: true } }), 50);
document.modelContext.registerTool(null); navigator.modelContext.registerTool({ name: 7 });
for (let n = 0; n < 300; n += 1) try { navigator.modelContext.registerTool({ name: 'many ' + n, description: 'x'.repeat(9000) }); } catch {}
</script>`,
    },
    '/parts': {
      body: `<!doctype html><title>Parts</title><h1>Parts</h1><p>Pick a pier.</p><label>Pier <select><option>North<option>South<option>West</select></label>
<iframe style="position:absolute;left:300px;top:200px;border:0;width:300px;height:100px" srcdoc="<button style='position:absolute;left:20px;top:10px'>In a frame</button><button style='position:absolute;top:500px'>Below</button>"></iframe>`,
    },
    '/calls': {
      body: `<!doctype html><title>T</title><p>Text</p><script>
const add = (name, execute, readOnlyHint = true, inputSchema) => document.modelContext.registerTool({ name, description: 'd', inputSchema, annotations: { readOnlyHint }, execute });
const one = (key, more) => ({ type: 'object', required: [key], properties: { [key]: { type: 'string', ...more } } });
add('by_default', async (args) => JSON.stringify(args), true, one('pier', { default: 'North' }));
add('needs_more', async () => 'x', true, one('pier'));
add('writes', async () => 'x', false);
add('delete_all', async () => 'x');
add('posts', async () => (await fetch('/book', { method: 'POST', body: 'a' })).text());
add('asks', async (args, client) => client.requestUserInteraction(() => 1));
</script>`,
    },
    '/evil': {
      body: `<!doctype html><title>T</title><p>Text</p><script>
const add = (name, execute) => navigator.modelContext.registerTool({ name, description: 'd', annotations: { readOnlyHint: true }, execute });
add('never', () => new Promise(() => {}));
setTimeout(() => add('large', () => ({ content: [{ type: 'text', text: 'x'.repeat(5e7) }] })), 100);
setTimeout(() => add('throws', () => { throw { get message() { throw 1; } }; }), 120);
setTimeout(() => add('fourth', () => 'x'), 140);
</script>`,
    },
    '/blocks': {
      body: `<!doctype html><title>T</title><p>Text</p><script>
const add = (name, execute) => navigator.modelContext.registerTool({ name, description: 'd', annotations: { readOnlyHint: true }, execute });
add('blocks', () => { for (;;); });
add('after', () => 'x');
</script>`,
    },
    '/turns': {
      body: `<!doctype html><title>T</title><h1>Trips</h1><ul><li><a href="/t/1">One</a><li><a href="/t/2">Two</a></ul>
<a rel="next" href="/turns-2">Next</a><table><tr><th>a<th>b<tr><td>4.50<td><img src="/x.png" alt=""></table><img src="/fares/price-list.png" alt="Fares">
<form method="post" action="/b"><div class="h-captcha"></div><label>Mail <input name="m"></label><label>Text <input name="t"></label><button>Send</button></form>`,
    },
    '/turns-2': {
      body: '<!doctype html><title>T</title><h1>Trips</h1><ul><li><a href="/t/3">Three</a><li><a href="/t/4">Four</a></ul>',
    },
    '/sign-up-first': {
      body: '<!doctype html><title>S</title><form method="post"><label>Mail <input name="m"></label><label>Password <input type="password" name="p"></label></form>',
    },
    '/clickables': {
      body: `<!doctype html><title>C</title><p id="p">Ordinary text that is counted, <span id="a" style="cursor:pointer">all boats</span>,
<span style="cursor:pointer">no listener</span>, <span id="b">no hand</span> and <abbr style="cursor:help" title="x">abbr</abbr>.</p>
<label for="f" style="cursor:pointer;display:block">Pier</label><input id="f"><details><summary style="cursor:pointer">More</summary>Text</details>
<a href="/x"><span id="c" style="cursor:pointer">link</span></a><button><span id="d" style="cursor:pointer">button</span></button><in-root></in-root>
<script>
customElements.define('in-root', class extends HTMLElement { connectedCallback() {
  this.attachShadow({ mode: 'open' }).innerHTML = '<p>By <em style="cursor:pointer">steamer</em></p>';
  this.shadowRoot.querySelector('em').onclick = () => {};
} });
for (const id of ['a', 'b', 'c', 'd', 'p']) document.getElementById(id).addEventListener('click', () => {});
document.body.addEventListener('click', () => {});
</script>`,
    },
    '/components': {
      body: `<!doctype html><title>C</title><h1>Boats</h1><boat-card></boat-card><boat-link><span>All boats</span></boat-link>
<iframe title="Pier" srcdoc="<p>The pier opens at nine.</p>"></iframe><iframe hidden srcdoc="<p>Unseen</p>"></iframe><script>
customElements.define('boat-card', class extends HTMLElement { connectedCallback() {
  this.attachShadow({ mode: 'open' }).innerHTML = '<style>p { color: red }</style><p>The Osprey has eighty seats.</p><p hidden>Unseen</p><p><a href="/o">A link that is broken <br>into lines</a></p>';
} });
customElements.define('boat-link', class extends HTMLElement { connectedCallback() {
  this.attachShadow({ mode: 'open' }).innerHTML = '<a href="/all"><slot></slot></a>';
} });
</script>`,
    },
    '/framed': {
      body: `<!doctype html><title>F</title><h1>Piers</h1><div style="position:relative;width:400px">
<iframe style="width:400px;height:160px" srcdoc="<button>Left</button><button style='margin-left:200px'>Right</button>"></iframe>
<div style="position:absolute;left:0;top:0;width:120px;height:100%;background:#fff" id="half">Half</div></div>`,
    },
    '/rows': {
      body: `<!doctype html><title>R</title><h1>Boats</h1><table><tbody id="t"><tr><td>Osprey<td>80</table><button onclick="for (let n = 0; n < 5; n += 1) t.insertAdjacentHTML('beforeend', '<tr><td>Boat ' + n + '<td>' + n)">Load more</button>`,
    },
    '/broken-rows': {
      body: `<!doctype html><title>R</title><h1>Boats</h1><table><tr><td>Osprey<td>80</table><button onclick="this.insertAdjacentHTML('afterend', '<p>Something went wrong.</p>')">Load more</button>`,
    },
    '/wall': {
      body: '<!doctype html><title>Just a moment...</title><script>window._cf_chl_opt={}</script><h1>Checking your browser</h1>',
    },
    '/secret': { body: '<p>forbidden</p>' },
    '/frames': {
      body: '<!doctype html><title>F</title><p>Some text</p><img src="/secret"><script>new WebSocket("ws://127.0.0.1:9/x"); location.href = "file:///etc/passwd"; window.open("/secret")</script>',
    },
    '/loop': { body: '<!doctype html><title>L</title><p>Text</p><script>for (;;) {}</script>' },
    '/circle': {
      body: '<!doctype html><title>C</title><p>Round</p><script>setTimeout(() => location.replace("/circle?" + Math.random()), 10)</script>',
    },
    '/full': {
      body: '<!doctype html><title>M</title><p>Text</p><script>const all = []; for (;;) all.push(new Array(1e6).fill(1));</script>',
    },
  },
};

describe('a browser pass', { skip: browserMissing }, () => {
  let server: SiteServer;
  let home: BrowserPage;
  let pages: readonly BrowserPage[];

  before(async () => {
    server = await serveSite(site);
    pages = pagesOf(
      await passOver(server, {
        paths: ['/', '/moved', '/frames'],
        word: 'ferry',
        mayFetch: (url) => !url.endsWith('/secret'),
      }),
    );
    const [first] = pages;
    assert.ok(first !== undefined);
    home = first;
  });
  after(() => server.close());

  it('sees the text that scripts add', () => {
    assert.equal(home.outcome, 'read');
    assert.equal(home.status, 200);
    assert.match(home.text.example, /first boat leaves/);
    assert.ok(home.text.added >= 11, `${home.text.added} words`);
    assert.ok(home.text.words > home.text.withoutScripts);
  });
  it('finds controls without a name, and what only looks like a control', () => {
    assert.equal(home.tree.unnamed, 2);
    assert.match(home.tree.examples[0] ?? '', /^<a href="\/boats"/);
    assert.deepEqual([home.pretenders.count, home.pretenders.examples.length], [1, 1]);
    assert.match(home.pretenders.examples[0] ?? '', /cursor:pointer/);
  });
  it('sees what lies over the content', () => {
    assert.ok(home.cover.covered > 0 && home.cover.covered < home.cover.points);
    assert.match(home.cover.by, /id="banner"/);
    assert.ok(home.controls.some(({ state }) => state === 'covered'));
  });
  it('fills forms by role and name, and sends nothing', () => {
    assert.deepEqual(home.forms, [
      {
        name: 'Book a crossing',
        hasButton: true,
        hasCaptcha: false,
        fields: 5,
        filled: 4,
        problems: ['textbox ""'],
        deadEnd: { status: 404, isProven: false },
      },
    ]);
    assert.equal(server.requests.filter(({ method }) => method !== 'GET').length, 0);
    assert.equal(home.refused.method, 1);
  });
  it('presses "load more", and searches by keyboard', () => {
    assert.deepEqual([home.more?.by, (home.more?.after ?? 0) - (home.more?.before ?? 0)], ['button', 3]);
    assert.deepEqual(home.search, { outcome: 'results', word: 'ferry' });
  });
  it('keeps the tools that a page registers, and its errors', () => {
    assert.deepEqual(home.tools, [
      {
        name: 'next_boat',
        description: 'The next boat after a time.',
        inputSchema: '{"type":"object"}',
        readsOnly: true,
        call: { outcome: 'answered', chars: 16, says: 'At ten past two.' },
      },
    ]);
    assert.deepEqual(home.errors, ['late trouble']);
  });
  it('keeps the tools of navigator.modelContext too, those still registered at the end, within its limits', async () => {
    const [page] = pagesOf(await passOver(server, { paths: ['/tools'] }));
    const tools = page?.tools ?? [];
    assert.ok(!tools.some(({ name }) => name === 'old'));
    assert.deepEqual(
      tools.find(({ name }) => name === 'fares'),
      {
        name: 'fares',
        description: 'The fares of a boat, by its name.',
        inputSchema: '{"type":"object"}',
        readsOnly: false,
      },
    );
    assert.equal(tools.length, 100);
    assert.ok(tools.every(({ description }) => description.length <= 1000));
  });

  it('calls the tools that only read, with arguments of their schema, and bounds those that are evil', async () => {
    const seen = pagesOf(await passOver(server, { paths: ['/calls', '/evil', '/blocks'] }));
    const outcomes = seen.map(({ tools }) => Object.fromEntries(tools.map(({ name, call }) => [name, call?.outcome])));
    assert.deepEqual(outcomes[0], {
      by_default: 'answered',
      needs_more: undefined,
      writes: undefined,
      delete_all: undefined,
      posts: 'not-sent',
      asks: 'asks',
    });
    assert.match(seen[0]?.tools[0]?.call?.says ?? '', /^\{"pier":"North"\}$/);
    assert.deepEqual(outcomes[1], { never: 'silent', large: 'answered', throws: 'failed', fourth: undefined });
    assert.equal(seen[1]?.tools[1]?.call?.chars, 50_000_000);
    assert.deepEqual(outcomes[2], { blocks: 'silent', after: undefined });
    assert.deepEqual(
      seen.map(({ outcome }) => outcome),
      ['read', 'read', 'read'],
    );
  });

  it('follows the link to the next page, reads cells, and tells captchas, missing buttons, sign-ins and walls', async () => {
    const [turns, signIn, wall] = pagesOf(await passOver(server, { paths: ['/turns', '/sign-up-first', '/wall'] }));
    assert.equal(turns?.more?.by, 'link');
    assert.equal((turns?.more?.after ?? 0) - (turns?.more?.before ?? 0), 2);
    assert.deepEqual([turns?.cells, turns?.waysOn], [{ all: 2, empty: 1 }, 3]);
    assert.deepEqual(turns?.forms[0]?.deadEnd, { status: 404, isProven: false });
    assert.equal(turns?.picturedTables, 1);
    assert.deepEqual([turns?.forms[0]?.hasCaptcha, turns?.forms[0]?.hasButton], [true, true]);
    assert.deepEqual([signIn?.asksPassword, signIn?.forms[0]?.hasButton, signIn?.waysOn], [true, false, 0]);
    assert.deepEqual([turns?.isChallenge, wall?.isChallenge], [false, true]);
  });

  it('boxes controls of frames where they are, and shows of a list to choose from its choice', async () => {
    const [parts] = pagesOf(await passOver(server, { paths: ['/parts'] }));
    assert.match(parts?.inSight ?? '', /North/);
    assert.doesNotMatch(parts?.inSight ?? '', /South|West/);
    const framed = parts?.controls.find(({ name }) => name === 'In a frame')?.box;
    assert.deepEqual([framed?.x, framed?.y], [320, 210]);
    assert.ok(!parts?.controls.some(({ name }) => name === 'Below'));
    assert.equal(parts?.tree.controls, 3, 'what a frame does not show is still a control');
  });

  it('finds words that react to clicks, and takes ordinary text and what browsers make of a click for no control', async () => {
    const [seen] = pagesOf(await passOver(server, { paths: ['/clickables'] }));
    assert.deepEqual(
      seen?.controls.filter(({ state }) => state === 'roleless').map(({ name }) => name),
      ['all boats', 'steamer'],
    );
    assert.deepEqual(seen?.pretenders.examples, [
      '<span id="a" style="cursor:pointer">',
      '<em style="cursor:pointer">',
    ]);
    assert.equal(seen?.pretenders.count, 2);
  });

  it('reads the text of shadow roots and frames in sight, and takes slots for no cover', async () => {
    const [seen] = pagesOf(await passOver(server, { paths: ['/components'] }));
    for (const text of ['The Osprey has eighty seats.', 'The pier opens at nine.', 'All boats'])
      assert.ok(seen?.inSight.includes(text), text);
    assert.doesNotMatch(seen?.inSight ?? '', /Unseen|color/);
    assert.equal(seen?.text.example, 'The Osprey has eighty seats.', 'scripts add it');
    assert.equal(seen?.cover.covered, 0, seen?.cover.by);
  });

  it('sees what lies over a part of a frame', async () => {
    const [seen] = pagesOf(await passOver(server, { paths: ['/framed'] }));
    assert.deepEqual(
      seen?.controls.map(({ name, state }) => [name, state]),
      [
        ['Left', 'covered'],
        ['Right', 'named'],
      ],
    );
    assert.match(seen?.cover.by ?? '', /id="half"/);
  });

  it('counts rows without links as more of a list, and a message as nothing', async () => {
    const seen = pagesOf(await passOver(server, { paths: ['/rows', '/broken-rows'] }));
    assert.deepEqual(
      seen.map(({ more }) => [more?.by, (more?.after ?? 0) - (more?.before ?? 0)]),
      [
        ['button', 5],
        ['button', 0],
      ],
    );
  });

  it('takes a picture', () => {
    assert.deepEqual([...(home.picture ?? []).slice(0, 2)], [0xff, 0xd8]);
  });
  it('follows a redirect to the address that answers', () => {
    assert.equal(pages[1]?.finalUrl, `${server.origin}/there`);
    assert.ok((pages[1]?.text.words ?? 0) >= 4);
  });
  it('asks for nothing that robots.txt forbids, and opens no socket, file or window', () => {
    const framed = pages[2];
    assert.equal(framed?.outcome, 'read');
    assert.equal(framed?.refused.robots, 1);
    assert.equal(server.requests.filter(({ path }) => path === '/secret').length, 0);
  });

  it('ends with what it has on pages that never rest', async () => {
    const hostile = pagesOf(await passOver(server, { paths: ['/loop', '/circle', '/full', '/there'] }));
    assert.deepEqual(
      hostile.map(({ outcome }) => outcome === 'read'),
      [false, false, false, true],
    );
    assert.equal(hostile[3]?.text.words, 4);
  });
});
