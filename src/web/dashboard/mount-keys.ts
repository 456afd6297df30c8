import { ServiceError } from '../../errors.ts';
import { forPeople } from '../form-words.ts';
import { markup } from '../markup.ts';
import { confirmation, inside, PATHS } from './frame.ts';
import { type KeysPage, keysPage } from './key-pages.ts';
import type { DashboardParts } from './mount-dashboard.ts';
import { type Member, type Routing, seeOther } from './routing.ts';

type Parts = Pick<DashboardParts, 'apiKeys' | 'quotas' | 'layout' | 'baseUrl'>;

/** `/dashboard/api-keys`: list, create, revoke. */
export function mountKeys({ memberPage, memberForm }: Routing, { apiKeys, quotas, layout, baseUrl }: Parts): void {
  const list = async (
    { account, formToken }: Member,
    more: Pick<KeysPage, 'message' | 'made'> = {},
    status = 200,
  ): Promise<Response> => {
    const keys = await apiKeys.list(account.id);
    const active = await Promise.all(
      keys
        .filter(({ revokedAt }) => revokedAt === null)
        .map(async (key) => {
          const caller = { kind: 'key', accountId: account.id, plan: account.plan, keyPrefix: key.prefix } as const;
          const windows = await Promise.all([quotas.peek(caller, 'start-scan'), quotas.peek(caller, 'read-scan')]);
          return { key, windows: windows.flat() };
        }),
    );
    const page = keysPage({
      formToken,
      baseUrl,
      isFree: account.plan === 'free',
      active,
      revoked: keys.filter(({ revokedAt }) => revokedAt !== null),
      ...more,
    });
    return inside(
      layout,
      { account, formToken },
      { path: PATHS.keys, title: 'API keys', status, scripts: ['report.js'] },
      page,
    );
  };

  memberPage(PATHS.keys, (_event, member) => list(member));
  memberForm(PATHS.keys, async (_event, member, fields) => {
    const name = fields.get('name') ?? '';
    try {
      const { key, record } = await apiKeys.create(member.account, name);
      return await list(member, { made: { key, name: record.name } });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return list(member, { message: forPeople(error) }, error.status);
    }
  });

  memberPage(`${PATHS.keys}/:prefix/revoke`, async ({ context }, { account, formToken }) => {
    const prefix = context.params?.prefix ?? '';
    const key = (await apiKeys.list(account.id)).find((each) => each.prefix === prefix && each.revokedAt === null);
    if (key === undefined) throw new ServiceError('not_found', 'There is no such key, or it is revoked already.');
    const question = confirmation(
      { formToken },
      {
        title: `Revoke “${key.name}”?`,
        consequence: markup`Whatever uses <code>svc_live_${prefix}_…</code> is refused from now on. This cannot be undone; your other keys keep working.`,
        action: `${PATHS.keys}/${prefix}/revoke`,
        confirm: 'Revoke the key',
        back: PATHS.keys,
      },
    );
    return inside(layout, { account, formToken }, { path: PATHS.keys, title: 'Revoke a key' }, question);
  });
  memberForm(`${PATHS.keys}/:prefix/revoke`, async ({ context }, { account }) => {
    await apiKeys.revoke(account.id, context.params?.prefix ?? '');
    return seeOther(PATHS.keys);
  });
}
