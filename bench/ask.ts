import { atOnce } from '../src/basics/steps.ts';
import { createLibrary, type Question } from '../src/library/answer.ts';
import { sortedByPath } from '../src/library/articles.ts';
import { keptSearchData } from '../src/library/kept-search-data.ts';
import { createSearch } from '../src/library/search.ts';
import { allArticles } from '../src/tools/check-articles.ts';
import { ASK_PAIRS } from '../test/fixtures/ask-pairs.ts';
import { buildPrograms, programsFolder } from '../test/support/program.ts';
import {
  askLibrary,
  FOREIGN_QUESTIONS,
  judge,
  judgeByArticle,
  judgeByAuthor,
  OWN_QUESTIONS,
  type Part,
} from './ask/judge.ts';
import { judgeNeeds } from './ask/needs.ts';
import { summariesJudged } from './ask/summaries.ts';
import { compareEngines } from './ask-engines.ts';
import { type BareAnswer, recordAnswer, startBareServer } from './bare-process.ts';
import { measureLoad } from './http-load.ts';
import { startServiceProcess } from './service-process.ts';
import { median, quantile } from './statistics.ts';

const ROUNDS = 40;
const CONNECTIONS = 64;
const WARM_UP_MS = 3000;
const ROUND_MS = 1000;
const HTTP_ROUNDS = 15;
/** Below the 60 a minute that one address may ask. */
const REQUESTS_AN_ADDRESS = 50;

/** The index is made for it. */
const FIRST_QUESTION = 'What is llms.txt?';

