/** Characters that show nothing, and the writing in which some of them are at home. Sources: Unicode 17, UTS 51. */

/** Controls, all that a display may ignore, and interlinear marks; tab and line breaks are no matter. */
export const UNSEEN = /(?![\t\n\r])[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** The flags of England, Scotland and Wales: the only recommended emoji with tag characters. */
export const TAGGED_FLAGS =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/gu;

/** After these a joiner or non-joiner chooses the form of letters. */
export const JOINS =
  /[\p{scx=Arabic}\p{scx=Syriac}\p{scx=Mongolian}\p{scx=Nko}\p{scx=Adlam}\p{scx=Mandaic}\p{scx=Devanagari}\p{scx=Bengali}\p{scx=Gurmukhi}\p{scx=Gujarati}\p{scx=Oriya}\p{scx=Tamil}\p{scx=Telugu}\p{scx=Kannada}\p{scx=Malayalam}\p{scx=Sinhala}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}]/u;

/** Written without spaces: a zero width space marks where a line may break. */
export const NO_SPACES = /[\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}]/u;

/** Among these, direction marks keep punctuation in its place. */
export const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

export const HANGUL = /\p{scx=Hangul}/u;
export const MONGOLIAN = /\p{scx=Mongolian}/u;

/** What an emoji sequence is made of, but for its joiners. */
export const EMOJI_PART = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u20e3/u;
export const PICTOGRAPH = /\p{Extended_Pictographic}/u;

/** Letters and marks that have no variants to select: a selector after them, or after a space, says nothing. */
export const HAS_NO_VARIANTS = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\s!-"$-)+-/:-~]/u;
