/**
 * Links that do something when they are followed: putting into a cart, buying, deleting, subscribing, signing out. A crawl leaves
 * them alone. Documentation has pages about all of that, so a word in a path alone is no sign.
 */

import { parseUrl } from '../../../basics/parse-url.ts';
import { comparableText } from '../text/compare-text.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Names of parameters that act, whatever they say. */
const ACTING_NAMES = words(
  'add-to-cart add_to_cart addtocart logout signout log_out sign_out unsubscribe remove_item remove-item delete_item buy_now _method',
);
/** Names of parameters that choose an action, and the actions that change data. */
const CHOOSING_NAMES = words('action do cmd op task act method');
const ACTING_VALUES = words(
  'add addtocart add-to-cart add_to_cart buy checkout purchase order delete remove destroy trash cancel logout log-out signout sign-out ' +
    'subscribe unsubscribe optout edit save update submit publish unpublish approve reject vote like watch unwatch purge rollback revert undo ' +
    'undelete protect block restore install activate deactivate confirm verify',
);
/** A last part of a path that is no subject of a page. */
const ACTING_ENDS = words(
  'logout log-out signout sign-out logoff log-off signoff sign-off add-to-cart addtocart add_to_cart buy-now unsubscribe optout opt-out',
);
/** Words that a link consists of which does what it says, in the languages that the product knows. */
const ACTING_LABELS: ReadonlySet<string> = new Set(
  [
    ...[
      'add to cart',
      'add to basket',
      'add to bag',
      'buy',
      'buy now',
      'buy it now',
      'order now',
      'place order',
      'pay now',
      'checkout',
    ],
    ...[
      'delete',
      'delete this',
      'delete account',
      'delete my account',
      'remove',
      'remove item',
      'cancel order',
      'cancel subscription',
    ],
    ...[
      'subscribe',
      'subscribe now',
      'unsubscribe',
      'opt out',
      'sign out',
      'log out',
      'logout',
      'sign off',
      'log off',
      'vote',
      'vote up',
    ],
    ...[
      'in den warenkorb',
      'jetzt kaufen',
      'kaufen',
      'jetzt bestellen',
      'zur kasse',
      'löschen',
      'entfernen',
      'abonnieren',
      'abbestellen',
    ],
    ...[
      'abmelden',
      'ausloggen',
      'ajouter au panier',
      'acheter',
      'commander',
      'supprimer',
      's abonner',
      'se désabonner',
      'déconnexion',
    ],
    ...[
      'se déconnecter',
      'añadir al carrito',
      'comprar',
      'comprar ahora',
      'eliminar',
      'borrar',
      'suscribirse',
      'cerrar sesión',
      'salir',
    ],
    ...[
      'aggiungi al carrello',
      'acquista',
      'compra ora',
      'elimina',
      'iscriviti',
      'esci',
      'disconnetti',
      'adicionar ao carrinho',
      'excluir',
    ],
    ...[
      'assinar',
      'sair',
      'in winkelwagen',
      'koop nu',
      'verwijderen',
      'abonneren',
      'uitloggen',
      'afmelden',
      'do koszyka',
      'dodaj do koszyka',
    ],
    ...[
      'kup teraz',
      'usuń',
      'subskrybuj',
      'wyloguj',
      'do košíku',
      'koupit',
      'smazat',
      'odhlásit',
      'в корзину',
      'купить',
      'удалить',
      'выйти',
    ],
    ...[
      'подписаться',
      '加入购物车',
      '购买',
      '删除',
      '订阅',
      '退出登录',
      'カートに入れる',
      '購入',
      '削除',
      'ログアウト',
      '장바구니',
      '구매',
      '삭제',
      '로그아웃',
    ],
  ].map(comparableText),
);
const MAX_LABEL = 40;
const MAX_PARAMETERS = 50;

/** Whether an address acts by itself. Text that is no http address is none to follow. */
export function actsByAddress(url: string): boolean {
  const parsed = parseUrl(url);
  if (parsed === undefined) return false;
  const last = parsed.pathname.toLowerCase().split('/').filter(Boolean).at(-1) ?? '';
  if (ACTING_ENDS.has(last.replace(/\.\w{2,5}$/, ''))) return true;
  return [...parsed.searchParams].slice(0, MAX_PARAMETERS).some(([name, value]) => {
    const key = name.toLowerCase();
    return ACTING_NAMES.has(key) || (CHOOSING_NAMES.has(key) && ACTING_VALUES.has(value.toLowerCase()));
  });
}

/** Parts of paths below which pages are about what their links are called. */
const ABOUT =
  /\/(?:docs?|documentation|api-reference|reference|guides?|manual|handbook|help|learn|tutorials?|wiki|blog|articles?|news|faq|glossary)\//i;

/** Whether a link acts, by its address or by the whole of its words; a page of documentation may be called like what it explains. */
export const actsWhenFollowed = (url: string, label: string): boolean => actsByAddress(url) || actsByLabel(url, label);

/** The half of it that looks at the words. */
export const actsByLabel = (url: string, label: string): boolean =>
  label.length <= MAX_LABEL && ACTING_LABELS.has(comparableText(label)) && !ABOUT.test(url.slice(0, MAX_URL));
const MAX_URL = 2000;
