import { atOnce } from '../src/basics/steps.ts';
import { createLibrary, type Question } from '../src/library/answer.ts';
import { sortedByPath } from '../src/library/articles.ts';
import { keptSearchData } from '../src/library/kept-search-data.ts';
import { createSearch } from '../src/library/search.ts';
import { allArticles } from '../src/tools/check-articles.ts';
import { ASK_PAIRS } from '../test/fixtures/ask-pairs.ts';
import { buildPrograms, programsFolder } from '../test/support/program.ts';
import { historyTables } from './ask/history.ts';
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

${OWN_QUESTIONS.length} natural questions with the articles that answer them, and ${FOREIGN_QUESTIONS.length} about other things, are in \`bench/ask\`. They were written before the articles were read. All have since been read, and what they showed to be at fault in general was repaired: the figures below are not those of unseen questions.

Six authors wrote 220 questions each before they looked at the articles, and named the article that answers. Asked of an index without the lines of that author, ${byAuthor.success1.toFixed(2)} of ${byAuthor.questions} have it first, ${byAuthor.success3.toFixed(2)} among the first three, and ${byAuthor.ownRefused.toFixed(2)} no answer (one article was named for most, though others answer too).

For the questions of eight authors, readers marked what an answer has to say (\`bench/ask/needs.json\`); what a summary quotes is fitted to them. ${needs.whole.toFixed(2)} of the questions have a summary with all that an answer may not lack, and the summaries have ${needs.core.toFixed(2)} of that, in ${needs.characters.toFixed(0)} characters on average. With weights that were fitted to the other seven authors (\`npm run train-summary\`) the first figure is 0.88.

Another author wrote ten questions to each article, in other words than its own and without the questions it has. Of these ${questions}, after some words of those refused were added, ${success1.toFixed(2)} have that very article first, ${success3.toFixed(2)} among the first three (others may answer too), and ${ownRefused.toFixed(2)} no answer; at first sight 0.59, 0.73 and 0.14.

| part | success at 1 | success at 3 | own refused | others refused | with a summary | good | thin | bad | not judged | p50 ms | p99 ms |
|---|---|---|---|---|---|---|---|---|---|---|---|
${parts.join('\n')}

The settings of "minisearch, tuned" were tuned on these pairs, and articles were written with them in view: the table tells how well an engine can be fitted to them, not what it does with questions of others. Headings held out of the index are judged in \`test/unit/library/answer.test.ts\`.

| engine | success at 1 | success at 3 | mean reciprocal rank |
|---|---|---|---|
${rows.join('\n')}

${historyTables()}`;
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
