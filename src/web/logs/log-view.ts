import { isOptionalFile } from '../../logs/answers.ts';
import { REDIRECT_SYNTAXES, redirectsOf } from '../../logs/nearest-page.ts';
import {
  changeLines,
  errorNote,
  identityWords,
  KIND_NAMES,
  nothingToDo,
  OPTIONAL_WORDS,
  robotsWords,
  summaryLines,
  visitsOf,
} from '../../logs/report/log-lines.ts';
import type { LogAgent, LogReport } from '../../schema/log-report.ts';
import { type Markup, markup } from '../markup.ts';
import { count } from '../report/check-views.ts';
import { standalonePage } from '../standalone-page.ts';

const SHOWN_AGENTS = 40;
const SHOWN_LINES = 12;
const SHOWN_PATHS = 25;
const [WIDTH, HEIGHT] = [600, 36];

/** The report of a log, as a page shows it: what to do, the agents × statuses, time lines, and the tables. */
export function logView(report: LogReport): Markup {
  const { agents, toDo, read, missing, unread, scan } = report;
  const changes = changeLines(report);
  const notes = [...report.notes, ...report.leftOut, ...errorNote(report)];
  return markup`${summaryLines(report).map((line) => markup`<p>${line}</p>`)}
${part('What to do', toDo.length > 0 ? markup`<ol>${toDo.map(({ title, why }) => markup`<li><strong>${title}</strong> ${why}</li>`)}</ol>` : markup`<p>${nothingToDo(report)}</p>`)}
${part('Changes since the baseline', changes.length > 0 && bullets(changes))}
${part('Agents and what they got', agents.length > 0 && markup`${matrix(agents.slice(0, SHOWN_AGENTS))}${agents.length > SHOWN_AGENTS && markup`<p class="soft small">${agents.length - SHOWN_AGENTS} more are in the JSON report.</p>`}`)}
${part('Requests over time', agents.length > 0 && timeLines(report))}
${part(
  'What assistants of people read most',
  read.length > 0 &&
    pathTable(
      'Pages',
      ['Requests', 'Path'],
      read.slice(0, SHOWN_PATHS).map(({ path, count: times }) => [times, code(path)]),
    ),
)}
${part('Refused requests', refusedTable(agents))}
${part(
  'Missing pages',
  missing.length > 0 &&
    pathTable(
      'Missing pages',
      ['Requests', 'For people', 'Path', 'Nearest page'],
      missing
        .slice(0, SHOWN_PATHS)
        .map(({ path, requests, assistants, nearest }) => [
          requests,
          assistants,
          code(path),
          nearest !== null ? code(nearest) : isOptionalFile(path) ? OPTIONAL_WORDS : '–',
        ]),
    ),
)}
${redirects(missing)}
${part('Pages that no agent asked for', unread !== null && unread.count > 0 && markup`<p>${count(unread.count)} pages of the scan.</p><ul>${unread.examples.slice(0, SHOWN_PATHS).map((path) => markup`<li>${code(path)}</li>`)}</ul>`)}
${part('Findings of the scan by traffic', scan !== null && findings(scan))}
${part('Visits, page by page', visits(agents))}
${part('Requests that robots.txt forbids', forbidden(agents))}
${part('Sizes, times and files for agents', agents.length > 0 && more(agents.slice(0, SHOWN_AGENTS)))}
${part('Notes', notes.length > 0 && bullets(notes))}`;
}

/** Apache first: most of those who read this page have a site on shared hosting. */
const REDIRECTS = [
  ['Apache (.htaccess)', REDIRECT_SYNTAXES.apache],
  ['nginx', REDIRECT_SYNTAXES.nginx],
  ['Netlify', REDIRECT_SYNTAXES.netlify],
] as const;

/** Redirects to paste, of paths that are safe in a configuration. */
function redirects(missing: LogReport['missing']): Markup | false {
  const pairs = redirectsOf(missing);
  return (
    pairs.length > 0 &&
    markup`${REDIRECTS.map(([server, write]) => markup`<details><summary>Redirects to the nearest pages, for ${server}</summary><pre><code>${pairs.map(write).join('\n')}</code></pre></details>`)}`
  );
}

const code = (path: string): Markup => markup`<code>${path}</code>`;

const bullets = (lines: readonly string[]): Markup => markup`<ul>${lines.map((line) => markup`<li>${line}</li>`)}</ul>`;

const part = (heading: string, content: Markup | false): Markup | false =>
  content !== false && markup`<section class="section"><h2>${heading}</h2>${content}</section>`;

type Cell = string | number | Markup;

const pathTable = (
  label: string,
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
): Markup => markup`<div class="table-scroll" role="group" aria-label="${label}" tabindex="0"><table>
<thead><tr>${head.map((name, at) => markup`<th scope="col"${isNumeric(rows, at) && markup` class="num"`}>${name}</th>`)}</tr></thead>
<tbody>${rows.map((row) => markup`<tr>${row.map((cell) => markup`<td${typeof cell === 'number' && markup` class="num"`}>${typeof cell === 'number' ? count(cell) : cell}</td>`)}</tr>`)}</tbody></table></div>`;

