/** The table of a leaderboard in parts: its rows are in the pages, so that it works without scripts. */
import { pluralize } from '../../scanner/pluralize.ts';
import { percentOf } from '../../scanner/reporters/losses.ts';
import { ratingOf } from '../../scanner/scoring/score.ts';
import { ratingWords } from '../charts.ts';
import { type Content, type Markup, markup } from '../markup.ts';
import type { LeaderboardPage } from './frame.ts';
import type { Ranked } from './ranked.ts';

const PER_PAGE = 200;

const yesNo = (value: boolean | null): string => (value === true ? 'yes' : 'no');

export function hostTable(rows: readonly Ranked[], label: string): Markup {
  return markup`<div class="table-scroll" role="group" aria-label="${label}" tabindex="0"><table data-hosts>
<thead><tr><th scope="col" class="num">Rank</th><th scope="col">Host</th><th scope="col" class="num">Score</th><th scope="col" class="num">Text that arrives</th><th scope="col">Kind</th><th scope="col">llms.txt</th><th scope="col">Markdown</th></tr></thead>
<tbody>${rows.map(
    ({ rank, row, path }) =>
      markup`<tr><td class="num">${rank}</td><th scope="row"><a href="${path}">${row.host}</a></th><td class="num"><span class="${ratingOf(row.score)} tone"><strong>${row.score}</strong></span></td><td class="num">${percentOf(row.delivered ?? 0)}</td><td>${row.kind ?? 'unknown'}</td><td>${yesNo(row.has_llms_txt)}</td><td>${yesNo(row.has_markdown)}</td></tr>
`,
  )}</tbody>
</table></div>`;
}

export const ratedWords = (score: number): string => `${score} of 100 (${ratingWords(ratingOf(score))})`;

interface TableOptions {
  /** Folder of the first page, with a slash at its end: `kinds/shop/`. */
  readonly folder: string;
  readonly title: string;
  /** What the hosts have in common, for "200 hosts …". */
  readonly words: string;
  readonly intro: Content;
  readonly rows: readonly Ranked[];
}

/** The pages of one table, at least one. */
export function tablePages({ folder, title, words, intro, rows }: TableOptions): LeaderboardPage[] {
  const count = Math.max(1, Math.ceil(rows.length / PER_PAGE));
  const addressOf = (page: number) => `/${folder}${page === 1 ? '' : `${page}/`}`;
  return Array.from({ length: count }, (_, at): LeaderboardPage => {
    const page = at + 1;
    const part = rows.slice(at * PER_PAGE, page * PER_PAGE);
    const [first, last] = [part[0], part.at(-1)];
    const where = count === 1 ? '' : `, part ${page} of ${count}`;
    const range =
      first === undefined || last === undefined
        ? ''
        : ` This part has ${pluralize(part.length, 'host')}, from ${first.row.host} (${first.row.score}) to ${last.row.host} (${last.row.score}).`;
    return {
      path: `${folder}${page === 1 ? '' : `${page}/`}index.html`,
      title: `${title}${where}`,
      description: `${pluralize(rows.length, 'host')} ${words}${where}: score, share of the text that reaches AI agents, llms.txt and Markdown.${range}`,
      hasTable: true,
      main: markup`<h1>${title}${where}</h1>
<div class="flow">${intro}<p>${pluralize(rows.length, 'host')} ${words}.${range}</p></div>
<section class="section flow"><h2>Scores and text that arrives</h2>
${hostTable(part, `${title}${where}`)}
</section>
${count > 1 && markup`<nav class="pager" aria-label="Parts of the table">${page > 1 && markup`<a href="${addressOf(page - 1)}">Part ${page - 1}</a>`}<span class="soft">Part ${page} of ${count}</span>${page < count && markup`<a href="${addressOf(page + 1)}">Part ${page + 1}</a>`}</nav>`}`,
    };
  });
}
