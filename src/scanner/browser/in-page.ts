/**
 * What runs inside pages, sent as source: each function uses nothing from outside itself. `QUESTIONS` run in a world of their
 * own (ask.ts); the others run among the scripts of the page, which may replace all that they use.
 */

/**
 * Text in sight, cut, with that of open shadow roots at its end. Of a list to choose from it is the choice: the other options
 * are not shown.
 */
const visibleText = (): string => {
  const most = 400_000;
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text must not count, and textContent has it
  const shownIn = (element: HTMLElement): string => element.innerText;
  let text = (document.body === null ? '' : shownIn(document.body)).slice(0, most);
  let elements = 0;
  const roots: (Document | ShadowRoot)[] = [document];
  for (let root = roots.shift(); root !== undefined && text.length < most; root = roots.shift()) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node !== null && elements < 60_000; node = walker.nextNode()) {
      elements += 1;
      const { shadowRoot } = node as Element; // of SHOW_ELEMENT
      if (shadowRoot === null || !(node as Element).checkVisibility()) continue;
      roots.push(shadowRoot);
      for (const part of shadowRoot.childNodes) {
        if (part instanceof Text) text += `\n${part.data.trim()}`;
        // innerText of a hidden element is all of its text.
        else if (part instanceof HTMLElement && getComputedStyle(part).display !== 'none') text += `\n${shownIn(part)}`;
      }
    }
  }
  for (const select of [...document.querySelectorAll('select')].slice(0, 200)) {
    const options = [...select.options].slice(0, 1000).map((option) => option.text);
    const shown = select.options[select.selectedIndex]?.text ?? '';
    if (options.length > 1 && select.size < 2 && !select.multiple) text = text.replace(options.join('\n'), () => shown);
  }
  return text.slice(0, most);
};

/** The start of the document as it is now. */
const startOfDocument = (): string => (document.documentElement?.outerHTML ?? '').slice(0, 41_000);

/**
 * Characters that a snapshot of the page would have to hold at least: its text and the values of attributes that name. As
 * good as endless for a document of more than 60,000 elements. Names of more than 10,000 characters are cut, so that they do
 * not leave the page.
 */
const snapshotChars = (): number => {
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  let [elements, chars] = [0, 0];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Element) {
      elements += 1;
      if (elements > 60_000) return Number.MAX_SAFE_INTEGER;
      for (const name of ['aria-label', 'aria-description', 'alt', 'title', 'placeholder']) {
        const value = node.getAttribute(name) ?? '';
        if (value.length > 10_000) node.setAttribute(name, value.slice(0, 10_000));
        chars += Math.min(value.length, 10_000);
      }
      for (const name of ['href', 'src', 'value']) chars += node.getAttribute(name)?.length ?? 0;
      if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) chars += node.value.length;
    } else chars += node.nodeValue?.length ?? 0;
  }
  return chars;
};

/** Addresses of links, without doubles. */
const linkCount = (): number =>
  new Set([...document.querySelectorAll('a[href]')].slice(0, 20_000).map((link) => link.getAttribute('href'))).size;

/** How many links have a word in their text. */
const linksWith = (_root: Node, word: string): number =>
  [...document.querySelectorAll('a[href]')]
    .slice(0, 20_000)
    .filter((link) => (link.textContent ?? '').toLowerCase().includes(word.toLowerCase())).length;

/** Addresses of the same origin to which links in sight lead, without this page. */
const waysOn = (): number => {
  const here = location.href.split('#', 1)[0];
  const ways = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
    .slice(0, 2000)
    .filter((link) => link.origin === location.origin && link.checkVisibility())
    .map((link) => link.href.split('#', 1)[0]);
  return new Set(ways.filter((way) => way !== here)).size;
};

