import { type ApiKey, MAX_ACTIVE_KEYS } from '../../auth/api-keys.ts';
import type { DrawnWindow } from '../../auth/quotas.ts';
import { ServiceError } from '../../errors.ts';
import { forPeople } from '../home.ts';
import { copyable, type Markup, markup } from '../markup.ts';
import { shortDate } from '../report/check-views.ts';

import type { DashboardParts } from './frame.ts';
import {
  confirmation,
  fault,
  inside,
  type Member,
  PATHS,
  type Routing,
  seeOther,
  tokenField,
  usedOf,
} from './frame.ts';

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
      { path: PATHS.keys, title: 'API keys', status, scripts: ['copy.js'] },
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

/** A key with the remainder of its rate limits. */
interface KeyUse {
  readonly key: ApiKey;
  readonly windows: readonly DrawnWindow[];
}

interface KeysPage {
  readonly formToken: string;
  readonly baseUrl: string;
  readonly isFree: boolean;
  /** Active ones, newest first. */
  readonly active: readonly KeyUse[];
  readonly revoked: readonly ApiKey[];
  readonly message?: string;
  /** A key that was just made: this page is its only showing. */
  readonly made?: { readonly key: string; readonly name: string };
}

const keysPage = ({ formToken, baseUrl, isFree, active, revoked, message, made }: KeysPage): Markup => markup`
<div class="flow"><h1>API keys</h1>
<p class="soft">A key lets an agent or a job scan as you, over <a href="/docs/api">REST</a> and <a href="/docs/mcp">MCP</a>. Give each its own, so that you can revoke one without stopping the rest.</p></div>
${made !== undefined && shownOnce(made, baseUrl)}
${fault(message)}
<section class="section" aria-labelledby="new-key"><h2 id="new-key">New key</h2>
${isFree ? markup`<p>API keys need a Pro plan; this account is on the Free plan.</p>` : newKey(formToken, active.length)}
</section>
<section class="section" aria-labelledby="active-keys"><h2 id="active-keys">Active keys</h2>
${active.length === 0 ? markup`<p class="soft">None yet.</p>` : activeTable(active)}
</section>
${revoked.length > 0 && markup`<section class="section"><details class="more"><summary>Revoked keys (${revoked.length})</summary>${revokedTable(revoked)}</details></section>`}`;

const newKey = (formToken: string, active: number): Markup =>
  active >= MAX_ACTIVE_KEYS
    ? markup`<p>This account has ${MAX_ACTIVE_KEYS} active keys, which is the most. Revoke one first.</p>`
    : markup`<form method="post" action="${PATHS.keys}" class="scan-form">${tokenField(formToken)}
<div class="field"><label for="name">What will use it</label>
<div class="row"><input type="text" id="name" name="name" maxlength="100" placeholder="docs agent" autocomplete="off" required>
<button type="submit" class="button">Create key</button></div></div>
</form>`;

const shownOnce = ({ key, name }: { key: string; name: string }, baseUrl: string): Markup => markup`
<section class="note made stack" aria-labelledby="made" tabindex="-1" autofocus>
<h2 id="made">Your new key for “${name}”</h2>
<p>Copy it now: it is not shown again, and only its fingerprint is stored.</p>
${copyable(key)}
<details class="more"><summary>Add it to Claude Code</summary>
${copyable(`claude mcp add --transport http legible ${baseUrl}/api/v1/mcp --header 'Authorization: Bearer ${key}'`)}</details>
</section>`;

const activeTable = (
  keys: readonly KeyUse[],
): Markup => markup`<div class="table-scroll" role="group" aria-labelledby="active-keys" tabindex="0"><table class="level">
<thead><tr><th scope="col">Name</th><th scope="col">Key</th><th scope="col">Made (UTC)</th><th scope="col">Last used</th><th scope="col" class="num">Scans today</th><th scope="col" class="num">Reads this minute</th><th scope="col"><span class="visually-hidden">Revoke</span></th></tr></thead>
<tbody>${keys.map(
  ({ key: { name, prefix, createdAt, lastUsedAt }, windows }) => markup`<tr>
<th scope="row">${name}</th><td><code>svc_live_${prefix}_…</code></td><td class="when">${shortDate(createdAt)}</td><td class="when">${lastUsedAt === null ? 'never' : shortDate(lastUsedAt)}</td>
<td class="num">${usedOf(windows, 'start-scan-day')}</td><td class="num">${usedOf(windows, 'read-scan-minute')}</td>
<td><a class="button danger small" href="${PATHS.keys}/${prefix}/revoke">Revoke<span class="visually-hidden"> ${name}</span></a></td></tr>`,
)}</tbody></table></div>`;

const revokedTable = (
  keys: readonly ApiKey[],
): Markup => markup`<div class="table-scroll" role="group" aria-label="Revoked keys" tabindex="0"><table>
<thead><tr><th scope="col">Name</th><th scope="col">Key</th><th scope="col">Revoked (UTC)</th></tr></thead>
<tbody>${keys.map(({ name, prefix, revokedAt }) => markup`<tr><th scope="row">${name}</th><td><code>svc_live_${prefix}_…</code></td><td class="when">${revokedAt !== null && shortDate(revokedAt)}</td></tr>`)}</tbody></table></div>`;
