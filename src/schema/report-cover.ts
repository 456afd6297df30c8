import * as z from 'zod';

export const MAX_TITLE = 100;
export const MAX_NOTE = 2000;
/** 100 KB in base64, and the head of a data address. */
const MAX_LOGO_CHARACTERS = 140_000;

const text = (most: number) => {
  const error = `expected text of at most ${most} characters`;
  return z.string({ error }).max(most, error);
};

/** Whether dates can be written in a language. @param tag of BCP 47 */
function isLanguage(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([tag]).length === 1;
  } catch {
    return false;
  }
}

/** Title, logo and note of a report for a client. The report below them hides nothing, and keeps its rubric. */
export const ReportCover = z.object(
  {
    title: text(MAX_TITLE).optional().describe('In front of the report'),
    logo: text(MAX_LOGO_CHARACTERS).optional().describe('data: URI of a PNG or SVG'),
    note: text(MAX_NOTE).optional().describe('Below the title'),
    dates: text(35)
      .refine(isLanguage, 'expected the tag of a language such as de or fr-CH')
      .optional()
      .describe('Language of dates, e.g. de'),
  },
  { error: 'expected an object with no members but title, logo, note and dates' },
);
export type ReportCover = z.output<typeof ReportCover>;