/** Index, latency, relevance and throughput of `ask` as Markdown. */
export async function benchAsk(): Promise<string> {
  const bundledMs = firstFromBundle();
  const startedMs = performance.now();
  const cpuBefore = process.cpuUsage();
  const articles = allArticles();
  const library = createLibrary(articles, 'http://localhost:3000');
  askLibrary(library, FIRST_QUESTION);
  const indexMs = performance.now() - startedMs;
  const { user, system } = process.cpuUsage(cpuBefore);
  const parts = (['tuning', 'held', 'later'] as const).map((part) => partAsRow(library, part));
  const list = latencies(library, 'list');
  const summarize = latencies(library, 'summarize');
  const answered = ASK_PAIRS.filter(({ query }) => askLibrary(library, query) !== undefined);
  const http = await throughput(answered.map(({ query }) => query));
  const rows = compareEngines(articles).map(
    ({ name, success1, success3, mrr }) =>
      `| ${name} | ${success1.toFixed(3)} | ${success3.toFixed(3)} | ${mrr.toFixed(3)} |`,
  );
  const { questions, success1, success3, ownRefused } = judgeByArticle(library);
  const byAuthor = judgeByAuthor(articles);
  const needs = judgeNeeds(library);
  return `
${articles.length} articles, ${ASK_PAIRS.length} queries.

- Read, indexed and asked for the first time from the sources in ${indexMs.toFixed(0)} ms, ${((user + system) / 1000).toFixed(0)} ms of processor time; from a bundle, which keeps the index, in ${bundledMs.toFixed(0)} ms. Target: under 500 ms.
- One query in-process, list: p50 ${list.p50.toFixed(2)} ms, p99 ${list.p99.toFixed(2)} ms; summarize: p50 ${summarize.p50.toFixed(2)} ms, p99 ${summarize.p99.toFixed(2)} ms. Target: p50 at most 0.5 ms, p99 at most 5 ms.
- Over HTTP on ${CONNECTIONS} connections: ${http.ours.toFixed(0)} requests a second; a bare h3 handler that sends the same bytes, head and body: ${http.bare.toFixed(0)}. Ratio ${http.ratio.toFixed(2)} (medians of ${HTTP_ROUNDS} rounds in turns). Target: 0.25. Processor time of a request, all threads: ${(1000 * http.oursCpuMs).toFixed(0)} µs against ${(1000 * http.bareCpuMs).toFixed(0)} µs.

${OWN_QUESTIONS.length} natural questions with the articles that answer them, and ${FOREIGN_QUESTIONS.length} about other things, are in \`bench/ask\`. They were written before the articles were read. All have since been read, and what they showed to be at fault in general was repaired: the figures below are not those of unseen questions. The part \`tuning\` was tuned on from the start. The part \`held\` had success at 1 0.92, at 3 0.96; own refused 0.04, others 0.967 at first sight. The part \`later\` was asked in sixteen sets, one after the other, each measured before it was read: success at 1 0.73, 0.63, 0.73, 0.75, 0.60, 0.65, 0.79, 0.90, 0.70, 0.68, 0.68, 0.85, 0.82, 0.70, 0.80, 0.90; at 3 0.80, 0.75, 0.75, 0.85, 0.80, 0.83, 0.93, 0.96, 0.77, 0.80, 0.78, 0.91, 0.87, 0.80, 0.88, 0.97; own refused 0.10, 0.10, 0.18, 0.10, 0.05, 0.05, 0.06, 0.04, 0.19, 0.18, 0.18, 0.03, 0.07, 0.08, 0.03, 0.00; others 0.93, 0.95, 0.95, 0.95, 1.00, 0.95, 1.00, 1.00, 1.00, 0.90, 1.00, 0.82, 1.00, 1.00, 0.95, 1.00. The last four were judged by readers of the articles; summaries of the last two were good 0.58 and 0.60, thin 0.22 and 0.30, bad 0.17 and 0.10. Their misses led to lines of how people ask for each section, to weights learned from questions about other topics, to articles and sections that were missing, and to summaries of whole sections. Three further sets of 60 and 20, asked after that by three other authors and judged in the same way: success at 1 0.77, 0.67 and 0.88, at 3 0.92, 0.87 and 0.93, own refused 0.02, 0.08 and 0.00, others 0.95, 1.00 and 1.00; summaries good 0.62, 0.60 and 0.68, thin 0.32, 0.17 and 0.23, bad 0.05, 0.15 and 0.08, none 0.02, 0.08 and 0.00 (the last set after summaries quoted code). They are not in the files, so that they stay unseen. Since 25 November \`ask\` also compares what questions mean (\`src/library/meaning.ts\`). Six more sets of 60 and 20 (the last of 60 and 40) by six other authors, labelled by readers of the articles who knew nothing of the engine, were not in the files either: at first sight success at 1 0.92, 0.85, 0.90, 0.92, 0.92 and 0.83, at 3 0.97, 0.95, 0.98, 0.98, 0.97 and 0.90, own refused 0.03, 0.03, 0.02, 0.02, 0.03 and 0.09, others 1.00, 1.00, 0.85, 0.95, 0.90 and 0.95; together 0.89, 0.96, 0.036 and 0.943. The bias of the refusal was moved once after the third set. The engine before had 0.92, 0.80 and 0.86, 0.97, 0.93 and 0.93, 0.03, 0.05 and 0.03, 0.80, 0.95 and 0.75 on the first three. Summaries of the first set: good 0.82, thin 0.15, bad 0, none 0.03. What the last three showed in general (nobody had asked for an instance of their own in such words, and few lines of developers were among what is asked elsewhere) was added afterwards, with a bias of -0.7: 0.90, 0.97, 0.025 and 0.957 on all six, which are no longer unseen for it. Two sets of 60 and 40 that were asked after that, by two other authors: success at 1 0.90 and 0.88, at 3 0.95 and 0.97, own refused 0.03 and 0.00, others 0.95 and 0.98; summaries of the second, judged by a reader who was told to be strict: good 0.72, thin 0.23, bad 0.05. Since 26 November the own questions of these eight sets are in \`needs.json\`, and so no longer unseen for summaries. One more set of 60 and 20, by another author and labelled as they were: success at 1 0.90, at 3 0.97, own refused 0.02, others 1.00; summaries, judged by a reader who looked few articles up: good 0.85, thin 0.12, bad 0.02, none 0.02. That set and one more, each judged again by two strict readers who looked every answer up in the articles: good 0.70 and 0.67, bad 0.05 and 0.03. Since then summaries have a paragraph for each section, and whole rules and steps: the same two sets, of which the misses had been read, have good 0.85 of the second and 0.80 of the half of the first that was read again. Two further sets of 60 and 20, by three other authors, judged as strictly: summaries good 0.82 and 0.85, thin 0.13 and 0.12, bad 0.02 and 0.03, none 0.03 and 0.00; own refused 0.03 and 0.00, others 1.00 and 0.95; the last one, labelled by a reader, success at 1 0.92, at 3 1.00. Summaries of \`held\` were judged by hand; one that has changed since counts as not judged.

Six authors wrote 220 questions each before they looked at the articles, and named the article that answers. Asked of an index without the lines of that author, ${byAuthor.success1.toFixed(2)} of ${byAuthor.questions} have it first, ${byAuthor.success3.toFixed(2)} among the first three, and ${byAuthor.ownRefused.toFixed(2)} no answer (one article was named for most, though others answer too).

For the questions of eight authors, readers marked what an answer has to say (\`bench/ask/needs.json\`); what a summary quotes is fitted to them. ${needs.whole.toFixed(2)} of the questions have a summary with all that an answer may not lack, and the summaries have ${needs.core.toFixed(2)} of that, in ${needs.characters.toFixed(0)} characters on average. With weights that were fitted to the other seven authors (\`npm run train-summary\`) the first figure is 0.92; summaries of single sections, before them, had 0.77 on five of the eight.

Another author wrote ten questions to each article, in other words than its own and without the questions it has. Of these ${questions}, after some words of those refused were added, ${success1.toFixed(2)} have that very article first, ${success3.toFixed(2)} among the first three (others may answer too), and ${ownRefused.toFixed(2)} no answer; at first sight 0.59, 0.73 and 0.14.

| part | success at 1 | success at 3 | own refused | others refused | with a summary | good | thin | bad | not judged | p50 ms | p99 ms |
|---|---|---|---|---|---|---|---|---|---|---|---|
${parts.join('\n')}

The weights of the fields and the settings of minisearch were tuned on these pairs, and articles were written with them in view: the table tells how well each engine can be fitted to them, not what it does with questions of others. Headings held out of the index are judged in \`test/unit/library/answer.test.ts\`.

| engine | success at 1 | success at 3 | mean reciprocal rank |
|---|---|---|---|
${rows.join('\n')}
`;
}