/** Data cells of tables in sight, and those of them that say nothing. Tables of one row or column arrange a page. */
const countCells = (): { all: number; empty: number } => {
  const tables = [...document.querySelectorAll('table')]
    .slice(0, 50)
    .filter((table) => table.rows.length > 1 && (table.rows[1]?.cells.length ?? 0) > 1 && table.checkVisibility());
  const cells = tables.flatMap((table) => [...table.querySelectorAll('td')].slice(0, 500));
  const isEmpty = (cell: HTMLElement): boolean =>
    // biome-ignore lint/performance/useDomNodeTextContent: textContent has the text that styles hide as well.
    !/[\p{L}\p{N}]/u.test(cell.innerText.slice(0, 2000)) &&
    cell.querySelector('img[alt]:not([alt=""]), input, button, select, a[aria-label], svg[aria-label], [role=img]') ===
      null;
  return { all: cells.length, empty: cells.filter(isEmpty).length };
};

/** Images in sight that may hold text, by their file and their alternative text; those in cells of tables count with their cell. */
const largeImages = (): { src: string; alt: string }[] => {
  // One that is not loaded takes hardly any room.
  const isLarge = (image: HTMLImageElement): boolean =>
    image.naturalWidth === 0 || image.getBoundingClientRect().width >= 200;
  return [...document.images]
    .slice(0, 2000)
    .filter((image) => image.checkVisibility() && isLarge(image) && image.closest('td') === null)
    .slice(0, 100)
    .map(({ currentSrc, src, alt }) => ({
      src: (currentSrc || src).slice(0, 300),
      alt: alt.replace(/\s+/g, ' ').trim().slice(0, 200),
    }));
};

/** Addresses of the links that lead to another path. */
const otherPaths = (): string[] =>
  [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
    .slice(0, 2000)
    .filter((link) => link.pathname !== location.pathname || link.hash !== '')
    .map((link) => link.href.slice(0, 500));

/** Where the link to the next part of a list leads; '' without one. */
const nextAddress = (): string => {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href], link[rel~=next]')].slice(0, 5000);
  const next = links.find(
    (link) =>
      link.rel.split(/\s+/).includes('next') ||
      /^\s{0,9}(?:next page|older (?:posts|entries)|nächste seite|page suivante|página siguiente)/i.test(
        (link.textContent ?? '').slice(0, 80),
      ),
  );
  return next?.href.slice(0, 2000) ?? '';
};

/** Scrolls to the end of the page. */
const scrollToEnd = (): null => {
  window.scrollTo(0, document.documentElement.scrollHeight);
  return null;
};

/**
 * What lies over the middle of an element, or over a point in it: undefined where it is the element itself, a part of it, or
 * what holds it. Shadow roots and slots count as they are drawn.
 * @param given the point as `x,y` from the top left of the element; '' for its middle
 */
const whatCovers = (element: Element, given: string): string | undefined => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [dx = width / 2, dy = height / 2] = given === '' ? [] : given.split(',').map(Number);
  const [x, y] = [left + dx, top + dy];
  if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return undefined;
  let hit = document.elementFromPoint(x, y);
  for (let depth = 0; depth < 50; depth += 1) {
    const inner: Element | null = hit?.shadowRoot?.elementFromPoint(x, y) ?? null;
    if (inner === null || inner === hit) break;
    hit = inner;
  }
  if (hit === null) return undefined;
  const above = (node: Node): Node | null =>
    (node instanceof Element ? node.assignedSlot : null) ?? (node instanceof ShadowRoot ? node.host : node.parentNode);
  const isIn = (node: Node, holder: Node): boolean => {
    for (let at: Node | null = node; at !== null; at = above(at)) if (at === holder) return true;
    return false;
  };
  if (isIn(hit, element) || isIn(element, hit)) return undefined;
  // The label of a field takes its clicks.
  if (hit.closest('label')?.contains(element) === true) return undefined;
  return hit.cloneNode(false) instanceof Element ? (hit.cloneNode(false) as Element).outerHTML.slice(0, 160) : '';
};

