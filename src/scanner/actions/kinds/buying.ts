import type { Blocker, Offer } from '../../model/actions.ts';
import { isPresent } from '../../model/http.ts';
import { numberOf } from '../../parse/html/actions/surroundings.ts';
import { ACTION_CREDITS } from '../credits.ts';
import { type ActingPage, type ActionSite, defineOffer, offer } from '../define.ts';
import { purposeOf } from '../purpose.ts';

const CART_LABEL =
  /\badd to (?:cart|basket|bag)\b|\bbuy(?: now)?\b|in den warenkorb|jetzt kaufen|ajouter au panier|añadir al carrito|aggiungi al carrello/i;

type CartWay = 'open' | 'script' | 'none';

interface Wares {
  readonly where: ActingPage;
  readonly way: CartWay;
  readonly price: 'agrees' | 'text' | 'data' | 'differs' | 'missing';
  readonly hasAvailability: boolean;
}

/** What is for sale: its price, and the way into the basket. The basket itself is never touched. */
export default defineOffer({
  kind: 'buying',
  plan: () => [],
  judge(site) {
    const wares = site.pages.flatMap((where) => waresOn(where));
    const [first] = wares;
    if (first === undefined) return [];
    const hasCart = wares.some(({ way }) => way !== 'none');
    const hasProtocol = [site.wellKnown?.files.ucp, site.wellKnown?.files.acp].some(
      (probe) => probe !== undefined && isPresent(probe),
    );
    return [judged(site, wares, hasCart, hasProtocol)];
  },
});

function waresOn(where: ActingPage): Wares[] {
  const { product, forms, cartLinks, controls, amounts, figures } = where.actions;
  const isOpen =
    cartLinks.length > 0 ||
    forms.some(
      (form) =>
        purposeOf(form) === 'buying' &&
        form.isElement &&
        form.target !== 'script' &&
        !(form.target === 'self' && form.method === 'get'),
    );
  const isScripted =
    controls.some(({ label }) => CART_LABEL.test(label)) || forms.some((form) => purposeOf(form) === 'buying');
  const way: CartWay = isOpen ? 'open' : isScripted ? 'script' : 'none';
  if (product === undefined && way === 'none') return [];
  const written = product?.price === undefined ? undefined : numberOf(product.price);
  const isEmpty = figures.some(({ kind, missing, cells }) => kind === 'price' && missing === cells);
  const hasText = amounts.length > 0 && !isEmpty;
  const price = !hasText
    ? written === undefined
      ? 'missing'
      : 'data'
    : written === undefined
      ? 'text'
      : amounts.includes(written)
        ? 'agrees'
        : 'differs';
  return [{ where, way, price, hasAvailability: product?.isAvailabilityKnown ?? false }];
}

const PRICE_SHARE: Readonly<Record<Wares['price'], number>> = {
  agrees: 1,
  text: 0.9,
  data: ACTION_CREDITS.dataAlone,
  differs: ACTION_CREDITS.priceDiffers,
  missing: 0,
};

function judged(site: ActionSite, wares: readonly Wares[], hasCart: boolean, hasProtocol: boolean): Offer {
  const mean = (share: (ware: Wares) => number) => wares.reduce((sum, ware) => sum + share(ware), 0) / wares.length;
  const wayShare = (way: CartWay, byScript: number) =>
    hasProtocol || way === 'open' ? 1 : way === 'script' ? byScript : 0;
  const share = (byScript: number) =>
    mean((ware) => (hasCart ? (PRICE_SHARE[ware.price] + wayShare(ware.way, byScript)) / 2 : PRICE_SHARE[ware.price]));
  const counted = (code: Blocker['code'], isFault: (ware: Wares) => boolean): Blocker[] => {
    const count = wares.filter(isFault).length;
    return count === 0 ? [] : [{ code, in: count, of: wares.length }];
  };
  const blockers = [
    ...counted('price-missing', ({ price }) => price === 'missing' || price === 'data'),
    ...counted('price-differs', ({ price }) => price === 'differs'),
    ...(hasCart && !hasProtocol ? counted('cart-by-script', ({ way }) => way === 'script') : []),
    ...counted('no-offer-data', ({ price }) => price === 'text'),
  ];
  const worst = wares.find(({ price, way }) => PRICE_SHARE[price] < 0.9 || way === 'script') ?? wares[0];
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
