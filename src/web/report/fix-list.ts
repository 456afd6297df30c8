import type { Explanation, Fix } from '../../schema/explanation.ts';
import { type Markup, markup } from '../markup.ts';
import { counted } from './words.ts';

const SHOWN = 5;

/** The fixes that gain most, best first; those after the first five are folded away. */
export function fixList({ fixes, llmstxt }: Explanation): Markup {
  if (fixes.length + llmstxt.fixes.length === 0) return markup`<p>There is nothing to fix.</p>`;
  return markup`${
    fixes.length === 0
      ? markup`<p>Nothing is left to gain for the site score.</p>`
      : markup`<ol class="fixes">${fixes.slice(0, SHOWN).map((fix) => fixCard(fix))}</ol>${more(fixes.slice(SHOWN), 'more for the site score')}`
  }${more(llmstxt.fixes, 'for the llms.txt score', 'llms.txt')}`;
}

function more(fixes: readonly Fix[], words: string, of?: string): Markup {
  if (fixes.length === 0) return markup``;
  return markup`<details class="more"><summary>${counted(fixes.length, 'fix', 'fixes')} ${words}</summary><ol class="fixes">${fixes.map((fix) => fixCard(fix, of))}</ol></details>`;
}

function fixCard({ checkId, name, gain, scoreAfter, message, howToFix, affectedPages }: Fix, of = 'site'): Markup {
  return markup`<li class="card fix">
<p class="gain">+${gain.toFixed(1)}<small>points, to ${scoreAfter}</small></p>
<div class="flow">
<h3>${name}</h3>
<p class="soft">${message}${affectedPages > 0 && ` On ${counted(affectedPages, 'page')}.`}</p>
<p>${howToFix}</p>
<p class="small"><a href="#${checkId}">Evidence of ${checkId}</a>${of !== 'site' && ` · counts for the ${of} score`}</p>
</div>
</li>`;
}
