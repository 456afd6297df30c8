/** What the reports of a site have in front, as it is kept: pure. */
import { defined } from '../basics/defined.ts';
import { ServiceError } from '../errors.ts';
import { quote } from '../scanner/checks/evidence.ts';
import { safeLogo } from '../scanner/parse/images/logo.ts';
import type { ReportCover } from '../schema/report-cover.ts';

/**
 * Text without invisible characters, and a logo that holds only its picture; empty parts are left out.
 * @throws ServiceError invalid_request for a logo that cannot be shown
 */
export function safeCover({ title = '', logo = '', note = '', dates = '' }: ReportCover): ReportCover {
  const safe = logo === '' ? undefined : safeLogo(logo);
  if (safe?.ok === false) throw new ServiceError('invalid_request', `report.logo: ${safe.reason}.`);
  const written = (text: string) => (text === '' ? undefined : text);
  return defined({
    title: written(quote(title, title.length)),
    logo: safe?.uri,
    note: written(
      note
        .split('\n')
        .map((line) => quote(line, note.length))
        .join('\n')
        .trim(),
    ),
    dates: written(dates),
  });
}
