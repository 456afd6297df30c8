/** Pages that would keep a browser for ever, fill the machine, or lie to who looks: each costs its time, and no more. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { BrowserPage } from '../../../../src/scanner/model/browser.ts';
import { browserMissing } from '../../../support/browser.ts';
import { pagesOf, passOver } from '../../../support/browser-pass.ts';
import { isAlive, type ProcessKey, processTree, residentBytes } from '../../../support/processes.ts';
import { type SiteServer, serveSite } from '../../../support/site-server.ts';

const MEGABYTE = 1024 * 1024;
/** Of this process, over what it had before. */
const MAX_GROWTH = 250 * MEGABYTE;
/** Of the browser with all its processes. */
const MAX_BROWSER = 2_500 * MEGABYTE;
/** Of one page on two shared cores. */
const MAX_PAGE_MS = 90_000;
/** The children of a process that was killed are reaped by init. */
const REAPED_MS = 3_000;

const page = (body: string) => ({
  body: `<!doctype html><html lang="en"><title>T</title><h1>Boats</h1><p>Six boats a day cross the sound.</p>${body}`,
});
const script = (code: string) => page(`<script>${code}</script>`);

/** What each page does, and what the pass may make of it. */
const PAGES: Readonly<
  Record<
    string,
    {
      readonly site: { readonly body?: string; readonly status?: number; readonly headers?: Record<string, string> };
      readonly outcomes: readonly BrowserPage['outcome'][];
    }
  >
> = {
  'is 200,000 px high': {
    site: page('<div style="height:200000px;background:linear-gradient(red,blue)"></div><p>End</p>'),
    outcomes: ['read'],
  },
  'plays sound, and asks for the camera, the place and notices': {
    site: script(
      'new AudioContext().resume(); const o = new AudioContext().createOscillator(); o.start(); navigator.mediaDevices?.getUserMedia({ video: true, audio: true }).catch(() => {}); navigator.geolocation.getCurrentPosition(() => {}); Notification.requestPermission()',
    ),
    outcomes: ['read'],
  },
  'asks without end in dialogs': { site: script('for (;;) alert(1)'), outcomes: ['hung', 'no-answer', 'read'] },
  'opens windows without end': {
    site: script(
      'setInterval(() => { for (let n = 0; n < 20; n += 1) { window.open("about:blank"); const a = document.createElement("a"); a.href = "/"; a.target = "_blank"; a.rel = "noopener"; document.body.append(a); a.click(); } }, 50)',
    ),
    outcomes: ['read', 'no-answer', 'hung'],
  },
  'adds frames without end': {
    site: script(
      'setInterval(() => { for (let n = 0; n < 50; n += 1) document.body.append(document.createElement("iframe")) }, 20)',
    ),
    outcomes: ['read', 'hung', 'crashed'],
  },
  'fills memory with objects': {
    site: script('const all = []; for (;;) all.push(new Array(1e6).fill(all.length))'),
    outcomes: ['crashed', 'hung'],
  },
  'fills memory outside of the heap of scripts': {
    site: script('const all = []; setInterval(() => all.push(new Uint8Array(2e8).fill(7)), 30)'),
    outcomes: ['crashed', 'hung', 'read'],
  },
  'blocks after it was read': { site: script('setTimeout(() => { for (;;); }, 1500)'), outcomes: ['hung', 'read'] },
  'goes on for ever': {
    site: script('setTimeout(() => location.replace("?" + Math.random()), 10)'),
    outcomes: ['read', 'hung', 'no-answer'],
  },
  'redirects for ever': {
    site: { status: 302, headers: { location: '/redirects-for-ever' } },
    outcomes: ['no-answer'],
  },
  'refreshes for ever': { site: page('<meta http-equiv="refresh" content="0">'), outcomes: ['read', 'hung'] },
  'writes into the console without end': {
    site: script('setInterval(() => console.log("x".repeat(2e7)), 10)'),
    outcomes: ['read', 'hung', 'crashed'],
  },
  'writes into the console of a frame and of a worker': {
    site: script(
      'const f = document.createElement("iframe"); document.body.append(f); setInterval(() => f.contentWindow.console.error("x".repeat(2e7)), 10); new Worker(URL.createObjectURL(new Blob(["setInterval(() => console.log(\'x\'.repeat(2e7)), 10)"])))',
    ),
    outcomes: ['read', 'hung', 'crashed'],
  },
  'throws megabytes without end': {
    site: script(
      'setInterval(() => { throw new Error("x".repeat(2e7)) }, 10); setInterval(() => Promise.reject("x".repeat(2e7)), 10)',
    ),
    outcomes: ['read', 'hung', 'crashed'],
  },
  'has an address of a megabyte': {
    site: script('history.pushState(0, "", "?" + "x".repeat(1e6))'),
    outcomes: ['read'],
  },
  'has names and texts of megabytes': {
    site: script(
      'for (let n = 0; n < 20; n += 1) { const b = document.createElement("button"); b.setAttribute("aria-label", "x".repeat(5e6)); document.body.append(b); const p = document.createElement("p"); p.textContent = "y ".repeat(2e6); document.body.append(p); }',
    ),
    outcomes: ['read', 'hung'],
  },
  'has a million elements': {
    site: script(
      'const all = document.createDocumentFragment(); for (let n = 0; n < 1e6; n += 1) { const a = document.createElement("a"); a.href = "/" + n; a.textContent = "Link " + n; all.append(a); } document.body.append(all)',
    ),
    outcomes: ['read', 'hung'],
  },
  'nests a hundred thousand elements': {
    site: script(
      'let at = document.body; for (let n = 0; n < 1e5; n += 1) { const d = document.createElement("div"); at.append(d); at = d; } at.textContent = "deep"',
    ),
    outcomes: ['read', 'hung', 'crashed', 'no-answer'],
  },
};

