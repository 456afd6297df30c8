/** Title, logo and note in front of a report, and the form that sets them. */
import type { ReportCover } from '../../schema/report-cover.ts';
import { type Markup, markup } from '../markup.ts';

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

/** For the owner: sets the cover of every report of the site. @param action where it is sent */
export const coverForm = (
  { title = '', note = '', logo, dates = '' }: ReportCover,
  { action, formToken }: { readonly action: string; readonly formToken: string },
): Markup => markup`<form method="post" action="${action}" enctype="multipart/form-data" class="card stack no-print"><input type="hidden" name="formToken" value="${formToken}">
<h3>For somebody else</h3>
<p class="soft">Shown in front of every report of this site: on the shared page, in the HTML file and on paper. Nothing else changes.</p>
<div class="field"><label for="coverTitle">Title</label><input type="text" id="coverTitle" name="title" value="${title}" maxlength="100" autocomplete="off"></div>
<div class="field"><label for="coverNote">Note</label><textarea id="coverNote" name="note" rows="3" maxlength="2000">${note}</textarea></div>
<div class="field"><label for="coverDates">Dates in</label><select id="coverDates" name="dates">${LANGUAGES.map((tag) => markup`<option value="${tag}"${tag === (dates === '' ? LANGUAGES[0] : dates) && markup` selected`}>${NAMES.of(tag)}</option>`)}</select></div>
${logo !== undefined && markup`<label class="choice"><input type="checkbox" name="withoutLogo" value="1"> Remove the logo</label>`}
<div class="field"><label for="coverLogo">Logo, SVG or PNG of at most 100 KB${logo !== undefined && ' (in place of the one there is)'}</label><input type="file" id="coverLogo" name="logo" accept=".svg,.png,image/svg+xml,image/png"></div>
<div><button type="submit" class="button quiet">Save</button></div>
</form>`;