const isNumeric = (rows: readonly (readonly Cell[])[], at: number): boolean => typeof rows[0]?.[at] === 'number';

const matrix = (agents: readonly LogAgent[]): Markup =>
  pathTable(
    'Agents and statuses',
    ['Agent', 'Kind', 'Requests', '2xx', '3xx', '4xx', '5xx', 'Refused', 'Pages', 'robots.txt', 'Identity'],
    agents.map((agent) => [
      markup`<strong>${agent.name}</strong>`,
      KIND_NAMES[agent.kind],
      agent.requests,
      agent.statuses['2xx'],
      agent.statuses['3xx'],
      agent.statuses['4xx'],
      agent.statuses['5xx'],
      agent.refused,
      agent.pages,
      robotsWords(agent),
      identityWords(agent),
    ]),
  );

/** One line an agent, all over the same time and each with its own height. */
function timeLines({ agents, timeLine, period }: LogReport): Markup {
  const shown = agents.filter(({ timeLine: counts }) => counts.length > 0).slice(0, SHOWN_LINES);
  const hours = Math.round(timeLine.bucketSeconds / 3600);
  return markup`<p class="soft small">${period === null ? '' : `${period.from.slice(0, 10)} to ${period.to.slice(0, 10)}, `}${hours} h a bar; each agent has its own scale.</p>
${shown.map(({ name, timeLine: counts }) => {
  const most = Math.max(1, ...counts);
  const width = WIDTH / Math.max(1, counts.length);
  return markup`<figure><figcaption class="small">${name}: at most ${count(most)} a bar</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="100%" height="${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="Requests of ${name} over time">${counts.map(
    (each, at) => {
      const height = (each / most) * HEIGHT;
      return (
        each > 0 &&
        markup`<rect x="${(at * width).toFixed(1)}" y="${(HEIGHT - height).toFixed(1)}" width="${Math.max(0.5, width - 0.5).toFixed(1)}" height="${height.toFixed(1)}" fill="var(--accent)"/>`
      );
    },
  )}</svg></figure>`;
})}`;
}

function refusedTable(agents: readonly LogAgent[]): Markup | false {
  const rows = agents.flatMap(({ name, kind, refusedPaths }) =>
    kind === 'tool'
      ? []
      : refusedPaths
          .slice(0, 3)
          .map(({ status, path, count: times }): Cell[] => [times, name, String(status), code(path)]),
  );
  return (
    rows.length > 0 &&
    pathTable('Refused requests', ['Requests', 'Agent', 'Status', 'Path'], rows.slice(0, SHOWN_PATHS))
  );
}

const findings = ({
  siteScore,
  findings: all,
  refusals,
}: NonNullable<
  LogReport['scan']
>): Markup => markup`<p>The scan graded the site ${siteScore}. Traffic does not change the score.</p>
${pathTable(
  'Findings',
  ['Check', 'Finding', 'Pages', 'Requests', 'For people', 'Points'],
  all.map(({ checkId, title, affectedPages, requests, assistants, gain }) => [
    checkId,
    title,
    affectedPages,
    requests,
    assistants,
    Math.round(gain * 10) / 10,
  ]),
)}
${refusals.map(({ checkId, verdict, why }) => markup`<p>${checkId} suspects refusals: <strong>${verdict}</strong>. ${why}</p>`)}`;

function visits(agents: readonly LogAgent[]): Markup | false {
  const rows = visitsOf(agents).map(({ name, steps, count: times }): Cell[] => [
    times,
    name,
    markup`${steps.map((step, at) => markup`${at > 0 && ' → '}${code(step)}`)}`,
  ]);
  return rows.length > 0 && pathTable('Visits', ['Visits', 'Agent', 'Pages in order'], rows.slice(0, SHOWN_PATHS));
}

function forbidden(agents: readonly LogAgent[]): Markup | false {
  const rows = agents.flatMap(({ name, robots }) =>
    robots.paths.slice(0, 3).map(({ path, count: times }): Cell[] => [times, name, code(path)]),
  );
  return rows.length > 0 && pathTable('Forbidden requests', ['Requests', 'Agent', 'Path'], rows.slice(0, SHOWN_PATHS));
}

const more = (agents: readonly LogAgent[]): Markup =>
  pathTable(
    'Sizes, times and files',
    ['Agent', 'kB', 'Visits', 'Challenges', '3 s or longer', '95 % within', 'llms.txt', 'Markdown'],
    agents.map(({ name, bytes, sessions, challenged, slow, p95Seconds, llmsTxt, markdown }) => [
      name,
      Math.round(bytes / 1000),
      sessions,
      challenged,
      p95Seconds === null ? '–' : slow,
      p95Seconds === null ? '–' : `${p95Seconds} s`,
      llmsTxt,
      markdown,
    ]),
  );

/** The report as one HTML file that needs no network and no script. */
export const logHtml = (report: LogReport): string =>
  standalonePage(
    'Agents in the access log',
    markup`<h1>Agents in the access log</h1>
${logView(report)}`,
  );
