/** How a variant renders or breaks what a site offers to do; undefined leaves it whole. */
export type FormFault =
  /** A button that a script handles; no form. */
  | 'script'
  /** As that, but the button is an element without a role. */
  | 'divs'
  | 'captcha'
  /** In a frame of another host. */
  | 'framed'
  | 'gone'
  | 'forbidden'
  /** The page stays, and nothing leads to it. */
  | 'unlinked'
  /** In a dialog that a button opens. */
  | 'dialog'
  /** Sent by GET. */
  | 'get'
  /** With a token that the server wants back. */
  | 'token'
  | 'none';
export type FieldFault =
  /** Neither labels nor names that mean something. */
  | 'bare'
  /** The words stand before the field, which has no label or name. */
  | 'beside'
  | 'placeholder'
  | 'aria';
export interface ActFault {
  readonly form?: FormFault;
  readonly account?: FormFault;
  readonly cart?: FormFault;
  readonly fields?: FieldFault;
  /** Of the sign-in alone. */
  readonly accountFields?: FieldFault;
  readonly search?: 'script' | 'nothing' | 'gone' | 'none';
  readonly list?: 'more' | 'scroll' | 'same' | 'cut' | 'gone';
  readonly figures?: 'script' | 'empty' | 'images' | 'table-image' | 'no-headers';
  readonly jsonLd?: 'disagrees' | 'none';
  readonly api?: 'undocumented' | 'html' | 'unlinked' | 'wrong-paths' | 'no-way' | 'gone' | 'none';
  readonly tools?: 'dead' | 'none';
}

/** Nothing of what the site offers works. */
export const ALL_DEAD: ActFault = {
  form: 'gone',
  account: 'gone',
  cart: 'gone',
  search: 'gone',
  list: 'gone',
  figures: 'empty',
  jsonLd: 'none',
  api: 'gone',
  tools: 'dead',
};
