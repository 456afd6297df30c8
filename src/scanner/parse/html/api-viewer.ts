import type { PageFacts } from './page-facts.ts';
import { attributeOf, type Collector, type Element, ownText } from './walk.ts';

const MAX_SCRIPT = 50_000;
/** How far behind the viewer's name its `url` option may stand. */
const OPTION_REACH = 2000;
const MAX_URL = 2000;

/** Elements that a viewer defines, with the attribute that names the description. */
const VIEWER_TAGS = new Map([
  ['redoc', 'spec-url'],
  ['rapi-doc', 'spec-url'],
  ['elements-api', 'apidescriptionurl'],
]);
/** Constructors of viewers, as pages call them in a script of their own. */
const CONSTRUCTORS = ['SwaggerUIBundle(', 'Redoc.init(', 'Scalar.createApiReference('];
const MOUNT_IDS = new Set(['swagger-ui', 'redoc-container']);

/** A viewer that renders an API description in the page, and the description that it loads. */
export function apiViewerCollector(): Collector<Pick<PageFacts, 'apiViewer'>> {
  let isPresent = false;
  let specHref: string | undefined;
  const found = (href: string | undefined) => {
    isPresent = true;
    specHref ??= href?.trim() === '' ? undefined : href?.trim().slice(0, MAX_URL);
  };
  return {
    wants: { tags: [...VIEWER_TAGS.keys(), 'script', 'div'] },
    enter(element) {
      const attribute = VIEWER_TAGS.get(element.tagName);
      if (attribute !== undefined) found(attributeOf(element, attribute));
      else if (element.tagName === 'script') readScript(element, found);
      else if (element.tagName === 'div' && MOUNT_IDS.has(attributeOf(element, 'id') ?? '')) found(undefined);
    },
    facts(resolve) {
      const specUrl = specHref === undefined ? undefined : resolve(specHref);
      return { apiViewer: isPresent ? { specUrl } : undefined };
    },
  };
}

function readScript(element: Element, found: (href: string | undefined) => void): void {
  if (attributeOf(element, 'id') === 'api-reference') {
    found(attributeOf(element, 'data-url'));
    return;
  }
  if (attributeOf(element, 'src') !== undefined || (attributeOf(element, 'type') ?? '').includes('json')) return;
  const script = ownText(element).slice(0, MAX_SCRIPT);
  for (const name of CONSTRUCTORS) {
    const at = script.indexOf(name);
    if (at === -1) continue;
    found(firstUrl(script.slice(at + name.length, at + name.length + OPTION_REACH)));
    return;
  }
}

/** Redoc takes the address as its first argument, the others as an option `url`. */
function firstUrl(call: string): string | undefined {
  return (
    /^\s{0,100}(["'])([^"'\s]{1,2000})\1/.exec(call)?.[2] ??
    /\burl["']?\s{0,100}:\s{0,100}(["'])([^"'\s]{1,2000})\1/.exec(call)?.[2]
  );
}