/** Whether the browser gives the element, its ancestors or its descendants an action on a click: to unfold, or to mark a field. */
const isNative = (element: Element): boolean => {
  const known = 'summary, label, area[href], option';
  const isKnown = (part: Element | null): boolean =>
    part !== null && (!(part instanceof HTMLLabelElement) || part.control !== null);
  return isKnown(element.closest(known)) || isKnown(element.querySelector(known));
};

/**
 * How many elements in a line of text turn the pointer into a hand and hold nothing but text: snapshots merge them into the text
 * around them. None in a document that is too large to ask the browser what reacts to clicks.
 */
const pointedWords = (): number => {
  let [count, elements] = [0, 0];
  const roots: (Document | ShadowRoot)[] = [document];
  for (let root = roots.shift(); root !== undefined; root = roots.shift()) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node !== null && elements < 60_000; node = walker.nextNode()) {
      elements += 1;
      const element = node as Element; // of SHOW_ELEMENT
      if (element.shadowRoot !== null) roots.push(element.shadowRoot);
      if (element.childNodes.length !== 1 || !(element.firstChild instanceof Text)) continue;
      const { cursor, display } = getComputedStyle(element);
      if (cursor === 'pointer' && display === 'inline' && element.closest('a, button, label, summary') === null)
        count += 1;
    }
  }
  return count === 0 || document.documentElement.outerHTML.length > 2_000_000 ? 0 : count;
};

/** The opening tag of an element. */
const openingTag = (element: Element): string => {
  const html = (element.cloneNode(false) as Element).outerHTML;
  const end = html.lastIndexOf('</');
  return (end > 0 ? html.slice(0, end) : html).slice(0, 160);
};

/** A field, as far as a value for it depends on it. `form` counts the forms of the page; -1 outside of all. */
export interface FieldFacts {
  readonly form: number;
  readonly formName: string;
  readonly tag: string;
  readonly type: string;
  readonly min: string;
  readonly max: string;
  readonly maxLength: number;
  readonly isFixed: boolean;
  readonly isSearch: boolean;
  readonly options: number;
  readonly hasCaptcha: boolean;
  /** Where its form is sent; '' for the page itself, and outside of all forms. */
  readonly address: string;
  readonly method: string;
}

const fieldFacts = (element: Element): FieldFacts => {
  const form = element.closest('form');
  const button = form?.querySelector(
    'button:not([type=button]):not([type=reset]), input[type=submit], input[type=image]',
  );
  const words = form?.getAttribute('aria-label') ?? button?.textContent ?? button?.getAttribute('value') ?? '';
  const say = (name: string): string => element.getAttribute(name) ?? '';
  const addressOf = (action: string): string => {
    try {
      return action === '' ? '' : new URL(action, document.baseURI).href.slice(0, 2000);
    } catch {
      return '';
    }
  };
  const isSearchForm = form?.getAttribute('role') === 'search' || element.closest('search') !== null;
  return {
    form: form === null ? -1 : [...document.querySelectorAll('form')].indexOf(form),
    formName: words.replace(/\s+/g, ' ').trim().slice(0, 80),
    tag: element.tagName.toLowerCase(),
    type: say('type').toLowerCase(),
    min: say('min').slice(0, 40),
    max: say('max').slice(0, 40),
    maxLength: Number(say('maxlength')) || 0,
    isFixed: element.matches(':disabled, [readonly], [aria-disabled=true]'),
    isSearch:
      isSearchForm ||
      say('type') === 'search' ||
      say('role') === 'searchbox' ||
      /^(q|query|search|s)$/.test(say('name')),
    hasCaptcha:
      form?.querySelector(
        '.g-recaptcha, .h-captcha, .cf-turnstile, .frc-captcha, .altcha, altcha-widget, iframe[src*="captcha"], iframe[src*="challenges.cloudflare.com"]',
      ) != null,
    options: element instanceof HTMLSelectElement ? element.options.length : 0,
    address: addressOf(form?.getAttribute('action')?.trim() ?? ''),
    method: form?.getAttribute('method')?.toLowerCase() === 'post' ? 'post' : 'get',
  };
};

