import { capitalised } from '../../pluralize.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { readablePage } from './readable.ts';
import { signOutcome } from './sign-outcome.ts';

const PASS_SHARE = 0.9;
const WARN_SHARE = 0.7;

export default defineCheck({
  id: 'P18',
  slug: 'media-alternatives',
  series: 'page',
  category: 'accessibility',
  titles: {
    pass: 'Images and data tables are described',
    fail: 'Images or data tables lack descriptions',
    action: 'Add alternative texts to images and headers to data tables',
  },
  why: 'An agent that reads HTML sees an image only as its alternative text, and cannot tell the columns of a table without headers.',
  rule: 'Counts the images in the content with an alt attribute (empty for decoration), an aria-label or a title. Passes from 90 %. Warns from 70 %, and about a data table (3 rows and 2 columns or more) without a header cell. Fails below 70 %, and where images stand in place of the text of a page (under 15 words). Not applicable to pages without either.',
  sources: [
    'https://www.w3.org/WAI/WCAG22/Understanding/non-text-content.html',
    'https://www.w3.org/WAI/tutorials/tables/',
  ],
  needs: ['page'],
  evaluate({ page }) {
    const read = readablePage(page);
    if (!read.isReadable) return read.outcome;
    const inPlaceOfText = signOutcome('P18', read.facts, read.evidence, {
      picture: 'Write the text that the images show into the page, and name each image with alt.',
    });
    if (inPlaceOfText !== undefined) return inPlaceOfText;
    const { images, tables } = read.facts;
    if (images.total === 0 && tables.data === 0) {
      return notApplicable('The content has neither images nor tables of data.', read.evidence);
    }
    const share = images.total === 0 ? 1 : (images.total - images.withoutAlt) / images.total;
    const counts = [
      images.total > 0 && `images with alternative text: ${images.total - images.withoutAlt} of ${images.total}`,
      tables.data > 0 && `data tables with headers: ${tables.data - tables.withoutHeaders} of ${tables.data}`,
    ].filter((text) => text !== false);
    const message = capitalised(`${counts.join('; ')}.`);
    const evidence = {
      ...read.evidence,
      measured: Math.floor(share * 1000) / 1000,
      threshold: PASS_SHARE,
      examples: images.examples,
    };
    if (share >= PASS_SHARE && tables.withoutHeaders === 0) return pass(message, evidence);
    const finding = {
      howToFix: [
        // Without a number: the same words head the findings of many pages.
        ...(share < PASS_SHARE ? ['Add alt text to each image that has none (alt="" for decoration).'] : []),
        ...(tables.withoutHeaders > 0 ? ['Write the header cells of tables as <th>.'] : []),
      ].join(' '),
      evidence,
    };
    return share < WARN_SHARE ? fail(message, finding) : warn(message, finding);
  },
});
