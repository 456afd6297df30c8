import { actorsOf, kindWords, markOf } from '../../scanner/reporters/acting.ts';
import type { ActionAccount } from '../../schema/explanation.ts';
import { type Markup, markup } from '../markup.ts';

/**
 * What agents can do: a row a thing to do, with a mark for each actor.
 * @param inBrowser what a real browser could do, as a sentence in trusted text; '' where none tried
 */
export function actionsSection(actions: ActionAccount, inBrowser: string): Markup {
  const actors = actorsOf(actions);
  // On a phone each row is a card, which gives the column's heading with each value.
  const mark = (kind: ActionAccount['kinds'][number], { actor, name }: (typeof actors)[number]) => {
    const found = kind.actors.find((each) => each.actor === actor);
    return found === undefined ? markup`<td></td>` : markup`<td data-of="${name}">${markOf(found.share)}</td>`;
  };
  return markup`<section class="section" id="actions" aria-labelledby="actions-title">
<h2 id="actions-title">What agents can do here</h2>
<p class="soft">${
    actions.share === null
      ? 'Nothing of it could be measured, so the score does not depend on it.'
      : `Agents can complete ${Math.round(actions.share * 100)} % of what the site offers to do. Half of the score hangs on it.`
  } Nothing was sent, bought or signed in to. <a href="/docs/methodology/actions">How actions are graded</a></p>
<div class="table-scroll" role="group" aria-labelledby="actions-title" tabindex="0"><table class="readers acting">
<thead><tr><th scope="col">To do</th>${actors.map(({ name }) => markup`<th scope="col">${name}</th>`)}<th scope="col">Verdict</th><th scope="col">Where</th></tr></thead>
<tbody>${actions.kinds.map(
    (kind) =>
      markup`<tr><th scope="row"><a href="#${kind.checkId}">${kind.name}</a></th>${actors.map((actor) => mark(kind, actor))}<td>${kindWords(kind)}</td><td class="where"><code>${kind.offers[0]?.where ?? ''}</code></td></tr>`,
  )}</tbody>
</table></div>
${inBrowser !== '' && markup`<p>${inBrowser}</p>`}
</section>`;
}
