/** Forms whose address takes nothing: it is asked by GET, as the scan does, where that changes nothing. */

import { takesForm } from '../actions/form-address.ts';
import { announcesEffect, mayAct } from '../actions/never-asked.ts';
import type { SeenForm } from '../model/browser.ts';
import type { FilledForm } from './fill-forms.ts';
import type { PageNetwork } from './page-network.ts';

/** Addresses asked for on one page. */
const MAX_ASKED = 3;

export async function withDeadEnds(forms: readonly FilledForm[], network: PageNetwork): Promise<SeenForm[]> {
  const known = new Map<string, number | undefined>();
  const seen: SeenForm[] = [];
  for (const { address, method, ...form } of forms) {
    const isAsked = address !== '' && !mayAct(address) && !announcesEffect(form.name);
    if (isAsked && !known.has(address) && known.size < MAX_ASKED) known.set(address, await network.statusOf(address));
    const status = known.get(address);
    const taken = status === undefined ? 'all' : takesForm(status, method, address);
    const deadEnd = status === undefined || taken === 'all' ? undefined : { status, isProven: taken === 'nothing' };
    seen.push({ ...form, deadEnd });
  }
  return seen;
}
