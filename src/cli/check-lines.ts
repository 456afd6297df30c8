import { titlesOf, wordsOf } from '../scanner/checks/catalogue.ts';
import { pluralize } from '../scanner/pluralize.ts';
import { type Verdict, verdictsOf } from '../scanner/reporters/findings.ts';
import type { ReportData } from '../scanner/reporters/reporter.ts';
import type { Paint } from './output.ts';

type Outcome = 'pass' | 'fail' | 'warn' | 'unmeasured' | 'not-applicable';

interface OutcomeRow {
  readonly sign: string;
  readonly colour: Parameters<Paint>[0];
  /** Of the count below the lines. */
  readonly words: string;
}

const OUTCOMES: Readonly<Record<Outcome, OutcomeRow>> = {
  fail: { sign: '✗', colour: 'red', words: 'failed' },
  warn: { sign: '!', colour: 'yellow', words: 'warned' },
  pass: { sign: '✓', colour: 'green', words: 'passed' },
  unmeasured: { sign: '?', colour: 'yellow', words: 'not measured' },
  'not-applicable': { sign: '-', colour: 'dim', words: 'not applicable' },
};

/** Every reported check on a line: sign, id, name, and a link to the standard or the study behind it. */
export function checkLines(data: ReportData, paint: Paint): string[] {
  const verdicts = verdictsOf(data);
  const counts = Object.entries(OUTCOMES).flatMap(([outcome, { words }]) => {
    const count = verdicts.filter((verdict) => outcomeOf(verdict) === outcome).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return [
    ...verdicts.map((verdict) => lineOf(verdict, paint)),
    '',
    `${pluralize(verdicts.length, 'check')}: ${counts.join(', ')}`,
  ];
}

const outcomeOf = (verdict: Verdict): Outcome => (verdict.kind === 'finding' ? verdict.finding.status : verdict.kind);

function lineOf(verdict: Verdict, paint: Paint): string {
  const { id } = verdict;
  const outcome = outcomeOf(verdict);
  const { sign, colour } = OUTCOMES[outcome];
  const [link] = wordsOf(id)?.sources ?? [];
  const pages = verdict.kind === 'finding' ? verdict.finding.affectedPages : 0;
  const words = [
    id.padEnd(3),
    titlesOf(id)[verdict.kind === 'finding' ? 'fail' : 'pass'],
    ...(pages === 0 ? [] : [`(${pluralize(pages, 'page')})`]),
    ...(verdict.kind === 'unmeasured' || verdict.kind === 'not-applicable' ? [`(${OUTCOMES[outcome].words})`] : []),
  ].join(' ');
  return `${paint(colour, sign)} ${words}${link === undefined ? '' : ` ${paint('dim', link)}`}`;
}

/** What a page comes to, on a line, as soon as it is read. */
export function pageLine(
  url: string,
  checks: readonly { readonly id: string; readonly status: 'pass' | 'fail' | 'warn' | 'error' | 'na' }[],
): string {
  const of = (wanted: 'fail' | 'warn') => checks.filter(({ status }) => status === wanted).map(({ id }) => id);
  const [fails, warns] = [of('fail'), of('warn')];
  const outcome: Outcome = fails.length > 0 ? 'fail' : warns.length > 0 ? 'warn' : 'pass';
  const parts = [
    ...(fails.length === 0 ? [] : [`${OUTCOMES.fail.words} ${fails.join(' ')}`]),
    ...(warns.length === 0 ? [] : [`${OUTCOMES.warn.words} ${warns.join(' ')}`]),
  ];
  return `${OUTCOMES[outcome].sign} ${url}${parts.length === 0 ? '' : ` ${parts.join(', ')}`}`;
}