/**
 * Runs before the scripts of a page: keeps what it registers for agents (WebMCP, `document.modelContext` and the older
 * `navigator.modelContext`), opens no window, keeps from the driver, which stores them, messages of the console and errors of
 * more than 10,000 characters, and cuts texts of more than 100,000 characters before they are laid out, which would take
 * hundreds of megabytes. Parsers make texts of 65,536 characters at most.
 */
export const BEFORE_PAGE = `(() => {
  globalThis.__name ??= (fn) => fn;
  window.open = () => null;
  window.print = () => undefined;
  for (const name of Object.keys(console))
    try { Object.defineProperty(console, name, { get: () => () => undefined, set() {}, configurable: false }); } catch {}
  const messageOf = Object.getOwnPropertyDescriptor(ErrorEvent.prototype, 'message').get;
  const reasonOf = Object.getOwnPropertyDescriptor(PromiseRejectionEvent.prototype, 'reason').get;
  const { apply } = Reflect;
  const prevent = Event.prototype.preventDefault;
  const isShort = (said) => {
    try {
      const text = typeof said === 'object' && said !== null ? said.stack ?? said.message : said;
      return typeof text !== 'string' || text.length <= 10000;
    } catch { return false; }
  };
  addEventListener('error', (event) => { try { if (!isShort(apply(messageOf, event, [])) || !isShort(event.error)) apply(prevent, event, []); } catch {} }, true);
  addEventListener('unhandledrejection', (event) => { if (!isShort(apply(reasonOf, event, []))) apply(prevent, event, []); }, true);
  const { get: lengthOf } = Object.getOwnPropertyDescriptor(CharacterData.prototype, 'length');
  const { get: parentOf } = Object.getOwnPropertyDescriptor(Node.prototype, 'parentElement');
  const { deleteData } = CharacterData.prototype;
  const { createTreeWalker } = Document.prototype;
  const { nextNode } = TreeWalker.prototype;
  const unseen = 'script, style, template, noscript';
  const { matches } = Element.prototype;
  const cut = (text) => {
    const length = apply(lengthOf, text, []);
    if (length <= 100000) return;
    const parent = apply(parentOf, text, []);
    if (parent === null || !apply(matches, parent, [unseen])) apply(deleteData, text, [100000, length]);
  };
  const cutIn = (root) => {
    const walker = apply(createTreeWalker, document, [root, 4]);
    for (let text = apply(nextNode, walker, []); text !== null; text = apply(nextNode, walker, [])) cut(text);
  };
  new MutationObserver((changes) => {
    for (let n = 0; n < changes.length; n += 1) {
      const { type, target, addedNodes } = changes[n];
      try {
        if (type === 'characterData') { if (target instanceof Text) cut(target); continue; }
        for (let m = 0; m < addedNodes.length; m += 1) {
          if (addedNodes[m] instanceof Text) cut(addedNodes[m]);
          else cutIn(addedNodes[m]);
        }
      } catch {}
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
  const tools = new Map();
  Object.defineProperty(globalThis, '__legibleTools', { value: tools, enumerable: false });
  const keep = (tool) => {
    if (tool && typeof tool === 'object' && typeof tool.name === 'string' && tools.size < 200) tools.set(tool.name, tool);
    return { unregister: () => tools.delete(tool?.name) };
  };
  const context = {
    registerTool: keep,
    unregisterTool: (name) => { tools.delete(name); },
    provideContext: (given) => { tools.clear(); for (const tool of given?.tools ?? []) keep(tool); },
    clearContext: () => { tools.clear(); },
    addEventListener() {}, removeEventListener() {},
  };
  for (const owner of [Document.prototype, Navigator.prototype]) {
    if (!('modelContext' in owner)) Object.defineProperty(owner, 'modelContext', { get: () => context, configurable: true });
    else {
      const native = Object.getOwnPropertyDescriptor(owner, 'modelContext')?.get;
      if (native === undefined) continue;
      Object.defineProperty(owner, 'modelContext', {
        configurable: true,
        get() {
          const real = native.call(this);
          return new Proxy(real, { get(target, name) {
            const value = Reflect.get(target, name);
            if (typeof value !== 'function') return value;
            return (...given) => { try { context[name]?.(...given); } catch {} return value.apply(target, given); };
          } });
        },
      });
    }
  }
})()`;

