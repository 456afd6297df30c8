import type { PageFacts } from './page-facts.ts';
import { asksForPassword } from './password-field.ts';
import { attributeOf, type Collector, type Element, PLACE } from './walk.ts';

/** Containers that consent tools put into a page, by id or class; a trailing `*` matches any ending. */
const CONSENT_TOOLS: readonly (readonly [mark: string, tool: string])[] = [
  ['onetrust-consent-sdk', 'OneTrust'],
  ['onetrust-banner-sdk', 'OneTrust'],
  ['CybotCookiebotDialog', 'Cookiebot'],
  ['truste-consent-track', 'TrustArc'],
  ['truste_overlay', 'TrustArc'],
  ['consent_blackbar', 'TrustArc'],
  ['sp_message_container_*', 'Sourcepoint'],
  ['qc-cmp2-container', 'Quantcast'],
];
const DIALOG_ROLES = new Set(['dialog', 'alertdialog']);
/** Class names with which style sheets show a dialog that is hidden otherwise (Bootstrap, Bulma and their like). */
const SHOWN_CLASSES = ['show', 'in', 'open', 'is-open', 'is-active', 'active', 'visible'];

/** Signs of a wall between a reader and the text. */
export function accessWallCollector(): Collector<Omit<PageFacts['accessWall'], 'asksFirst'>> {
  let passwordInputs = 0;
  let consentContainer: string | undefined;
  let blockingDialog = false;
  /** Boxes around the content by their names, as pages without landmarks have them. */
  const besides: Element[] = [];
  return {
    wants: { tags: ['input', 'div', 'dialog', 'section', 'table', 'td'] },
    enter(element, place) {
      const isShown = (place & (PLACE.hidden | PLACE.ariaHidden)) === 0;
      const { tagName } = element;
      if (tagName === 'input') {
        if (asksForPassword(element) && isShown && (place & PLACE.chrome) === 0 && besides.length === 0)
          passwordInputs += 1;
        return;
      }
      if (isBesides(element)) besides.push(element);
      if (tagName === 'div' || tagName === 'dialog' || tagName === 'section') {
        consentContainer ??= consentTool(element);
        if (isShown) blockingDialog ||= isBlockingDialog(element);
      }
    },
    leave(element) {
      if (besides.at(-1) === element) besides.pop();
    },
    facts: () => ({ passwordInputs, consentContainer, blockingDialog }),
  };
}

/** A header, footer or sidebar by its id or class alone. */
function isBesides(element: Element): boolean {
  const names = `${attributeOf(element, 'id') ?? ''} ${attributeOf(element, 'class') ?? ''}`.slice(0, MAX_NAMES);
  return BESIDES.test(names);
}
const MAX_NAMES = 300;
const BESIDES =
  /(?:^|[\s_-])(?:footer|header|masthead|sidebar|topbar|navbar|site-?nav|user-?menu|login-?(?:bar|box|widget|block))(?:$|[\s_-])/i;

function consentTool(element: Element): string | undefined {
  for (const { name, value } of element.attrs) {
    if (name !== 'id' && name !== 'class') continue;
    const names = value.slice(0, 500).split(/\s+/);
    for (const [mark, tool] of CONSENT_TOOLS) {
      const isMark = mark.endsWith('*')
        ? (candidate: string) => candidate.startsWith(mark.slice(0, -1))
        : (candidate: string) => candidate === mark;
      if (names.some(isMark)) return tool;
    }
  }
  return undefined;
}

/** `<dialog open>`, or a modal dialog directly in the body that no class of a style sheet seems to hide. */
function isBlockingDialog(element: Element): boolean {
  if (element.tagName === 'dialog' && attributeOf(element, 'open') !== undefined) return true;
  const role = attributeOf(element, 'role');
  if (role === undefined || !DIALOG_ROLES.has(role) || attributeOf(element, 'aria-modal') !== 'true') return false;
  if (element.parentNode?.nodeName !== 'body') return false;
  const classes = (attributeOf(element, 'class') ?? '').toLowerCase().split(/\s+/);
  return !classes.includes('modal') || SHOWN_CLASSES.some((name) => classes.includes(name));
}