/** Functions that a lying page replaces; the same page without them is compared with it. */
const LIES = `
const huge = 'x'.repeat(5e7);
for (const name of ['map', 'filter', 'slice', 'flatMap', 'includes', 'indexOf', 'push', 'join']) Array.prototype[name] = () => [huge, huge];
for (const name of ['slice', 'replace', 'trim', 'split', 'toLowerCase', 'includes']) String.prototype[name] = () => huge;
Array.prototype.toJSON = () => huge; String.prototype.toJSON = () => huge; Object.prototype.toJSON = () => huge; Number.prototype.toJSON = () => huge;
document.querySelectorAll = () => [huge]; Document.prototype.querySelectorAll = () => { for (;;); };
Document.prototype.elementFromPoint = () => document.body;
for (const owner of [HTMLElement.prototype, Element.prototype, Node.prototype]) for (const name of ['innerText', 'outerHTML', 'textContent']) Object.defineProperty(owner, name, { get: () => huge });
Element.prototype.getAttribute = () => huge; Element.prototype.closest = () => huge; Element.prototype.checkVisibility = () => { throw huge; };
Element.prototype.getBoundingClientRect = () => ({ left: huge, top: huge, width: huge, height: huge });
JSON.stringify = () => huge; globalThis.Number = () => huge; globalThis.String = () => huge; globalThis.Map = globalThis.Set = function () { return huge; };
Object.defineProperty(window, 'scrollTo', { value: () => { for (;;); } });
try { document.modelContext.registerTool({ name: { toString: () => huge }, description: huge }) } catch {}
try { document.modelContext.registerTool({ get name() { return huge }, get description() { return huge }, get inputSchema() { return { toJSON: () => huge } }, annotations: { readOnlyHint: true }, execute: () => ({ get content() { return huge } }) }) } catch {}
`;
const HONEST =
  page(`<nav><a href="/a">One</a><a href="/b">Two</a><a href="/c"><svg width="10" height="10"></svg></a></nav>
<table><tr><th>a<th>b<tr><td>4.50<td></table>
<form action="/book" method="post"><label>Name <input name="name"></label><label>Mail <input type="email"></label><input name="bare"><button>Book</button></form>
<div style="position:fixed;left:0;top:0;width:400px;height:60px;background:#fff">We use cookies</div>`).body;