/** Leaves the registered tools for `takeLeft`, as text. */
export const leaveTools = (): void => {
  try {
    const tools: Map<string, Record<string, unknown>> = Reflect.get(globalThis, '__legibleTools') ?? new Map();
    const found = [...tools.values()].slice(0, 100).map((tool) => ({
      name: String(tool.name).slice(0, 200),
      description: String(tool.description ?? '').slice(0, 1000),
      inputSchema: JSON.stringify(tool.inputSchema ?? null)?.slice(0, 4000) ?? '',
      readsOnly: Reflect.get(Object(tool.annotations), 'readOnlyHint') === true,
    }));
    document.documentElement.setAttribute('data-legible-left', JSON.stringify(found));
  } catch {
    // The page has replaced what this needs.
  }
};

/**
 * Calls a registered tool and leaves for `takeLeft` what it comes to: `outcome` is one of `SeenCall`, or `gone` for a tool that is
 * not registered (yet). May never resolve: what the tool does is its own. No user is there to be asked.
 */
export const callTool = async ({ name, args }: { name: string; args: unknown }): Promise<void> => {
  const outcomeOf = async (): Promise<{ outcome: string; chars: number; says: string }> => {
    const tools: Map<string, Record<string, unknown>> = Reflect.get(globalThis, '__legibleTools') ?? new Map();
    const tool = tools.get(name);
    if (typeof tool?.execute !== 'function') return { outcome: 'gone', chars: 0, says: '' };
    let asks = false;
    const client = {
      requestUserInteraction() {
        asks = true;
        return Promise.reject(new Error('no user is there'));
      },
    };
    try {
      const answer: unknown = await tool.execute(args, client);
      const content: unknown = Reflect.get(Object(answer), 'content');
      const parts = Array.isArray(content) ? content.slice(0, 1000) : undefined;
      const text =
        typeof answer === 'string'
          ? answer
          : parts === undefined
            ? (JSON.stringify(answer ?? '') ?? '').replace(/^(?:""|\{\})$/, '')
            : parts.map((part) => Reflect.get(Object(part), 'text') ?? '').join('\n');
      const isEmpty = text === '' && (parts?.length ?? 0) === 0;
      const isFailure = Reflect.get(Object(answer), 'isError') === true;
      const outcome = isFailure ? 'failed' : isEmpty ? 'nothing' : 'answered';
      return { outcome: asks && isFailure ? 'asks' : outcome, chars: text.length, says: text.slice(0, 200) };
    } catch (error) {
      const says = String(Reflect.get(Object(error), 'message') ?? error).slice(0, 200);
      return { outcome: asks ? 'asks' : 'failed', chars: 0, says };
    }
  };
  try {
    document.documentElement.setAttribute('data-legible-left', JSON.stringify(await outcomeOf()));
  } catch {
    // Nothing is left: the call has failed.
  }
};

/** What the functions above have left, cut: whatever they write, no more than this leaves the page. */
const takeLeft = (): string => {
  const { documentElement } = document;
  const left = (documentElement.getAttribute('data-legible-left') ?? '').slice(0, 600_000);
  documentElement.removeAttribute('data-legible-left');
  return left;
};

/** What pages are asked, by name: of the document, or of one of its elements. */
export const QUESTIONS = {
  visibleText,
  startOfDocument,
  snapshotChars,
  linkCount,
  linksWith,
  waysOn,
  countCells,
  largeImages,
  otherPaths,
  nextAddress,
  scrollToEnd,
  whatCovers,
  isNative,
  pointedWords,
  openingTag,
  fieldFacts,
  takeLeft,
} satisfies Record<string, (root: never, given: string) => unknown>;