/** Milliseconds that the first question takes where a bundle keeps the index. @throws Error where it keeps none */
function firstFromBundle(): number {
  buildPrograms();
  const articles = sortedByPath(allArticles());
  const startedMs = performance.now();
  const data = keptSearchData(articles, programsFolder());
  if (data === undefined) throw new Error('The bundle keeps no index of these articles.');
  atOnce(createSearch(articles, data)).find(FIRST_QUESTION, undefined, 'any');
  return performance.now() - startedMs;
}

function partAsRow(library: ReturnType<typeof createLibrary>, part: Part): string {
  const { success1, success3, ownRefused, foreignRefused, summarised } = judge(library, part);
  const { good, thin, bad, unjudged } = summariesJudged(library, part);
  const shares = [success1, success3, ownRefused, foreignRefused, summarised, good, thin, bad, unjudged];
  const questions = OWN_QUESTIONS.filter((entry) => entry.part === part).map(({ question }) => question);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const question of questions) {
      const startedMs = performance.now();
      askLibrary(library, question);
      times.push(performance.now() - startedMs);
    }
  }
  const p = [quantile(times, 0.5), quantile(times, 0.99)].map((ms) => ms.toFixed(2));
  return `| ${[part, ...shares.map((share) => share.toFixed(3)), ...p].join(' | ')} |`;
}

function latencies(library: ReturnType<typeof createLibrary>, mode: Question['mode']) {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { query } of ASK_PAIRS) {
      const startedMs = performance.now();
      askLibrary(library, query, mode);
      times.push(performance.now() - startedMs);
    }
  }
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

/** The service and the bare handler in turns, so that what else the machine does hits both. */
async function throughput(queries: readonly string[]) {
  const service = await startServiceProcess({ TRUSTED_PROXIES: '1' });
  const paths = queries.map((query) => `/ask?${new URLSearchParams({ query })}`);
  let asked = 0;
  const request = (number: number) => {
    asked += 1;
    const address = Math.floor(asked / REQUESTS_AN_ADDRESS);
    return {
      path: paths[number % paths.length] ?? '',
      headers: { 'x-forwarded-for': `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}` },
    };
  };
  const answers: Record<string, BareAnswer> = {};
  for (const [number, path] of paths.entries()) {
    answers[path] = await recordAnswer(service.url + path, request(number).headers);
  }
  const bare = await startBareServer(answers);
  try {
    const measure = async (origin: string, cpuMs: () => number, durationMs: number) => {
      const cpuBefore = cpuMs();
      const { perSecond, requests } = await measureLoad({
        origin,
        connections: CONNECTIONS,
        durationMs,
        status: 200,
        request,
      });
      return { rps: perSecond, cpuMs: (cpuMs() - cpuBefore) / requests };
    };
    const ours = (durationMs: number) => measure(service.url, service.cpuMs, durationMs);
    const least = (durationMs: number) => measure(bare.origin, bare.cpuMs, durationMs);
    await ours(WARM_UP_MS);
    await least(WARM_UP_MS);
    const rounds: Record<'ours' | 'bare', Awaited<ReturnType<typeof measure>>>[] = [];
    for (let round = 0; round < HTTP_ROUNDS; round += 1) {
      rounds.push({ ours: await ours(ROUND_MS), bare: await least(ROUND_MS) });
    }
    return {
      ours: median(rounds.map((round) => round.ours.rps)),
      bare: median(rounds.map((round) => round.bare.rps)),
      ratio: median(rounds.map((round) => round.ours.rps / round.bare.rps)),
      oursCpuMs: median(rounds.map((round) => round.ours.cpuMs)),
      bareCpuMs: median(rounds.map((round) => round.bare.cpuMs)),
    };
  } finally {
    await bare.stop();
    await service.stop();
  }
}
