import { type ApiKey, MAX_ACTIVE_KEYS } from '../../auth/api-keys.ts';
import type { DrawnWindow } from '../../auth/quotas.ts';
import { type Markup, markup } from '../markup.ts';
import { copyable } from '../report/evidence.ts';
import { shortDate } from '../report/words.ts';
import { fault, PATHS, tokenField, usedOf } from './frame.ts';

/** A key with what is left of its budgets. */
export interface KeyUse {
  readonly key: ApiKey;
  readonly windows: readonly DrawnWindow[];
}

export interface KeysPage {
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

export const keysPage = ({ formToken, baseUrl, isFree, active, revoked, message, made }: KeysPage): Markup => markup`
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
<p>Copy it now: it is not shown again, and only its fingerprint is kept.</p>
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
