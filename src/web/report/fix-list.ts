import type { Explanation, Fix } from '../../schema/explanation.ts';
import { type Markup, markup } from '../markup.ts';
import { counted, foundOn } from './words.ts';

const SHOWN = 5;

/** The fixes that gain most, best first; those after the first five are folded away. */
export function fixList({ fixes, llmstxt }: Explanation): Markup {
  if (fixes.length + llmstxt.fixes.length === 0) return markup`<p>There is nothing to fix.</p>`;
  return markup`<p class="soft">Each heading is what will be true once it is fixed. Ranked by the points each one adds once those above it are made.</p>
${
  fixes.length === 0
    ? markup`<p>Nothing is left to gain for the site score.</p>`
    : markup`<ol class="fixes">${fixes.slice(0, SHOWN).map((fix) => fixCard(fix))}</ol>${more(fixes.slice(SHOWN), 'for the site score')}`
}${more(llmstxt.fixes, 'for the llms.txt score', 'llms.txt')}`;
}

function more(fixes: readonly Fix[], words: string, of?: string): Markup {
  if (fixes.length === 0) return markup``;
  const [fix, plural] = of === undefined ? ['more fix', 'more fixes'] : ['fix', 'fixes'];
  return markup`<details class="more"><summary>${counted(fixes.length, fix, plural)} ${words}</summary><ol class="fixes">${fixes.map((each) => fixCard(each, of))}</ol></details>`;
}

function fixCard({ checkId, name, gain, scoreAfter, message, howToFix, affectedPages }: Fix, of = 'site'): Markup {
  return markup`<li class="card fix">
<p class="gain">+${gain.toFixed(1)}<small>points, to ${scoreAfter}</small></p>
<div class="flow">
<h3>${name}</h3>
<p class="soft">${foundOn(message, affectedPages)}</p>
<p>${howToFix}</p>
<p class="small"><a href="#${checkId}">Evidence of ${checkId}</a>${of !== 'site' && ` · counts for the ${of} score`}</p>
</div>
</li>`;
}
