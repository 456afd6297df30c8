import { strToU8, zipSync } from 'fflate';
import { titlesOf } from '../../scanner/checks/catalogue.ts';
import { quote } from '../../scanner/checks/evidence.ts';
import { fixBehind } from '../../scanner/checks/present.ts';
import { type Finding, findingsOf } from '../../scanner/reporters/findings.ts';
import { codeSpan, fenced, UNTRUSTED_NOTE } from '../../scanner/reporters/markdown.ts';
import type { ReportData } from '../../scanner/reporters/reporter.ts';

/** Of every file, so that the same scan gives the same archive. The format has no time before 1980. */
const MODIFIED = '1980-01-01T00:00:00';

/** The drafts of a scan as a zip archive. */
export function fixesZip(data: ReportData): Uint8Array<ArrayBuffer> {
  const entries = fixFiles(data).map(({ path, text }: FixFile) => [path, strToU8(text)] as const);
  return Uint8Array.from(zipSync(Object.fromEntries(entries), { mtime: MODIFIED }));
}

/** One file to apply: a path within the archive, and its text. */
interface FixFile {
  readonly path: string;
  readonly text: string;
}

/** Where drafts of whole files belong on the site. The others are lines for files or settings that are there already. */
const WHOLE_FILES: Readonly<Record<string, string>> = {
  S10: 'sitemap.xml',
  S13: 'llms.txt',
  S20: '.well-known/api-catalog',
  S21: '.well-known/oauth-protected-resource',
  S22: '.well-known/ai-catalog.json',
};

/**
 * The drafts of a scan as files: whole ones at their place under `site/`, lines to insert under `lines/`, and a README.md
 * with where each goes and what only a person can do. The same data gives the same files.
 */
export function fixFiles(data: ReportData): FixFile[] {
  const findings = findingsOf(data);
  const drafted = findings.flatMap(({ draft, ...finding }) => (draft === undefined ? [] : [{ ...finding, draft }]));
  const files = drafted.map((finding) => ({ finding, path: pathOf(finding.id), text: finding.draft }));
  const others = findings.filter(({ draft }) => draft === undefined);
  return [{ path: 'README.md', text: readme(data, files, others) }, ...files.map(({ path, text }) => ({ path, text }))];
}

const pathOf = (id: string): string => {
  const whole = WHOLE_FILES[id];
  return whole === undefined ? `lines/${id}.txt` : `site/${whole}`;
};

function readme(
  { scan }: ReportData,
  files: readonly { readonly finding: Finding; readonly path: string }[],
  others: readonly Finding[],
): string {
  const lines = [
    `# Fixes for ${codeSpan(quote(scan.rootUrl))}`,
    '',
    `Made from the scan of ${scan.createdAt}. ${UNTRUSTED_NOTE}`,
    '',
    'Read each file before you use it: it is made from what the scan saw.',
    '',
    '- Files under `site/` belong at the same path of the site. Where one is there already, merge them.',
    '- Files under `lines/` hold lines for a file or a setting that the text below names.',
    '',
    ...(files.length === 0 ? ['No fix of this scan can be drafted as a file.', ''] : []),
    ...files.flatMap(({ finding, path }) => [`## \`${path}\``, '', ...whatToDo(finding)]),
    ...(others.length === 0 ? [] : ['## What these files cannot do', '']),
    ...others.flatMap((finding) => [`### ${finding.id}: ${titlesOf(finding.id).action}`, '', ...whatToDo(finding)]),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

const whatToDo = ({ id, message, howToFix, repro }: Finding): string[] => [
  `${id}: ${message}`,
  '',
  fixBehind({ message, howToFix }),
  '',
  ...(repro === undefined ? [] : ['See for yourself:', '', fenced(repro, 'sh'), '']),
];
