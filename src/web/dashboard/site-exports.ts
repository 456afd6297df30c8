/** The account's sites as files. */
import type { H3Event } from 'h3';
import { sessionCaller } from '../../auth/sign-in.ts';
import type { ListedSite } from '../../schema/site.ts';
import { siteTableHead, siteTableRows } from '../../sites/site-table.ts';
import { everySite } from '../../tools/list-sites.ts';
import { attachment, CSV_TYPE, type DashboardParts, JSON_TYPE, type Member, PATHS, type Routing } from './frame.ts';
import { viewOf, wantedOf } from './sites-view.ts';

/** `/dashboard/sites.csv` and `/dashboard/sites.json`: every site that the list shows, on whatever page. */
export function mountSiteExports(
  { memberPage }: Pick<Routing, 'memberPage'>,
  { sites, watches, quotas }: Pick<DashboardParts, 'sites' | 'watches' | 'quotas'>,
): void {
  const exported = async (
    event: H3Event,
    { account }: Member,
    [head, between, end]: readonly string[],
    rows: (sites: readonly ListedSite[]) => string,
    type: string,
    name: string,
  ) => {
    const caller = sessionCaller(account);
    await quotas.draw(caller, 'other');
    let text = head ?? '';
    let isFirst = true;
    for await (const some of everySite(wantedOf(viewOf(event.url.searchParams)), { caller, sites, watches })) {
      if (some.length === 0) continue;
      text += (isFirst ? '' : between) + rows(some);
      isFirst = false;
    }
    return attachment(text + end, type, name);
  };
  memberPage(`${PATHS.sites}/sites.csv`, (event, member) =>
    exported(event, member, [siteTableHead, '', ''], siteTableRows, CSV_TYPE, 'legible-sites.csv'),
  );
  memberPage(`${PATHS.sites}/sites.json`, (event, member) =>
    exported(
      event,
      member,
      ['{"sites":[', ',', ']}'],
      (some) => some.map((site) => JSON.stringify(site)).join(','),
      JSON_TYPE,
      'legible-sites.json',
    ),
  );
}
