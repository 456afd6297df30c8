import type { KeyCaller } from '../../auth/caller.ts';
import { ServiceError } from '../../errors.ts';
import { callForAnswer } from '../../tools/gate.ts';
import { markup } from '../markup.ts';
import { confirmation, inside, PATHS } from './frame.ts';
import type { DashboardParts } from './mount-dashboard.ts';
import { forPeople, type Member, type Routing, seeOther } from './routing.ts';
import { type ScansPage, scansPage } from './scan-pages.ts';

type Parts = Pick<DashboardParts, 'scans' | 'mcpScans' | 'gate' | 'layout'>;

const SHOWN = 100;
const MCP_SHOWN = 20;

/** `/dashboard`: the account's scans, their trends, new ones, and deleting them. */
export function mountScans({ memberPage, memberForm }: Routing, { scans, mcpScans, gate, layout }: Parts): void {
  const list = async (
    { account, formToken }: Member,
    { before, status = 200, ...more }: Pick<ScansPage, 'message' | 'url'> & { before?: number; status?: number } = {},
  ): Promise<Response> => {
    const page = before === undefined ? {} : { before };
    const found = await scans.list(account.id, { limit: SHOWN, ...page });
    const main = scansPage({
      formToken,
      isFree: account.plan === 'free',
      scans: found,
      mcpScans: before === undefined ? await mcpScans.list(account.id, { limit: MCP_SHOWN }) : [],
      hasMore: found.length === SHOWN,
      ...more,
    });
    return inside(layout, { account, formToken }, { path: PATHS.scans, title: 'Your scans', status }, main);
  };

  memberPage(PATHS.scans, (event, member) => {
    const before = Date.parse(event.url.searchParams.get('before') ?? '');
    return list(member, Number.isNaN(before) ? {} : { before });
  });
  memberForm(PATHS.scans, async (event, member, fields) => {
    const url = (fields.get('url') ?? '').trim();
    try {
      const { output } = await callForAnswer(gate, {
        tool: 'start_scan',
        input: { url: withScheme(url) },
        caller: callerOf(member),
        signal: event.req.signal,
      });
      const scan = await scans.find(member.account.id, String(output.id));
      if (scan === undefined) throw new Error('a scan that was started is not there');
      return seeOther(`/s/${scan.shareToken}`);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return list(member, { message: forPeople(error), url, status: error.status });
    }
  });

  const path = `${PATHS.scans}/scans/:id/delete`;
  memberPage(path, async ({ context }, { account, formToken }) => {
    const scan = await scans.find(account.id, context.params?.id ?? '');
    if (scan === undefined) throw new ServiceError('not_found', 'There is no such scan, or it is not yours.');
    const question = confirmation(
      { formToken },
      {
        title: 'Delete this scan?',
        consequence: markup`The report of <strong>${scan.rootUrl}</strong> is gone for good, for everybody who has its link too.`,
        action: `${PATHS.scans}/scans/${scan.id}/delete`,
        confirm: 'Delete the scan',
        back: PATHS.scans,
      },
    );
    return inside(layout, { account, formToken }, { path: PATHS.scans, title: 'Delete a scan' }, question);
  });
  memberForm(path, async ({ context }, { account }) => {
    await scans.remove(account.id, context.params?.id ?? '');
    return seeOther(PATHS.scans);
  });
}

/** Scans from here count as those of one more key of the account: its id is the name of no key. */
const callerOf = ({ account }: Member): KeyCaller => ({
  kind: 'key',
  accountId: account.id,
  plan: account.plan,
  keyPrefix: account.id,
});

/** People write `example.com`. */
const withScheme = (text: string): string =>
  text === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