const pathOf = (name: string) => `/${name.replace(/[^a-z0-9]+/g, '-')}`;

describe('a browser pass over a page that', { skip: browserMissing }, () => {
  let server: SiteServer;
  let temporary: string;
  const { TMPDIR: outerFolder } = process.env;

  before(async () => {
    temporary = await mkdtemp(join(tmpdir(), 'legible-test-'));
    process.env.TMPDIR = temporary;
    server = await serveSite({
      pages: {
        ...Object.fromEntries(Object.entries(PAGES).map(([name, { site }]) => [pathOf(name), site])),
        '/lies': { body: HONEST.replace('</h1>', `</h1><script>${LIES}</script>`) },
        '/honest': { body: HONEST },
        '/after': page(''),
      },
    });
  });
  after(async () => {
    if (outerFolder === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = outerFolder;
    await server.close();
    await rm(temporary, { recursive: true, force: true });
  });

  /** The pages of the pass, with measurements of the machine. */
  async function measured(paths: readonly string[]) {
    const had = process.memoryUsage().rss;
    let [grown, browser] = [0, 0];
    const processes = new Map<string, ProcessKey>();
    const timer = setInterval(() => {
      grown = Math.max(grown, process.memoryUsage().rss - had);
      const now = processTree(temporary);
      for (const each of now) processes.set(`${each.id} ${each.startedAt}`, each);
      browser = Math.max(browser, residentBytes(now));
    }, 100);
    const startedAt = performance.now();
    const pages = pagesOf(
      await passOver(server, { paths, word: 'ferry', signal: AbortSignal.timeout(2 * MAX_PAGE_MS) }),
    );
    clearInterval(timer);
    const ms = performance.now() - startedAt;
    if (process.env.PAGES_MEASURED !== undefined)
      console.log(
        paths[0],
        pages.map(({ outcome }) => outcome),
        `${Math.round(ms)} ms, ${Math.round(grown / MEGABYTE)} MB more here, ${Math.round(browser / MEGABYTE)} MB in the browser`,
      );
    assert.ok(ms < MAX_PAGE_MS, `${ms} ms`);
    assert.ok(grown < MAX_GROWTH, `${grown / MEGABYTE} MB more in this process`);
    assert.ok(browser < MAX_BROWSER, `${browser / MEGABYTE} MB in the browser`);
    assert.ok(JSON.stringify(pages.map(({ picture: _, ...rest }) => rest)).length < 300_000, 'what is kept of it');
    assert.ok(processes.size > 2);
    const until = Date.now() + REAPED_MS;
    while ([...processes.values()].some(isAlive) && Date.now() < until)
      await new Promise((done) => setTimeout(done, 50));
    assert.deepEqual([...processes.values()].filter(isAlive), [], 'processes');
    assert.deepEqual(readdirSync(temporary), [], 'folders');
    return pages;
  }

  for (const [name, { outcomes }] of Object.entries(PAGES))
    it(name, async () => {
      const [seen, next] = await measured([pathOf(name), '/after']);
      assert.ok(seen !== undefined && outcomes.includes(seen.outcome), seen?.outcome);
      assert.equal(next?.outcome, 'read', 'the page after it');
    });

  it('lies to who looks at it, is seen as the same page without the lies', async () => {
    const [lies, honest] = await measured(['/lies', '/honest']);
    const facts = (seen: BrowserPage | undefined) => {
      const { inSight, waysOn, cells, text, tree, cover, forms, controls } = seen ?? assert.fail();
      return { inSight, waysOn, cells, words: text.words, tree, cover, forms, controls };
    };
    assert.equal(lies?.outcome, 'read');
    assert.deepEqual(facts(lies), facts(honest));
  });
});
