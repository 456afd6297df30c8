/** Legible and the programs from npm that check websites on behalf of agents, each as one command with JSON at its end. */
import { join } from 'node:path';
import * as z from 'zod';
import { Scan } from '../src/schema/scan.ts';
import { nodeOf } from '../test/support/conformance-tools.ts';
import type { Command } from './process-cost.ts';

/** What a program says of a site. */
export interface Verdict {
  /** Of 100; null when it would not judge the site at all. */
  readonly score: number | null;
  /** Different checks that came to a judgement. */
  readonly checks: number;
  /** HTML pages that were judged. */
  readonly pages: number;
}

export interface Program {
  readonly name: string;
  /** @param pages at most @param scratch an empty folder */
  command(url: string, pages: number, scratch: string): Command;
  /** Exit codes of a run that came to its end, whatever it found. */
  readonly codes: readonly number[];
  /** @throws when the output is not what this version prints */
  read(stdout: string): Verdict;
}

const SHELL = { PATH: process.env.PATH ?? '' };

/** Its command line, as `npm run legible` starts it. */
export const legible: Program = {
  name: 'Legible, command line',
  command: (url, pages, scratch) => ({
    file: process.execPath,
    args: [
      ...['scripts/start.mjs', 'cli', 'scan', url, '--allow-private'],
      ...['--pages', String(pages), '--format', 'json'],
    ],
    env: { ...SHELL, HOME: scratch, DATA_DIR: scratch },
  }),
  codes: [0],
  read(stdout) {
    const { siteScore, siteChecks, llmstxtChecks, pageResults } = Scan.parse(JSON.parse(stdout));
    const all = [...siteChecks, ...llmstxtChecks, ...pageResults.flatMap(({ checks }) => checks)];
    const judged = all.filter(({ status }) => status !== 'error').map(({ checkId }) => checkId);
    return { score: siteScore, checks: new Set(judged).size, pages: pageResults.length };
  },
};

const Afdocs = z.object({
  results: z.array(z.object({ status: z.string() })),
  testedPages: z.number(),
  scoring: z.object({ overall: z.number() }),
});

export const afdocs = (folder: string, version: string): Program => ({
  name: `afdocs ${version}`,
  command: (url, pages, scratch) => ({
    file: nodeOf(folder),
    args: [
      ...[join(folder, 'node_modules/.bin/afdocs'), 'check', url, '--format', 'json', '--score', '--quiet'],
      ...['--sampling', 'deterministic', '--max-links', String(pages)],
    ],
    env: { ...SHELL, HOME: scratch },
  }),
  // 1: a check failed.
  codes: [0, 1],
  read(stdout) {
    const { results, testedPages, scoring } = Afdocs.parse(JSON.parse(stdout));
    const judged = results.filter(({ status }) => status !== 'skip' && status !== 'error');
    return { score: scoring.overall, checks: judged.length, pages: testedPages };
  },
});

const Lighthouse = z.object({
  audits: z.record(z.string(), z.object({ score: z.number().nullable() })),
  categories: z.object({ 'agentic-browsing': z.object({ score: z.number().nullable() }) }),
});

/** Its category of agentic browsing, which reads one page. */
export const lighthouse = (folder: string, version: string, browser: string): Program => ({
  name: `lighthouse ${version}, agentic browsing`,
  command: (url, _pages, scratch) => ({
    file: nodeOf(folder),
    args: [
      ...[join(folder, 'node_modules/.bin/lighthouse'), url, '--only-categories=agentic-browsing'],
      // Containers run as root, which Chromium's sandbox refuses; the pages are our own.
      ...['--output=json', '--quiet', '--chrome-flags=--headless=new --no-sandbox'],
    ],
    env: { ...SHELL, HOME: scratch, CHROME_PATH: browser },
  }),
  // 1: the page could not be judged, as one that paints nothing.
  codes: [0, 1],
  read(stdout) {
    const { audits, categories } = Lighthouse.parse(JSON.parse(stdout));
    const { score: share } = categories['agentic-browsing'];
    const judged = Object.values(audits).filter(({ score }) => score !== null);
    return { score: share === null ? null : 100 * share, checks: judged.length, pages: 1 };
  },
});

const Crawled = z.object({ pages: z.number() });
const readCrawled = (stdout: string): Verdict => ({
  score: null,
  checks: 0,
  pages: Crawled.parse(JSON.parse(stdout)).pages,
});

/** Fetches and parses, and judges nothing. */
export const floor: Program = {
  name: 'floor',
  command: (url, pages) => ({
    file: process.execPath,
    args: ['bench/floor-crawl.mjs', url, String(pages)],
    env: SHELL,
  }),
  codes: [0],
  read: readCrawled,
};

const A14Y_SCRIPT = `const [folder, url, maxPages] = process.argv.slice(1);
require(folder + '/dist/cjs/index.js')
  .validateMulti({ url, mode: 'site', scorecardVersions: ['0.2.0'], politeDelayMs: 0, maxPages: Number(maxPages) })
  .then(([{ pages }]) => { console.log(JSON.stringify({ pages: pages.length })); process.exit(0); });`;

/** The core of a14y, which is not on npm. @param folder of its built package */
export const a14y = (folder: string): Program => ({
  name: 'a14y core',
  command: (url, pages, scratch) => ({
    file: process.execPath,
    args: ['-e', A14Y_SCRIPT, folder, url, String(pages)],
    env: { ...SHELL, HOME: scratch },
  }),
  codes: [0],
  read: readCrawled,
});
