import type { CheckShare, Explanation, Fix } from '../../schema/explanation.ts';
import type { ReportData } from './reporter.ts';

/**
 * The same report in the addresses that its readers know: of a copy that is read on a port of this machine, those of the
 * published site, or the folder and its paths. The port of a build is another one in each run, and CI follows tests by name.
 */
export function asPublished(data: ReportData): ReportData {
  const { scan, explanation, folder } = data;
  const { publicOrigin } = explanation ?? {};
  const rename =
    publicOrigin !== undefined
      ? moved(publicOrigin.servedBy, publicOrigin.origin)
      : folder !== undefined
        ? moved(new URL(scan.rootUrl).origin, '')
        : undefined;
  if (rename === undefined) return data;
  const rootUrl = publicOrigin === undefined ? (folder ?? scan.rootUrl) : rename(scan.rootUrl);
  return {
    ...data,
    scan: {
      ...scan,
      rootUrl,
      pageResults: scan.pageResults.map((page) => ({ ...page, url: rename(page.url) })),
    },
    explanation: explanation === undefined ? undefined : { ...withExamples(explanation, rename), rootUrl },
  };
}

const moved =
  (from: string, to: string) =>
  (url: string): string =>
    url.startsWith(`${from}/`) ? to + url.slice(from.length) : url;

function withExamples(explanation: Explanation, rename: (url: string) => string): Explanation {
  const each = <Row extends Fix | CheckShare>(rows: readonly Row[]): Row[] =>
    rows.map((row) => ({ ...row, examples: row.examples.map(rename) }));
  const { checks, fixes, llmstxt } = explanation;
  return {
    ...explanation,
    checks: each(checks),
    fixes: each(fixes),
    llmstxt: { ...llmstxt, checks: each(llmstxt.checks), fixes: each(llmstxt.fixes) },
  };
}
