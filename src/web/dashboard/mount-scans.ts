import type { KeyCaller } from '../../auth/caller.ts';
import { ServiceError } from '../../errors.ts';
import { withScheme } from '../../scanner/net/url-parts.ts';
import { callForAnswer } from '../../tools/gate.ts';
import { forPeople } from '../form-words.ts';
import type { Layout } from '../layout.ts';
import { type Markup, markup } from '../markup.ts';
import { confirmation, inside, PATHS } from './frame.ts';
import type { DashboardParts } from './mount-dashboard.ts';
import { type Member, type Routing, seeOther } from './routing.ts';
import { olderMcpScans, olderScans, type StartForm, scansPage } from './scan-pages.ts';

type Parts = Pick<DashboardParts, 'scans' | 'mcpScans' | 'gate' | 'quotas' | 'layout'>;

const SHOWN = 100;
const MCP_SHOWN = 20;
const DEFAULT_PAGES = '100';

/** `/dashboard`: the account's scans, their trends, new ones, and deleting them. */
export function mountScans({ memberPage, memberForm }: Routing, parts: Parts): void {
  const { scans, mcpScans, gate, quotas, layout } = parts;
  const show = ({ account, formToken }: Member, title: string, main: Markup, status = 200): Response =>
    inside(layout, { account, formToken }, { path: PATHS.scans, title, status }, main);

  const newest = async (member: Member, written: Partial<StartForm> = {}, status = 200): Promise<Response> => {
    const { account, formToken } = member;
    const [windows, ofSites, ofServers] = await Promise.all([
      quotas.peek(callerOf(member), 'start-scan'),
      scans.list(account.id, { limit: SHOWN }),
      mcpScans.list(account.id, { limit: MCP_SHOWN }),
    ]);
    const form = { formToken, windows, url: '', pageLimit: DEFAULT_PAGES, ...written };
    const lists = {
      scans: { rows: ofSites, hasMore: ofSites.length === SHOWN },
      mcpScans: { rows: ofServers, hasMore: ofServers.length === MCP_SHOWN },
    };
    return show(member, 'Your scans', scansPage(account.plan === 'free' ? undefined : form, lists), status);
  };

  memberPage(PATHS.scans, async ({ url: { searchParams } }, member) => {
    const [before, mcpBefore] = [timeIn(searchParams, 'before'), timeIn(searchParams, 'mcp-before')];
    if (before !== undefined) {
      const rows = await scans.list(member.account.id, { limit: SHOWN, before });
      return show(member, 'Older scans', olderScans({ rows, hasMore: rows.length === SHOWN }));
    }
    if (mcpBefore !== undefined) {
      const rows = await mcpScans.list(member.account.id, { limit: SHOWN, before: mcpBefore });
      return show(member, 'Older scans', olderMcpScans({ rows, hasMore: rows.length === SHOWN }));
    }
    return newest(member);
  });
  memberForm(PATHS.scans, async (event, member, fields) => {
    const url = (fields.get('url') ?? '').trim();
    const pageLimit = fields.get('pageLimit') ?? DEFAULT_PAGES;
    try {
      const { output } = await callForAnswer(gate, {
        tool: 'start_scan',
        input: { url: withScheme(url), pageLimit: Number(pageLimit) },
        caller: callerOf(member),
        request: event.req,
      });
      const scan = await scans.find(member.account.id, String(output.id));
      if (scan === undefined) throw new Error('a scan that was started is not there');
      return seeOther(`/s/${scan.shareToken}`);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const field = error.message.startsWith('pageLimit') ? 'pageLimit' : 'url';
      return newest(member, { fault: { field, message: forPeople(error) }, url, pageLimit }, error.status);
    }
  });

  mountDeletion({ memberPage, memberForm }, layout, {
    path: `${PATHS.scans}/scans`,
    addressOf: async (accountId, id) => (await scans.find(accountId, id))?.rootUrl,
    remove: scans.remove,
  });
  mountDeletion({ memberPage, memberForm }, layout, {
    path: `${PATHS.scans}/mcp-scans`,
    addressOf: async (accountId, id) => (await mcpScans.find(accountId, id))?.scan.endpoint,
    remove: mcpScans.remove,
  });
}

interface Deletable {
  /** `/{id}/delete` under it asks, and does it once that is confirmed. */
  readonly path: string;
  /** Of what was scanned; undefined when the account has no such scan. */
  addressOf(accountId: string, id: string): Promise<string | undefined>;
  /** @throws ServiceError not_found, or that it cannot be deleted now */
  remove(accountId: string, id: string): Promise<void>;
}

function mountDeletion(
  { memberPage, memberForm }: Pick<Routing, 'memberPage' | 'memberForm'>,
  layout: Layout,
  { path, addressOf, remove }: Deletable,
): void {
  memberPage(`${path}/:id/delete`, async ({ context }, { account, formToken }) => {
    const id = context.params?.id ?? '';
    const address = await addressOf(account.id, id);
    if (address === undefined) throw new ServiceError('not_found', 'There is no such scan, or it is not yours.');
    const question = confirmation(
      { formToken },
      {
        title: 'Delete this scan?',
        consequence: markup`The report of <strong>${address}</strong> is gone for good, for everybody who has its link too.`,
        action: `${path}/${id}/delete`,
        confirm: 'Delete the scan',
        back: PATHS.scans,
      },
    );
    return inside(layout, { account, formToken }, { path: PATHS.scans, title: 'Delete a scan' }, question);
  });
  memberForm(`${path}/:id/delete`, async ({ context }, { account }) => {
    await remove(account.id, context.params?.id ?? '');
    return seeOther(PATHS.scans);
  });
}

/** Milliseconds since the epoch; undefined when the query has no such date-time. */
function timeIn(query: URLSearchParams, name: string): number | undefined {
  const time = Date.parse(query.get(name) ?? '');
  return Number.isNaN(time) ? undefined : time;
}

/** Scans from here count as those of one more key of the account: its id is the name of no key. */
const callerOf = ({ account }: Member): KeyCaller => ({
  kind: 'key',
  accountId: account.id,
  plan: account.plan,
  keyPrefix: account.id,
});
