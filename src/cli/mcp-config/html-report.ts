/** The report of all servers as one HTML file, to be kept or sent: it needs no network and no script. */
import { type Content, type Markup, markup } from '../../web/markup.ts';
import { standalonePage } from '../../web/standalone-page.ts';
import { COLLISION_ADVICE, FLOW_ADVICE } from './advice.ts';
import {
  answerLines,
  type ConfigReport,
  collisionText,
  dearestTools,
  flowText,
  mentionText,
  secretText,
  summaryOf,
  WROTE,
  withAdvice,
  wroteLines,
} from './report.ts';

const MAX_BARS = 40;
const BAR_WIDTH = 320;
const ROW = 20;
const LABEL_WIDTH = 300;
const NUMBER_WIDTH = 70;
const LABEL_CHARS = 44;

/** Every text of a server in it has been quoted before. @param again the command that repeats it in CI */
export function configReportHtml(report: ConfigReport, again: string): string {
  const { servers, hosts, problems, drift } = report;
  return standalonePage(
    'MCP servers: report',
    markup`<h1>MCP servers</h1>
${hosts.map(
  (host) =>
    markup`<p><strong>${host.host}</strong>: ${summaryOf(host)}</p><ul>${host.inShort.map((line) => markup`<li>${line}</li>`)}</ul>`,
)}
${drift !== null && section('Differences from the lock', drift.length === 0 ? ['None.'] : drift.flatMap(driftLines))}
<section class="section"><h2>Servers</h2>
<div class="scroll"><table><thead><tr><th>Server</th><th>Score</th><th>Tools</th><th>Tokens</th><th>What to do</th></tr></thead>
<tbody>${servers.map(
      ({ name, score, tools, tokens, problem, advice }) =>
        markup`<tr><th scope="row">${name}</th><td>${score ?? '-'}</td><td>${tools.length}</td><td>${tokens ?? '-'}</td><td>${problem ?? advice.short}</td></tr>
`,
    )}</tbody></table></div></section>
${barChart(servers)}
${hosts.map(({ host, flows, collisions, mentions }) => [
  section(`Flows in ${host}: who could be led to what`, withAdvice(flows.map(flowText), FLOW_ADVICE)),
  section(`Tools of one name in ${host}`, withAdvice(collisions.map(collisionText), COLLISION_ADVICE)),
  section(`Texts in ${host} that name a tool of another server`, mentions.map(mentionText)),
])}
${section(WROTE, servers.flatMap(wroteLines))}
${section('Secrets in the configuration, by name', servers.flatMap(secretText))}
${section('Answers', servers.flatMap(answerLines))}
${section(
  'Could not be read',
  problems.map(({ file, problem }) => `${file}: ${problem}`),
)}
${servers
  .filter(({ findings }) => findings.length > 0)
  .map(
    ({ name, findings, advice }) =>
      markup`<section class="section"><h2>${name}: what you can do, and what its author can</h2>${advice.sentences.map(
        (line) => markup`<p>${line}</p>`,
      )}<ul>${findings.map(
        ({ checkId, status, message, howToFix }) =>
          markup`<li><strong>${checkId} ${status}</strong>: ${message}${howToFix !== null && markup`<br>${howToFix}`}</li>`,
      )}</ul></section>`,
  )}
<section class="section"><h2>In CI</h2><pre><code>${again}</code></pre>
<p>No finding is no proof: a server can lie about what its tools do, and can change.</p></section>`,
  );
}

const section = (title: string, lines: readonly Content[]): Markup | false =>
  lines.length > 0 &&
  markup`<section class="section"><h2>${title}</h2><ul>${lines.map((line) => markup`<li>${line}</li>`)}</ul></section>`;

type DriftEntry = NonNullable<ConfigReport['drift']>[number];

const driftLines = ({ server, item, kind, note, orders, changes }: DriftEntry): Content[] => [
  markup`<strong>${server}: ${item}</strong> ${kind} (${note})${
    orders.length > 0 && markup`<br><strong>Dangerous text:</strong> ${orders.join('; ')}`
  }${changes.flatMap(({ part, lines }) => lines.map((line) => markup`<br><code>${part}: ${line}</code>`))}`,
];

/** Tokens by tool: what each session pays, the dearest first. */
function barChart(servers: ConfigReport['servers']): Markup | false {
  const bars = dearestTools(servers);
  const shown = bars.slice(0, MAX_BARS);
  const most = Math.max(1, shown[0]?.tokens ?? 1);
  if (shown.length === 0) return false;
  const width = LABEL_WIDTH + BAR_WIDTH + NUMBER_WIDTH;
  const rows = shown.map(({ label, tokens }, at) => {
    const length = Math.max(2, Math.round((tokens / most) * BAR_WIDTH));
    return markup`<text x="0" y="${at * ROW + 14}">${label.slice(0, LABEL_CHARS)}</text><rect x="${LABEL_WIDTH}" y="${at * ROW + 3}" width="${length}" height="14" rx="2"/><text x="${LABEL_WIDTH + length + 6}" y="${at * ROW + 14}">${tokens.toLocaleString('en-US')}</text>
`;
  });
  return markup`<section class="section"><h2>Tokens by tool</h2>
<svg viewBox="0 0 ${width} ${shown.length * ROW}" width="${width}" role="img" aria-label="Tokens by tool" fill="currentColor" font-size="12" font-family="monospace">
${rows}</svg>${bars.length > shown.length && markup`<p>${bars.length - shown.length} more tools cost less.</p>`}</section>`;
}
