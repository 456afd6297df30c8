/** The page of one host: its score, where its text goes, and what to change. */
import { titlesOf } from '../../scanner/checks/catalogue.ts';
import { pluralize } from '../../scanner/pluralize.ts';
import { READERS, type ReaderId } from '../../scanner/readers/readers.ts';
import { percentOf } from '../../scanner/reporters/losses.ts';
import { ratingOf } from '../../scanner/scoring/score.ts';
import { scoreRing, shareBar } from '../charts.ts';
import { type Content, type Markup, markup, thirdPartyLink } from '../markup.ts';
import { type LeaderboardPage, METHODOLOGY, section } from './frame.ts';
import type { GradedRow, Ranked } from './ranked.ts';
import { ratedWords } from './table.ts';

const SHOWN_FIXES = 10;
const SHOWN_AGENTS = 40;

const READER_COLUMNS: readonly (readonly [of: keyof GradedRow, id: ReaderId, about: string])[] = [
  ['coding_assistant', 'coding-assistant', 'asks for Markdown, and reads about 100,000 characters of a page'],
  ['chat_assistant', 'chat-assistant', 'reads the first 20,000 characters of a page that a person asks about'],
  ['fetch_tool', 'fetch-tool', 'takes the main content alone, 20,000 characters at most'],
  ['search_assistant', 'search-assistant', 'answers half from the index of a search crawler, half from the page'],
  ['page_reader', 'page-reader', 'reads the first four screens of a page'],
];
const nameOf = (id: ReaderId): string => READERS.find((reader) => reader.id === id)?.name ?? id;

const LOSS_COLUMNS: readonly (readonly [of: keyof GradedRow, words: string])[] = [
  ['lost_robots', 'blocked by robots.txt'],
  ['lost_refused', 'refused by the server or its firewall'],
  ['lost_no_way', 'on pages that no link or listing leads to'],
  ['lost_no_answer', 'behind errors, walls or broken encodings'],
  ['lost_no_text', 'brought by scripts alone, or in images'],
  ['lost_cut_off', 'behind the end of what agents read of a page'],
];

export function hostPage({ rank, row, path }: Ranked, of: number): LeaderboardPage {
  const { host, score, delivered, kind } = row;
  const arrives = percentOf(delivered ?? 0);
  return {
    path: `${path.slice(1)}index.html`,
    title: host,
    description: `${host} scores ${ratedWords(score)} for AI agents, rank ${rank} of ${of}. ${arrives} of its text reaches them. What keeps the rest back, and what to change first.`,
    main: markup`<div class="report-head"><div class="verdict flow">
<h1>${host}</h1>
<p>${host} scores ${ratedWords(score)}, which is rank ${rank} of ${pluralize(of, 'host')}. ${arrives} of the text of the ${pluralize(row.pages_read ?? 0, 'page')} that were read reaches AI agents, as a mean over five kinds of them. The site was graded as: ${kind ?? 'unknown'}. ${builtWith(row)}</p>
<p>${thirdPartyLink(row.url, `Visit ${host}`)}</p>
</div><div class="rings">${scoreRing(score, ratingOf(score), 'Site score')}</div></div>
${section('Share of the text that reaches each reader', readersTable(row))}
${section('What keeps text back', lossesOf(row))}
${section('What to change first', fixesOf(row))}
${section('Files for agents', filesOf(row), agentsOf(row))}`,
  };
}

function builtWith({ generator, server }: GradedRow): string {
  const parts = [generator === null ? '' : `made with ${generator}`, server === null ? '' : `served by ${server}`];
  const words = parts.filter((part) => part !== '').join(' and ');
  return words === '' ? '' : `It is ${words}.`;
}

const share = (row: GradedRow, of: keyof GradedRow): number => {
  const value = row[of];
  return typeof value === 'number' ? value : 0;
};

const readersTable = (row: GradedRow): Markup =>
  markup`<div class="table-scroll" role="group" aria-label="Share of the text that reaches each reader" tabindex="0"><table class="readers">
<thead><tr><th scope="col">Reader</th><th scope="col">How it reads</th><th scope="col" class="num">Share</th></tr></thead>
<tbody>${READER_COLUMNS.map(([of, id, about]) => markup`<tr><th scope="row">${nameOf(id)}${shareBar(share(row, of), 1)}</th><td>${about}</td><td class="num"><strong>${percentOf(share(row, of))}</strong></td></tr>\n`)}</tbody>
</table></div>`;

function lossesOf(row: GradedRow): Markup {
  const losses = LOSS_COLUMNS.filter(([of]) => share(row, of) > 0).sort(([a], [b]) => share(row, b) - share(row, a));
  if (losses.length === 0) return markup`<p>Nothing: all of the text that was read reaches every reader.</p>`;
  return markup`<p>Of the text of ${row.host}, these shares do not reach the readers, as a mean over all five:</p>
<ul>${losses.map(([of, words]) => markup`<li>${percentOf(share(row, of))} is ${words}.</li>\n`)}</ul>`;
}

function fixesOf(row: GradedRow): Markup {
  const fixes = row.fixes.filter(({ gain }) => gain > 0);
  if (fixes.length === 0) return markup`<p>No fix that was found would raise the score.</p>`;
  return markup`<p>The changes that raise the score most, each counted once those before it are made:</p>
<ol>${fixes.slice(0, SHOWN_FIXES).map(({ check, gain }) => markup`<li>${titlesOf(check).action} (${check}): ${gain.toFixed(1)} points.</li>\n`)}</ol>`;
}

const filesOf = ({ has_llms_txt, llmstxt_score, has_markdown, host }: GradedRow): Content =>
  markup`<p>${host} has ${has_llms_txt === true ? markup`an llms.txt, which scores ${llmstxt_score ?? 0} of 100` : 'no llms.txt'}, and ${has_markdown === true ? 'pages with a Markdown version' : 'no page with a Markdown version'}.</p>`;

function agentsOf({ robots_refuses, edge_refuses }: GradedRow): Markup {
  const listed = (agents: readonly string[]) =>
    `${agents.slice(0, SHOWN_AGENTS).join(', ')}${agents.length > SHOWN_AGENTS ? ` and ${agents.length - SHOWN_AGENTS} more` : ''}`;
  return markup`<p>${robots_refuses.length === 0 ? 'Its robots.txt lets every known AI agent read the home page.' : `Its robots.txt keeps ${pluralize(robots_refuses.length, 'AI agent')} from the home page: ${listed(robots_refuses)}.`}${edge_refuses.length > 0 && ` Its server refuses pages to requests in the name of ${listed(edge_refuses)}; the real agents may get in.`} <a href="${METHODOLOGY}#agents">How this is measured</a>.</p>`;
}
