/**
 * What runs inside pages. Everything it answers is third-party data: its reader checks and cuts it. Each function
 * is sent as source, so it uses nothing from outside itself.
 */

/** Text in sight, cut. */
// biome-ignore lint/performance/useDomNodeTextContent: hidden text must not count, and textContent has it
export const visibleText = (): string => (document.body?.innerText ?? '').slice(0, 400_000);

/** Addresses of links, without doubles. */
export const linkCount = (): number =>
  new Set([...document.querySelectorAll('a[href]')].slice(0, 20_000).map((link) => link.getAttribute('href'))).size;

/** How many links have a word in their text. */
export const linksWith = (word: string): number =>
  [...document.querySelectorAll('a[href]')]
    .slice(0, 20_000)
    .filter((link) => (link.textContent ?? '').toLowerCase().includes(word.toLowerCase())).length;

/** Addresses of the same origin to which links in sight lead, without this page. */
export const waysOn = (): number => {
  const here = location.href.split('#', 1)[0];
  const ways = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
    .slice(0, 2000)
    .filter((link) => link.origin === location.origin && link.checkVisibility())
    .map((link) => link.href.split('#', 1)[0]);
  return new Set(ways.filter((way) => way !== here)).size;
};

/** Data cells of tables in sight, and those of them that say nothing. Tables of one row or column arrange a page. */
export const countCells = (): { all: number; empty: number } => {
  const tables = [...document.querySelectorAll('table')]
    .slice(0, 50)
    .filter((table) => table.rows.length > 1 && (table.rows[1]?.cells.length ?? 0) > 1 && table.checkVisibility());
  const cells = tables.flatMap((table) => [...table.querySelectorAll('td')].slice(0, 500));
  const isEmpty = (cell: HTMLElement): boolean =>
    !/[\p{L}\p{N}]/u.test(cell.innerText.slice(0, 2000)) &&
    cell.querySelector('img[alt]:not([alt=""]), input, button, select, a[aria-label], svg[aria-label], [role=img]') ===
      null;
  return { all: cells.length, empty: cells.filter(isEmpty).length };
};

/** Addresses of the links that lead to another path. */
export const otherPaths = (): string[] =>
  [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
    .slice(0, 2000)
    .filter((link) => link.pathname !== location.pathname || link.hash !== '')
    .map((link) => link.href.slice(0, 500));

/** Where the link to the next part of a list leads; '' without one. */
export const nextAddress = (): string => {
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
export const scrollToEnd = (): void => window.scrollTo(0, document.documentElement.scrollHeight);

/** What lies over the middle of an element: undefined where it is the element itself, a part of it, or what holds it. */
export const whatCovers = (element: Element): string | undefined => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return undefined;
  const root = element.getRootNode();
  const hit = (root instanceof ShadowRoot ? root : document).elementFromPoint(x, y);
  if (hit === null || hit === element || element.contains(hit) || hit.contains(element)) return undefined;
  // The label of a field takes its clicks.
  if (hit.closest('label')?.contains(element) === true) return undefined;
  return hit.cloneNode(false) instanceof Element ? (hit.cloneNode(false) as Element).outerHTML.slice(0, 160) : '';
};

/** The opening tag of an element. */
export const openingTag = (element: Element): string =>
  (element.cloneNode(false) as Element).outerHTML.replace(/<\/[^>]*>$/, '').slice(0, 160);

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
}

export const fieldFacts = (element: Element): FieldFacts => {
  const form = element.closest('form');
  const button = form?.querySelector(
    'button:not([type=button]):not([type=reset]), input[type=submit], input[type=image]',
  );
  const words = form?.getAttribute('aria-label') ?? button?.textContent ?? button?.getAttribute('value') ?? '';
  const say = (name: string): string => element.getAttribute(name) ?? '';
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
  };
};

/**
 * Runs before the scripts of a page: keeps what it registers for agents (WebMCP, `document.modelContext` and the older
 * `navigator.modelContext`), and opens no window.
 */
export const BEFORE_PAGE = `(() => {
  globalThis.__name ??= (fn) => fn;
  window.open = () => null;
  window.print = () => undefined;
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

/** The registered tools, as text. */
export const registeredTools = (): unknown => {
  const tools: Map<string, Record<string, unknown>> = Reflect.get(globalThis, '__legibleTools') ?? new Map();
  return [...tools.values()].slice(0, 100).map((tool) => ({
    name: String(tool.name).slice(0, 200),
    description: String(tool.description ?? '').slice(0, 1000),
    inputSchema: JSON.stringify(tool.inputSchema ?? null)?.slice(0, 4000) ?? '',
    readsOnly: Reflect.get(Object(tool.annotations), 'readOnlyHint') === true,
  }));
};

/** What `callTool` answers; its `outcome` is one of `SeenCall`, or `gone` for a tool that is not registered (yet). */
export interface InPageCall {
  readonly outcome: string;
  readonly chars: number;
  readonly says: string;
}

/** Calls a registered tool. May never resolve: what the tool does is its own. No user is there to be asked. */
export const callTool = async ({ name, args }: { name: string; args: unknown }): Promise<InPageCall> => {
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
