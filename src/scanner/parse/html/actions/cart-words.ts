/** Words on links and buttons of shops, in the languages of most sites. */

const INTO_BASKET =
  'add to (?:cart|basket|bag|trolley)\\b|in den (?:warenkorb|einkaufswagen)|ajouter au panier|añadir (?:al carrito|a la cesta)|aggiungi al carrello|in (?:de )?winkel(?:wagen|mand)|dodaj do koszyka|do košíku|adicionar ao carrinho|カートに入れる|加入购物车';

/** It puts something into a basket. */
export const CART_WORDS = new RegExp(`(?:\\b|^)(?:${INTO_BASKET})`, 'iu');

/** It puts something into a basket, or buys it at once. */
export const BUY_WORDS = new RegExp(
  `(?:\\b|^)(?:${INTO_BASKET}|buy(?: it)?(?: now)?\\b|checkout\\b|jetzt kaufen|acheter\\b|comprar\\b)`,
  'iu',
);

/** A link that leads to the form by which one thing is ordered without a basket. */
export const ORDER_WORDS =
  /^(?:subscribe to (?:this|the)|(?:order|book|reserve|rent|hire|request)(?: this| it)(?: \p{L}{2,20})?(?: now| online)?$|(?:jetzt |online )?(?:bestellen|buchen|reservieren|mieten)$|commander$|réserver$|reservar$|encargar$|prenota$|ordina$|bestel (?:nu|dit)|zamów$|objednat$)/iu;

/** Parts of addresses of baskets: a name with another ending, such as `cart.git`, is that of a thing. */
export const CART_ADDRESS =
  /[?&]add[-_]to[-_](?:cart|basket)=|\/(?:cart|basket|checkout|bag|warenkorb|panier|carrito)\b(?!\.(?!html?\b|php|aspx?\b|jsp|cfm|do\b))/i;
