/** Title, logo and note in front of a report, and the form that sets them. */
import type { ServiceError } from '../../errors.ts';
import { MAX_LOGO_BYTES } from '../../scanner/parse/images/logo.ts';
import { MAX_NOTE, MAX_TITLE, type ReportCover } from '../../schema/report-cover.ts';
import { forPeople } from '../home.ts';
import { type Markup, markup } from '../markup.ts';
import { count } from './check-views.ts';

/** The logo, title and note; nothing of the report below is hidden by them. */
export function coverOf(cover: ReportCover | undefined, rubricVersion: string): Markup {
  const { title, logo, note } = cover ?? {};
  if (title === undefined && logo === undefined && note === undefined) return markup``;
  return markup`<header class="cover">
${logo !== undefined && markup`<img class="cover-logo" src="${logo}" alt="">`}
<div class="flow">${title !== undefined && markup`<p class="cover-title">${title}</p>`}
${note?.split('\n').map((line) => markup`<p>${line}</p>`)}
<p class="soft small">Graded by Legible under rubric ${rubricVersion}.</p></div>
</header>
`;
}

/** Languages that the form offers; the tool takes any. */
const LANGUAGES = ['en-GB', 'en-US', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'sv'] as const;
const NAMES = new Intl.DisplayNames('en', { type: 'language' });

export const LOGO_TOO_LARGE = `The logo is larger than ${MAX_LOGO_BYTES / 1000} KB. Choose a smaller file.`;

/** Why a cover was refused, and the field that it concerns. */
interface CoverFault {
  readonly field: 'title' | 'note' | 'dates' | 'logo' | undefined;
  readonly message: string;
}

/** @param error of `label_site`, or of reading the file */
export function coverFault(error: ServiceError): CoverFault {
  const { message } = error;
  if (message === LOGO_TOO_LARGE) return { field: 'logo', message };
  const [, field, reason = ''] = /^report\.(title|note|dates|logo): (.*)$/s.exec(message) ?? [];
  switch (field) {
    case 'title':
      return { field, message: `Write a title of at most ${count(MAX_TITLE)} characters.` };
    case 'note':
      return { field, message: `Write a note of at most ${count(MAX_NOTE)} characters.` };
    case 'dates':
      return { field, message: 'Choose one of the languages.' };
    case 'logo':
      return { field, message: `The logo cannot be shown: ${reason}` };
    default:
      return { field: undefined, message: forPeople(error) };
  }
}

interface CoverForm {
  /** Where it is sent. */
  readonly action: string;
  readonly formToken: string;
  /** Whether the removal of the logo is chosen. */
  readonly withoutLogo?: boolean;
  readonly fault?: CoverFault;
}

/** For the owner: sets the cover of every report of the site. @param cover as kept, or as written where it was refused */
export function coverForm(
  { title = '', note = '', logo, dates = '' }: ReportCover,
  { action, formToken, withoutLogo = false, fault }: CoverForm,
): Markup {
  const faultOf = (field: CoverFault['field']) =>
    fault !== undefined &&
    fault.field === field &&
    markup` aria-invalid="true" aria-describedby="cover-fault" autofocus`;
  return markup`<form method="post" action="${action}" enctype="multipart/form-data" class="card stack no-print"><input type="hidden" name="formToken" value="${formToken}">
<h3>For somebody else</h3>
<p class="soft">Shown in front of every report of this site: on the shared page, in the HTML file and on paper. Nothing else changes.</p>
${fault !== undefined && markup`<p class="fault" id="cover-fault" role="alert">${fault.message}</p>`}
<div class="field"><label for="coverTitle">Title</label><input type="text" id="coverTitle" name="title" value="${title}" maxlength="${MAX_TITLE}" autocomplete="off"${faultOf('title')}></div>
<div class="field"><label for="coverNote">Note</label><textarea id="coverNote" name="note" rows="3" maxlength="${MAX_NOTE}"${faultOf('note')}>${note}</textarea></div>
<div class="field"><label for="coverDates">Dates in</label><select id="coverDates" name="dates"${faultOf('dates')}>${LANGUAGES.map((tag) => markup`<option value="${tag}"${tag === (dates === '' ? LANGUAGES[0] : dates) && markup` selected`}>${NAMES.of(tag)}</option>`)}</select></div>
${logo !== undefined && markup`<label class="choice"><input type="checkbox" name="withoutLogo" value="1"${withoutLogo && markup` checked`}> Remove the logo</label>`}
<div class="field"><label for="coverLogo">Logo, SVG or PNG of at most ${MAX_LOGO_BYTES / 1000} KB${logo !== undefined && ' (in place of the one there is)'}</label><input type="file" id="coverLogo" name="logo" accept=".svg,.png,image/svg+xml,image/png"${faultOf('logo')}></div>
<div><button type="submit" class="button quiet">Save</button></div>
</form>`;
}
