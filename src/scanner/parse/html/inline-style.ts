/** Where an inline style leaves an element: in sight, off the page, or on it without size or colour. */
export type Sight = 'shown' | 'hidden' | 'unseen';

const SIZES = new Set(['width', 'height', 'max-width', 'max-height']);

/**
 * The effect of a style attribute on its element's visibility. `hidden`: display:none or visibility:hidden; `unseen`:
 * no opacity, no font size, or a box without size that cuts off its content.
 */
export function sightOf(style: string): Sight {
  const compact = style.replace(/\s+/g, '').toLowerCase();
  if (compact.includes('display:none') || compact.includes('visibility:hidden')) return 'hidden';
  if (!compact.includes(':0') && !compact.includes(':.0')) return 'shown';

  let hasNoSize = false;
  let cutsOff = false;
  for (const declaration of compact.split(';')) {
    const [property = '', value = ''] = declaration.split(':', 2);
    const isZero = Number.parseFloat(value) === 0;
    if (isZero && (property === 'opacity' || property === 'font-size')) return 'unseen';
    if (isZero && SIZES.has(property)) hasNoSize = true;
    if (property.startsWith('overflow') && (value.startsWith('hidden') || value.startsWith('clip'))) cutsOff = true;
  }
  return hasNoSize && cutsOff ? 'unseen' : 'shown';
}
