import type { Blocker, Offer } from '../../model/actions.ts';
import { isPresent } from '../../model/http.ts';
import { intentOf } from '../../model/site-kind.ts';
import { isPrivateHostname } from '../../net/address-guard.ts';
import { CART_WORDS } from '../../parse/html/actions/cart-words.ts';
import type { ActionForm } from '../../parse/html/actions/page-actions.ts';
import { numberOf } from '../../parse/html/actions/text-signs.ts';
import { ACTION_CREDITS } from '../credits.ts';
import { type ActingPage, type ActionSite, defineOffer, offer } from '../define.ts';
import { purposeOf } from '../purpose.ts';

/** `dead`: there is a button, and agents cannot press it, or nothing happens when they do. */
type CartWay = 'open' | 'script' | 'dead' | 'none';

interface Wares {
  readonly where: ActingPage;
  readonly way: CartWay;
  readonly price: 'agrees' | 'text' | 'data' | 'differs' | 'missing';
}

/** Things for sale: their price, and the way into the basket. The basket itself is never touched. */
export default defineOffer({
  kind: 'buying',
  plan: () => [],
  judge(site) {
    const wares = site.pages.flatMap((where) => waresOn(where, site));
    const [first] = wares;
    if (first === undefined) return [];
    const hasWay = wares.some(({ way }) => way !== 'none');
    const hasCart = hasWay || intentOf(site.crawl).hasCart;
    const hasProtocol = [site.wellKnown?.files.ucp, site.wellKnown?.files.acp].some(
      (probe) => probe !== undefined && isPresent(probe),
    );
    return [judged(site, hasWay ? wares : wares.map(byScript), hasCart, hasProtocol)];
  },
});

/** Where no product has a way in its HTML and the page runs scripts, one of those may make it. */
const byScript = (ware: Wares): Wares => (ware.where.actions.hasScripts ? { ...ware, way: 'script' } : ware);

/** From the HTML alone: to ask for the address of a basket may fill it. */
function wayOf(
  { actions: { product, forms, cartLinks, controls, hasScripts } }: ActingPage,
  site: ActionSite,
): CartWay {
  const buying = forms.filter((form) => purposeOf(form) === 'buying');
  const works = buying.filter(
    ({ isElement, target, method }) => isElement && target !== 'script' && !(target === 'self' && method === 'get'),
  );
  const alive = works.filter((form) => !isDead(form, site));
  if (cartLinks.length > 0 || alive.some(({ isDisabled }) => !isDisabled)) return 'open';
  const buttons = controls.filter(({ label, isPretended }) => isPretended || CART_WORDS.test(label));
  const isScripted =
    buttons.some(({ isPretended, isHandled }) => !isPretended && (isHandled || hasScripts)) ||
    buying.some((form) => !works.includes(form) && (form.submit !== undefined || !form.isButtonPretended)) ||
    (alive.length > 0 && hasScripts);
  if (isScripted) return 'script';
  // Choices next to an element that only looks like a button, on the page of a product.
  const isPretended =
    product !== undefined &&
    forms.some((form) => form.inContent && form.isButtonPretended && purposeOf(form) === 'filter');
  return buttons.length > 0 || buying.length > 0 || isPretended ? 'dead' : 'none';
}

/** It goes where the crawl got no page, or to a machine of its author. */
function isDead({ target, url }: ActionForm, { crawl, target: site }: ActionSite): boolean {
  if (target !== 'address') return false;
  if (url === '' || (!site.isPrivateHost && isPrivateHostname(new URL(url).hostname))) return true;
  return crawl.pages.some((page) => page.url === url && (page.status === 404 || page.status === 410));
}

/** Under such a head an amount needs no currency. */
const PRICE_HEAD =
  /(?:^|[^\p{L}])(?:prices?|cost|rates?|fee|preise?|prix|tarifs?|precios?|prezz[io]|preços?|prij(?:s|zen)|cen[ay]|цен[аы])(?:$|[^\p{L}])|价格|価格|料金|가격/iu;

const isPriceTable = ({ kind, name, missing, cells }: ActingPage['actions']['figures'][number]): boolean =>
  kind === 'table' && missing < cells && PRICE_HEAD.test(name);

function waresOn(where: ActingPage, site: ActionSite): Wares[] {
  const { product, amounts, figures } = where.actions;
  const way = wayOf(where, site);
  if (product === undefined && way === 'none') return [];
  const written = product?.price === undefined ? undefined : numberOf(product.price);
  const isEmpty = figures.some(({ kind, missing, cells }) => kind === 'price' && missing === cells);
  const hasText = (amounts.length > 0 || figures.some(isPriceTable)) && !isEmpty;
  const price = !hasText
    ? written === undefined
      ? 'missing'
      : 'data'
    : written === undefined
      ? 'text'
      : amounts.includes(written)
        ? 'agrees'
        : 'differs';
  return [{ where, way, price }];
}

const PRICE_SHARE: Readonly<Record<Wares['price'], number>> = {
  agrees: 1,
  text: 0.9,
  data: ACTION_CREDITS.dataAlone,
  differs: ACTION_CREDITS.priceDiffers,
  missing: 0,
};

function judged(site: ActionSite, wares: readonly Wares[], hasCart: boolean, hasProtocol: boolean): Offer {
  // Sold-out products need no way into the basket.
  const isAsked = ({ where, way }: Wares) =>
    hasCart && !hasProtocol && !(where.actions.product?.isSoldOut === true && way !== 'open');
  const mean = (share: (ware: Wares) => number) => wares.reduce((sum, ware) => sum + share(ware), 0) / wares.length;
  const wayShare = (way: CartWay, scripted: number) => (way === 'open' ? 1 : way === 'script' ? scripted : 0);
  const share = (scripted: number) =>
    mean((ware) => {
      const price = PRICE_SHARE[ware.price];
      if (!hasCart) return price;
      return (price + (isAsked(ware) ? wayShare(ware.way, scripted) : 1)) / 2;
    });
  const counted = (code: Blocker['code'], isFault: (ware: Wares) => boolean): Blocker[] => {
    const count = wares.filter(isFault).length;
    return count === 0 ? [] : [{ code, in: count, of: wares.length }];
  };
  const hasWay = (way: CartWay) => (ware: Wares) => ware.way === way && isAsked(ware);
  const blockers = [
    ...counted('cart-dead', hasWay('dead')),
    ...counted('no-cart', hasWay('none')),
    ...counted('price-missing', ({ price }) => price === 'missing' || price === 'data'),
    ...counted('price-differs', ({ price }) => price === 'differs'),
    ...counted('cart-by-script', hasWay('script')),
    ...counted('no-offer-data', ({ price }) => price === 'text'),
  ];
  const worst =
    wares.find((ware) => PRICE_SHARE[ware.price] < 0.9 || (isAsked(ware) && wayShare(ware.way, 1) === 0)) ??
    wares.find(hasWay('script')) ??
    wares[0];
  const where = worst?.where.page.finalUrl ?? site.target.finalUrl;
  return offer({
    kind: 'buying',
    name: worst?.where.actions.product?.name ?? worst?.where.page.title ?? '',
    where,
    shown: `${wares.length} things for sale`,
    certainty: wares.some(({ where: { actions } }) => actions.product !== undefined) ? 'sure' : 'likely',
    asked: { url: where, method: 'GET' },
    shares: {
      'form-agent': [share(0), blockers],
      'browser-agent': [share(1), blockers.filter(({ code }) => code !== 'cart-by-script')],
    },
  });
}
