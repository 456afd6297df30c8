import { catalogueOrder, titlesOf } from '../scanner/checks/catalogue.ts';
import { SCAN_PHASES } from '../scanner/model/scan.ts';
import { pluralize } from '../scanner/pluralize.ts';
import type { ScanRecord } from './scan-record.ts';

type Phased = Pick<ScanRecord, 'status' | 'phase'>;

/** What a scan is doing, in a few words of trusted text that every client shows; undefined once it has ended. */
export function phaseWords({ status, phase }: Phased): string | undefined {
  if (status !== 'running') return undefined;
  if (phase === undefined) return 'waiting for its turn';
  const { name, done = 0, of = 0 } = phase;
  switch (name) {
    case 'robots':
      return 'reading robots.txt';
    case 'files':
      return 'reading sitemaps and llms.txt';
    case 'pages':
      return `page ${done} of ${of}`;
    case 'probes':
      return `probe ${done + 1} of ${of}`;
    case 'accessibility':
      return `accessibility of ${pluralize(of, 'page')}`;
    case 'scoring':
      return 'scoring';
  }
}

/** Percent of a scan that is done where each phase begins, about as long as phases take. */
const BEGINS_AT = { robots: 1, files: 4, pages: 8, probes: 60, accessibility: 80, scoring: 95 } as const;

/** About how much of a running scan is done, from 0 to 99 percent. */
export function percentDone({ phase }: Phased): number {
  if (phase === undefined) return 0;
  const { name, done = 0, of = 0 } = phase;
  const next = SCAN_PHASES[SCAN_PHASES.indexOf(name) + 1];
  const from = BEGINS_AT[name];
  const to = next === undefined ? 99 : BEGINS_AT[next];
  return of === 0 ? from : from + (to - from) * Math.min(1, done / of);
}

/** A check that fails on pages which are read already. */
export interface EarlyFinding {
  readonly checkId: string;
  readonly name: string;
  readonly pages: number;
}

/** More would be a report; that comes at the end, with evidence and fixes. */
const MAX_EARLY_FINDINGS = 5;

/** What a running scan has found so far, in trusted text: the checks that fail on most pages. */
export function earlyFindings({ status, fails = {} }: Pick<ScanRecord, 'status' | 'fails'>): EarlyFinding[] {
  if (status !== 'running') return [];
  return Object.entries(fails)
    .map(([id, pages]) => ({ id, pages }))
    .sort((a, b) => b.pages - a.pages || catalogueOrder(a, b))
    .slice(0, MAX_EARLY_FINDINGS)
    .map(({ id, pages }) => ({ checkId: id, name: titlesOf(id).fail, pages }));
}

/** The members of a scan that clients follow it by: `phase` in words, `percent` of the whole scan. */
export const progressOf = (scan: ScanRecord) => ({
  status: scan.status,
  pagesDiscovered: scan.pagesDiscovered,
  pagesScanned: scan.pagesScanned,
  currentUrl: scan.currentUrl,
  phase: phaseWords(scan),
  percent: scan.status === 'running' ? Math.round(percentDone(scan)) : 100,
  findings: earlyFindings(scan),
});
