/** Buttons and links outside of forms: only scripts know what they do. */

import { attributeOf, type Element, PLACE } from '../walk.ts';
import { CART_WORDS } from './cart-words.ts';
import type { LooseControl } from './page-actions.ts';
import { attributeName, attributeText, markOf, within } from './text-within.ts';

const MAX_CONTROLS = 40;

export interface LooseControls {
  /** A button that sends no form. */
  addButton(element: Element, text: string, place: number): void;
  /** A link or an element with the role of a button, unless it leads to an address. */
  addScriptedLink(element: Element, place: number): void;
  /** An element that only looks like a button, where it is for the basket. */
  addPretended(element: Element, place: number): void;
  readonly found: readonly LooseControl[];
}

export function looseControls(): LooseControls {
  const found: LooseControl[] = [];
  const add = (element: Element, text: string, place: number, isPretended = false): void => {
    if (text === '' || found.length >= MAX_CONTROLS || (place & PLACE.hidden) !== 0) return;
    if (turnsSlides(element)) return;
    const data = element.attrs.find(({ name, value }) => name.startsWith('data-') && /^(?:\/|https?:)/.test(value));
    const isHandled = data !== undefined || element.attrs.some(({ name }) => HANDLER.test(name));
    found.push({
      label: text,
      isPretended,
      isDisabled: isDisabled(element),
      isHandled,
      data: data?.value.slice(0, 200) ?? '',
    });
  };
  return {
    addButton: add,
    addScriptedLink(element, place) {
      const href = attributeOf(element, 'href')?.trim() ?? '';
      const leads = element.tagName === 'a' && href !== '' && href !== '#' && !/^javascript:/i.test(href);
      if (!leads) add(element, attributeName(element) || within(element).text, place);
    },
    addPretended(element, place) {
      const text = attributeName(element) || within(element).text;
      if (CART_WORDS.test(text) || CART_MARK.test(markOf(element))) add(element, text || CART_LABEL, place, true);
    },
    found,
  };
}

const isDisabled = (element: Element): boolean =>
  attributeOf(element, 'disabled') !== undefined || attributeOf(element, 'aria-disabled') === 'true';

/** A control of a carousel turns to slides that are in the page, and brings nothing. */
const turnsSlides = (element: Element): boolean =>
  element.attrs.some(({ name }) => name === 'data-slide' || name === 'data-bs-slide') ||
  SLIDES.test(attributeText(element, 'class', 200));
const SLIDES =
  /(?:^|\s)(?:carousel-control|swiper-button|slick-(?:prev|next)|splide__arrow|glide__arrow|owl-(?:prev|next)|flickity-)/;

/** Attributes that call a script, or tell one what to do. */
const HANDLER =
  /^(?:on|@|v-on:|x-on:|hx-|wire:|ng-click|\(click\)|data-(?:action|bind|on|click|toggle|add|product|variant|sku))/i;
const CART_MARK = /add[-_]?to[-_]?(?:cart|basket|bag)/;
const CART_LABEL = 'Add to cart';

/** An element without a role that a click handler or a class makes look like a button. */
export const isPretendedButton = (element: Element): boolean =>
  (element.tagName === 'div' || element.tagName === 'span') &&
  attributeOf(element, 'role') === undefined &&
  (attributeOf(element, 'onclick') !== undefined ||
    (MAY_BE_BUTTON.test(attributeOf(element, 'class') ?? '') &&
      /(?:^|[\s_-])(?:button|btn|submit)(?:$|[\s_-])/i.test(attributeText(element, 'class', 120))));
/** In all classes of pretended buttons: few others have it. */
const MAY_BE_BUTTON = /button|btn|submit/i;
