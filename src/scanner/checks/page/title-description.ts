import { pluralize } from '../../pluralize.ts';
import { defineCheck, fail, pass, warn } from '../define.ts';
import { crawlIndex } from './crawl-index.ts';
import { unreadableDigest } from './readable.ts';

const TITLE = { min: 10, max: 70 };
const DESCRIPTION = { min: 50, max: 320 };

export default defineCheck({
  id: 'P11',
  slug: 'title-description',
  series: 'page',
  category: 'metadata',
  titles: {
    pass: 'Pages have their own title and description',
    fail: 'Titles or descriptions are missing or repeated',
    action: 'Give each page its own title and description',
  },
  why: 'Agents choose which results to open by title and description. Two pages with the same ones look like one page.',
  rule: 'Passes with a title of 10 to 70 columns and a meta description of 50 to 320 (wide characters count two), each unique among the scanned pages of its language that may be indexed, and not the same as each other. Warns about any of these faults. Fails when the title or description is missing.',
  sources: [
    'https://html.spec.whatwg.org/multipage/semantics.html#the-title-element',
    'https://developers.google.com/search/docs/appearance/snippet',
  ],
  needs: ['digest', 'crawl'],
  evaluate({ digest, crawl }) {
    const unreadable = unreadableDigest(digest);
    if (unreadable !== undefined) return unreadable;
    const { title, description, finalUrl } = digest;
    const index = crawlIndex(crawl);
    const sameTitle = index.sameTitle.count(digest);
    const sameDescription = index.sameDescription.count(digest);
    const titleColumns = displayWidth(title);
    const descriptionColumns = displayWidth(description);
    const evidence = {
      url: finalUrl,
      snippet: title === '' ? description : title,
      measured: `title ${titleColumns}, description ${descriptionColumns} characters`,
      threshold: `title ${TITLE.min}-${TITLE.max}, description ${DESCRIPTION.min}-${DESCRIPTION.max} characters`,
    };
    const howToFix =
      'Write a title of 10 to 70 characters and a meta description of 50 to 320 that hold for this page only and say what it answers.';

    const missing = [title === '' && 'title', description === '' && 'meta description'].filter(
      (name) => name !== false,
    );
    const faults = [
      ...(title === '' ? [] : widthFaults('title', title, TITLE)),
      ...(description === '' ? [] : widthFaults('description', description, DESCRIPTION)),
      ...sharedBy(sameTitle, 'title'),
      ...sharedBy(sameDescription, 'description'),
      ...(title !== '' && title.toLowerCase() === description.toLowerCase()
        ? ['its description repeats its title']
        : []),
    ];
    const alike = (sameTitle > 0 ? index.sameTitle : index.sameDescription).examples(digest);
    const found = alike.length === 0 ? evidence : { ...evidence, examples: alike, others: alike.slice(0, 1) };
    if (missing.length > 0)
      return fail(`${[`The page has no ${missing.join(' and no ')}`, ...faults].join('; ')}.`, {
        howToFix,
        evidence: found,
      });
    if (faults.length === 0) return pass('Title and description tell the page apart.', evidence);
    return warn(`Title and description do not tell the page apart: ${faults.join('; ')}.`, {
      howToFix,
      evidence: found,
    });
  },
});

const sharedBy = (count: number, name: string): string[] =>
  count === 0 ? [] : [`${pluralize(count, 'other page')} ${count === 1 ? 'has' : 'have'} the same ${name}`];

function widthFaults(name: string, text: string, { min, max }: { min: number; max: number }): string[] {
  const columns = displayWidth(text);
  const is = columns === text.length ? `${columns} characters long` : `as wide as ${columns} Latin letters`;
  if (columns < min) return [`its ${name} is ${is}, less than ${min}`];
  return columns > max ? [`its ${name} is ${is}, more than ${max}`] : [];
}

/** First and last code point of the blocks that East Asian terminals and result lists show two columns wide. */
const WIDE: readonly (readonly [from: number, to: number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f900, 0x1faff],
  [0x20000, 0x3fffd],
];
const MARK = /^\p{M}$/u;

/**
 * Columns a text takes: wide characters (Unicode Standard Annex 11, by block) two, combining marks and joiners none,
 * all others one.
 */
export function displayWidth(text: string): number {
  let columns = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x300) columns += 1;
    else if (code === 0x200b || code === 0x200c || code === 0x200d || code === 0xfe0f || MARK.test(character)) continue;
    else columns += WIDE.some(([from, to]) => code >= from && code <= to) ? 2 : 1;
  }
  return columns;
}
