import { sessionCaller } from '../../auth/sign-in.ts';
import { ServiceError } from '../../errors.ts';
import { withLikelyScheme } from '../../scanner/parse/url/normalise-url.ts';
import { SiteList } from '../../schema/site.ts';
import { forPeople } from '../home.ts';
import { createToolCalls } from './call-tool.ts';
import { type DashboardParts, inside, type Member, PATHS, type Routing, seeOther } from './frame.ts';
import { actOnSites } from './site-actions.ts';
import { mountSiteExports } from './site-exports.ts';
import { ACTIONS_PATH, sitesPage } from './sites-page.ts';
import { EMPTY_VIEW, type View, viewOf, wantedOf } from './sites-view.ts';
import { DEFAULT_PAGES, type StartForm } from './start-forms.ts';

const SHOWN = 50;
/** Of a form with the URLs of a page of sites. */
const MAX_FORM_BYTES = 256 * 1024;

type Parts = Pick<DashboardParts, 'sites' | 'watches' | 'scans' | 'gate' | 'quotas' | 'layout'>;

/** `/dashboard`: the account's sites, scans of new ones, and actions on several at once. */
export function mountSites({ memberPage, memberForm }: Routing, parts: Parts): void {
  const { sites, scans, gate, quotas, layout } = parts;
  const { call, callOnAnyPlan } = createToolCalls(gate);

  const list = async (
    event: { req: Request },
    member: Member,
    {
      view = EMPTY_VIEW,
      written = {},
      message,
      status = 200,
    }: { view?: View; written?: Partial<StartForm>; message?: string; status?: number } = {},
  ): Promise<Response> => {
    const { account, formToken } = member;
    const input = { ...wantedOf(view), limit: SHOWN, ...(view.cursor === '' ? {} : { cursor: view.cursor }) };
    const [windows, listed] = await Promise.all([
      quotas.peek(sessionCaller(account), 'start-scan'),
      callOnAnyPlan(event, member, 'list_sites', input),
    ]);
    const form = { formToken, windows, kind: 'site', url: '', pageLimit: DEFAULT_PAGES, ...written } as const;
    const main = sitesPage({
      form: account.plan === 'free' ? undefined : form,
      formToken,
      view,
      list: SiteList.parse(listed),
      message,
    });
    return inside(layout, { account, formToken }, { path: PATHS.sites, title: 'Your sites', status }, main);
  };

  memberPage(PATHS.sites, (event, member) => list(event, member, { view: viewOf(event.url.searchParams) }));

  memberForm(PATHS.sites, async (event, member, fields) => {
    const url = (fields.get('url') ?? '').trim();
    const pageLimit = fields.get('pageLimit') ?? DEFAULT_PAGES;
    const kind = fields.get('kind') === 'mcp' ? 'mcp' : 'site';
    const address = withLikelyScheme(url);
    try {
      if (kind === 'mcp') {
        const { shareUrl } = await call(event, member, 'scan_mcp', { endpoint: address });
        return seeOther(String(shareUrl));
      }
      const { id } = await call(event, member, 'start_scan', { url: address, pageLimit: Number(pageLimit) });
      const scan = await scans.find(member.account.id, String(id));
      if (scan === undefined) throw new Error('a scan that was started is not there');
      return seeOther(`/s/${scan.shareToken}`);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const field = error.message.startsWith('pageLimit') ? 'pageLimit' : 'url';
      const written = { fault: { field, message: forPeople(error) }, kind, url, pageLimit } as const;
      return list(event, member, { written, status: error.status });
    }
  });

  // A page that a form made has the address of the form, and may be loaded again.
  memberPage(ACTIONS_PATH, async () => seeOther(PATHS.sites));
  memberForm(
    ACTIONS_PATH,
    async (event, member, fields) => {
      const view = viewOf(fields);
      try {
        return await actOnSites(event, member, { fields, view, parts: { sites, call } });
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        return list(event, member, { view, message: forPeople(error), status: error.status });
      }
    },
    MAX_FORM_BYTES,
  );

  mountSiteExports({ memberPage }, parts);
}
