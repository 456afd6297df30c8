/** The forms that start scans: of one site or MCP server, and of a list of sites. */
import type { DrawnWindow } from '../../auth/quotas.ts';
import { CADENCES } from '../../scans/watches/schedule.ts';
import { MAX_LABEL, MOST_LABELS } from '../../sites/sites.ts';
import { DEFAULT_PAGES as BATCH_PAGES, MOST_ROOTS } from '../../tools/start-batch.ts';
import { type Markup, markup } from '../markup.ts';
import { count } from '../report/check-views.ts';
import { PATHS, tokenField, usedOf } from './frame.ts';

export const DEFAULT_PAGES = '100';

/** The form that starts a scan, with the values already entered. */
export interface StartForm {
  readonly formToken: string;
  /** Of the rate limit that scans from the dashboard consume. */
  readonly windows: readonly DrawnWindow[];
  readonly kind: 'site' | 'mcp';
  readonly url: string;
  readonly pageLimit: string;
  /** The errors of the form, and the fields they concern. */
  readonly fault?: { readonly field: 'url' | 'pageLimit'; readonly message: string };
}

export function startForm({ formToken, windows, kind, url, pageLimit, fault }: StartForm): Markup {
  const faultOf = (field: 'url' | 'pageLimit') =>
    fault?.field === field && markup` aria-invalid="true" aria-describedby="scan-fault" autofocus`;
  return markup`<form method="post" action="${PATHS.sites}" class="scan-form card" data-slow>${tokenField(formToken)}
<div class="field"><label for="url">Scan</label>
<div class="row choices"><select name="kind" aria-label="What to scan"><option value="site">a site</option><option value="mcp"${kind === 'mcp' && markup` selected`}>an MCP server</option></select>
<input type="text" inputmode="url" id="url" name="url" value="${url}" maxlength="2000" placeholder="example.com/docs/" autocapitalize="off" spellcheck="false" required${faultOf('url')}>
<span class="choice"><label for="pageLimit">Pages of a site at most</label><input type="number" id="pageLimit" name="pageLimit" value="${pageLimit}" min="1" max="2000" required${faultOf('pageLimit')}></span>
<button type="submit" class="button">Scan</button></div>
${fault !== undefined && markup`<p class="fault" id="scan-fault" role="alert">${fault.message}</p>`}
<p class="soft small">Started here today: ${usedOf(windows, 'start-scan-day')}. <a href="${PATHS.batches}">Scan a list of sites</a></p></div>
</form>`;
}

/** What the form for a list holds, as it was written. */
export interface BatchForm {
  readonly list: string;
  readonly pageLimit: string;
  readonly labels: string;
  readonly watch: string;
}

export const EMPTY_BATCH: BatchForm = { list: '', pageLimit: String(BATCH_PAGES), labels: '', watch: '' };

export const cadenceOptions = (chosen: string): Markup =>
  markup`${CADENCES.map((each) => markup`<option value="${each}"${each === chosen && markup` selected`}>${each}</option>`)}`;

export const batchForm = (
  formToken: string,
  { list, pageLimit, labels, watch }: BatchForm,
): Markup => markup`<form method="post" action="${PATHS.batches}" enctype="multipart/form-data" class="card stack batch-form" data-slow>${tokenField(formToken)}
<div class="field"><label for="list">Sites, one URL a line</label>
<textarea id="list" name="list" rows="6" spellcheck="false" autocapitalize="off" placeholder="example.com&#10;docs.example.org/guide/">${list}</textarea></div>
<div class="row choices">
<span class="choice"><label for="batchPages">Pages of each at most</label><input type="number" id="batchPages" name="pageLimit" value="${pageLimit}" min="1" max="2000" required></span>
<span class="choice"><label for="watch">Watch each</label><select id="watch" name="watch"><option value="">no</option>${cadenceOptions(watch)}</select></span>
<span class="choice wide"><label for="labels">Labels</label><input type="text" id="labels" name="labels" value="${labels}" maxlength="${MOST_LABELS * (MAX_LABEL + 2)}" placeholder="client, shop" autocomplete="off"></span>
</div>
<div class="field"><label for="file">Or a file with the list</label><input type="file" id="file" name="file" accept=".txt,.csv,text/plain">
<p class="soft small">At most ${count(MOST_ROOTS)} lines; # begins a comment. Each scan counts on your limits. What exceeds them waits for its turn.</p></div>
<div><button type="submit" class="button">Scan the list</button></div>
</form>`;
