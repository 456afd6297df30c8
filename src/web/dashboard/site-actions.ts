/** What a form does with the sites that it chose. */
import type { H3Event } from 'h3';
import { ServiceError } from '../../errors.ts';
import { HOURLY_PAGE_LIMIT } from '../../scans/watches/schedule.ts';
import { latestScored, pageOfRows } from '../../sites/site-list.ts';
import { cleanLabels, MAX_LABEL } from '../../sites/sites.ts';
import { count, pluralize } from '../report/check-views.ts';
import { compareHref } from '../report/compare.ts';
import type { ToolCalls } from './call-tool.ts';
import { type DashboardParts, type Member, PATHS, seeOther } from './frame.ts';
import { hrefOf, type View, wantedOf } from './sites-view.ts';

/** Sites that one form acts on at most. */
export const MOST_CHOSEN = 1000;

interface Parts extends Pick<DashboardParts, 'sites'> {
  readonly call: ToolCalls['call'];
}

/** @throws ServiceError as the tools do */
export async function actOnSites(
  event: H3Event,
  member: Member,
  { fields, view, parts }: { readonly fields: URLSearchParams; readonly view: View; readonly parts: Parts },
): Promise<Response> {
  const { sites, call } = parts;
  const chosen = await chosenIn(member, fields, { view, sites });
  const { id } = member.account;
  switch (fields.get('action')) {
    case 'scan': {
      const batch = await call(event, member, 'start_batch', {
        urls: chosen,
        pageLimit: await pagesFor(sites, id, chosen),
      });
      return seeOther(`${PATHS.batches}/${String(batch.id)}`);
    }
    case 'compare':
      return seeOther(await comparisonOf(sites, id, chosen));
    case 'watch':
      await watchAll(chosen, fields.get('cadence') ?? '', (input) => call(event, member, 'watch_site', input));
      return seeOther(hrefOf(view));
    case 'label':
    case 'unlabel':
      await labelAll(sites, id, chosen, { label: labelIn(fields), isAdded: fields.get('action') === 'label' });
      return seeOther(hrefOf(view));
    default:
      throw new ServiceError('invalid_request', 'Press one of the buttons below the list.');
  }
}

/** Root URLs of the sites that a form chose. @throws ServiceError invalid_request for none */
async function chosenIn(
  { account }: Member,
  fields: URLSearchParams,
  { view, sites }: Pick<Parts, 'sites'> & { readonly view: View },
): Promise<string[]> {
  const chosen =
    fields.get('all') === '1'
      ? pageOfRows(await sites.rows(account.id), { ...wantedOf(view), limit: MOST_CHOSEN }).rows.map(
          ({ rootUrl }) => rootUrl,
        )
      : [...new Set(fields.getAll('site'))].slice(0, MOST_CHOSEN);
  if (chosen.length === 0) throw new ServiceError('invalid_request', 'Choose at least one site.');
  return chosen;
}

/** @throws ServiceError not_found, before any site is changed, for one that the account does not have */
async function labelAll(
  sites: Parts['sites'],
  accountId: string,
  chosen: readonly string[],
  { label, isAdded }: { label: string; isAdded: boolean },
): Promise<void> {
  const found = await Promise.all(chosen.map((rootUrl) => sites.find(accountId, rootUrl)));
  const missing = found.filter((site) => site === undefined).length;
  if (missing > 0) {
    const words = `${count(missing)} of ${pluralize(chosen.length, 'chosen site')} cannot be found in your account.`;
    throw new ServiceError('not_found', `${words} No label was changed.`);
  }
  for (const rootUrl of chosen)
    await sites.label(accountId, rootUrl, (before) =>
      isAdded ? [...before, label] : before.filter((each) => each !== label),
    );
}

/** As many as the largest of the last scans read at most: no site is scanned with fewer than before. */
async function pagesFor(sites: Parts['sites'], accountId: string, chosen: readonly string[]): Promise<number> {
  const known = await Promise.all(chosen.map((rootUrl) => sites.find(accountId, rootUrl)));
  return Math.max(1, ...known.map((site) => site?.runs[0]?.pageLimit ?? 1));
}

async function comparisonOf(
  sites: Parts['sites'],
  accountId: string,
  [one, other, ...more]: readonly string[],
): Promise<string> {
  if (one === undefined || other === undefined || more.length > 0)
    throw new ServiceError('invalid_request', 'Choose exactly two sites to compare.');
  const tokens = await Promise.all(
    [one, other].map(async (rootUrl) => {
      const site = await sites.find(accountId, rootUrl);
      return site && latestScored(site)?.shareToken;
    }),
  );
  const [first, second] = tokens;
  if (first === undefined || second === undefined)
    throw new ServiceError('invalid_request', 'Both sites need a scan with a score. Scan them again first.');
  return compareHref(second, first);
}

/** One after another, up to the first that is refused; each with as many pages as every cadence allows. */
async function watchAll(
  chosen: readonly string[],
  cadence: string,
  watch: (input: Record<string, unknown>) => Promise<unknown>,
): Promise<void> {
  for (const [done, url] of chosen.entries()) {
    const pageLimit = cadence === 'off' ? {} : { pageLimit: HOURLY_PAGE_LIMIT };
    await watch({ url, cadence, ...pageLimit }).catch((error: unknown) => {
      if (!(error instanceof ServiceError)) throw error;
      // There is no watch to end.
      if (cadence === 'off' && error.code === 'not_found') return;
      throw new ServiceError(
        error.code,
        `${count(done)} of ${pluralize(chosen.length, 'site')} done. ${error.message}`,
        {
          cause: error,
        },
      );
    });
  }
}

/** The label of the form as it is kept. @throws ServiceError invalid_request for one that shows nothing, or is too long */
function labelIn(fields: URLSearchParams): string {
  const written = (fields.get('newLabel') ?? '').trim();
  const [label] = cleanLabels([written]);
  if (label === undefined || written.length > MAX_LABEL)
    throw new ServiceError('invalid_request', `Write a label of 1 to ${MAX_LABEL} visible characters.`);
  return label;
}
