/** Faults built into the sites that offer actions. */
import { ASSISTANTS, type Fault, type Kind, row, TRAINING, type Variant } from '../variants.ts';
import { type ActFault, ALL_DEAD } from './act-faults.ts';

const acting = (id: string, acts: ActFault): Variant => row(id, 'acting', { acts });
const both = (id: string, fault: Fault, kind: Kind = 'combined'): Variant => row(id, kind, fault);
const EXTRAS: Fault = { markdown: 'twins', llmsTxt: 'whole', cosmetics: 'more' };

const COMMON: readonly Variant[] = [
  row('base', 'base', {}),
  row('markdown-twins', 'better', { markdown: 'twins' }),
  row('llms-txt', 'better', { llmsTxt: 'whole' }),
  row('all-extras', 'better', EXTRAS),
  row('more-cosmetics', 'cosmetic', { cosmetics: 'more' }),
  row('fewer-cosmetics', 'cosmetic', { cosmetics: 'less' }),
  row('fields-by-aria', 'cosmetic', { acts: { fields: 'aria' } }),
  row('fields-by-placeholder', 'cosmetic', { acts: { fields: 'placeholder' } }),
  row('form-with-token', 'cosmetic', { acts: { form: 'token' } }),
  row('form-by-get', 'cosmetic', { acts: { form: 'get' } }),
  row('tables-without-headers', 'cosmetic', { acts: { figures: 'no-headers' } }),
  acting('form-by-script', { form: 'script' }),
  acting('form-without-button', { form: 'divs' }),
  acting('fields-bare', { fields: 'bare' }),
  acting('fields-near', { fields: 'beside' }),
  acting('form-captcha', { form: 'captcha' }),
  acting('form-framed', { form: 'framed' }),
  acting('form-gone', { form: 'gone' }),
  acting('form-forbidden', { form: 'forbidden' }),
  acting('form-in-dialog', { form: 'dialog' }),
  both('form-unlinked', { acts: { form: 'unlinked' } }, 'acting'),
  acting('form-none', { form: 'none' }),
  acting('search-by-script', { search: 'script' }),
  acting('search-finds-nothing', { search: 'nothing' }),
  acting('search-gone', { search: 'gone' }),
  acting('list-more-by-script', { list: 'more' }),
  acting('list-by-scroll', { list: 'scroll' }),
  acting('list-same-content', { list: 'same' }),
  acting('list-cut', { list: 'cut' }),
  acting('list-pages-gone', { list: 'gone' }),
  acting('figures-by-script', { figures: 'script' }),
  acting('figures-empty', { figures: 'empty' }),
  acting('figures-as-images', { figures: 'images' }),
  acting('tables-as-images', { figures: 'table-image' }),
  acting('all-by-script', {
    form: 'script',
    account: 'script',
    cart: 'script',
    search: 'script',
    list: 'more',
    figures: 'script',
  }),
  acting('half-dead-actions', { form: 'gone', account: 'gone', search: 'gone', list: 'gone' }),
  acting('every-action-dead', ALL_DEAD),
  row('every-action-dead-and-extras', 'combined', { ...EXTRAS, acts: ALL_DEAD }),
  acting('left-out', {
    form: 'none',
    account: 'none',
    cart: 'none',
    search: 'none',
    jsonLd: 'none',
    api: 'none',
    tools: 'none',
  }),
  row('images-of-text', 'content', { imagesOfText: 1 }),
  row('teaser-12-words', 'content', { teaserWords: 12 }),
  row('robots-training', 'access', { closedTo: TRAINING }),
  both('robots-assistants', { closedTo: ASSISTANTS }, 'access'),
  both(
    'refused-ai',
    { refused: { names: /ChatGPT-User|Claude-User|Perplexity|OAI-SearchBot/, how: 'forbidden' } },
    'access',
  ),
  both('challenged-all', { refused: { names: /./, how: 'challenge' } }, 'access'),
  both('sign-in-everywhere', { signIn: 1 }, 'access'),
  both('consent-over', { consent: 'over' }, 'access'),
  both('dead-half', { dead: 0.5 }, 'transport'),
  both('links-none', { links: 'none' }, 'discovery'),
  both('shell', { shell: 1 }, 'content'),
  both('shell-that-renders', { shell: 1, shellRenders: true }, 'content'),
  both('menu-60k', { menuChars: 60_000 }, 'content'),
  both('images-and-dead-actions', { imagesOfText: 1, acts: ALL_DEAD }),
  both('half-images-and-forms-gone', { imagesOfText: 0.5, acts: { form: 'gone', account: 'gone', cart: 'gone' } }),
];
const OF_SHOP: readonly Variant[] = [
  acting('cart-by-script', { cart: 'script' }),
  acting('cart-without-button', { cart: 'divs' }),
  acting('cart-gone', { cart: 'gone' }),
  acting('json-ld-disagrees', { jsonLd: 'disagrees' }),
  acting('json-ld-none', { jsonLd: 'none' }),
];
const OF_SERVICE: readonly Variant[] = [
  acting('api-undocumented', { api: 'undocumented' }),
  acting('api-description-html', { api: 'html' }),
  acting('api-description-unlinked', { api: 'unlinked' }),
  acting('api-wrong-paths', { api: 'wrong-paths' }),
  acting('api-401-without-way', { api: 'no-way' }),
  acting('api-gone', { api: 'gone' }),
  acting('tools-dead', { tools: 'dead' }),
  acting('tools-none', { tools: 'none' }),
  acting('sign-in-bare', { accountFields: 'bare' }),
  acting('sign-in-by-script', { account: 'script' }),
];

/** The variants of a site that offers something to do, by its name. */
export const actVariantsOf = (site: string): readonly Variant[] => [
  ...COMMON,
  ...(site === 'shop' ? OF_SHOP : OF_SERVICE),
];
