import { PAGE_CHECKS } from '../checks/catalogue.ts';
import { type CheckOf, runChecks } from '../checks/run.ts';
import { pageText } from '../delivery/collect-page-text.ts';
import type { PageArtifact, PageDigest } from '../model/page.ts';
import { type AuditSubject, auditSubject } from '../parse/html/audit-subject.ts';
import { compareTwin, contentSegments } from '../parse/html/compare-twin.ts';
import { extractPageFacts } from '../parse/html/extract-page-facts.ts';
import { htmlToMarkdown } from '../parse/html/markdown/convert.ts';
import { isSignpost } from '../parse/html/redirect-scripts.ts';
import { hasMoreTags } from '../parse/html/rough-html.ts';
import { type TextBlockCollector, textBlockCollector } from '../parse/html/text-blocks.ts';
import { type DecodedBody, decodeBody, intactShare } from '../parse/http-headers/charset.ts';
import { actsByAddress, actsByLabel } from '../parse/url/acting-link.ts';
import { pageDigest } from './page-digest.ts';
import { type AccessibilityJob, isEarly, type PageJob, type PageVerdict, unmeasuredPage } from './page-job.ts';

const EARLY_CHECKS: readonly CheckOf<'page'>[] = PAGE_CHECKS.filter((check: CheckOf<'page'>) => isEarly(check));
/** Bounds on the tree instead of on time, so that the machine does not decide (catalogue, P19). axe-core recurses. */
const AUDIT_LIMITS = { maxElements: 6000, maxDepth: 400 };
/** An element takes up to a hundred times the memory of its tag; the largest indexes of real manuals have half as many. */
const MAX_TAGS = 75_000;

/** Parses one page, once, and answers the checks that need nothing else. */
export default function judgePage({ target, page, html, twin, wantsFacts, wantsMarkdown }: PageJob): PageVerdict {
  const bugs: { checkId: string; thrown: string }[] = [];
  const decoded = decodedPage(page, html);
  const text = decoded?.text ?? '';
  if (hasMoreTags(text, MAX_TAGS)) return unmeasuredPage(page, `the page has more than ${MAX_TAGS} tags`);
  const onBug = (checkId: string, thrown: unknown) => bugs.push({ checkId, thrown: String(thrown) });
  try {
    const { artifact, blocks } = artifactOf(page, html, text, twin);
    const digest = pageDigest(artifact, text);
    const delivered = deliveredTextOf(artifact, digest, { blocks, decoded, twin });
    return {
      records: runChecks(EARLY_CHECKS, { page: artifact, target }, onBug),
      facts: wantsFacts ? artifact.facts : undefined,
      digest,
      text: delivered,
      signpost: signpostOf(artifact),
      ...(wantsMarkdown === true
        ? { markdown: htmlToMarkdown(delivered?.isNoscript === true ? (blocks?.noscript() ?? '') : text) }
        : {}),
      layout: layoutOf(artifact, digest),
      links: linksOf(artifact),
      bugs,
    };
  } catch (thrown) {
    onBug('page-facts', thrown);
    return { ...unmeasuredPage(page, 'our parser failed on the page'), bugs };
  }
}

/** A job that does nothing: it is answered once the worker is loaded. */
export const isReady = (): void => undefined;

/** What axe-core has to judge of a page of the sample. */
export const subjectOf = ({ html, contentTypeHeader }: AccessibilityJob): AuditSubject =>
  auditSubject(decodeBody(html, contentTypeHeader).text, AUDIT_LIMITS);

const decodedPage = ({ response }: PageJob['page'], html: PageJob['html']): DecodedBody | undefined =>
  html === undefined || !response.answered ? undefined : decodeBody(html, response.answer.headers['content-type']);

interface ReadArtifact {
  readonly artifact: PageArtifact;
  /** Walked over the page; undefined without one. */
  readonly blocks: TextBlockCollector | undefined;
}

function artifactOf(page: PageJob['page'], html: PageJob['html'], text: string, twin: PageJob['twin']): ReadArtifact {
  const { response } = page;
  if (html === undefined || !response.answered) return { artifact: { ...page, facts: undefined }, blocks: undefined };
  const { finalUrl, headers } = response.answer;
  const contentTypeHeader = headers['content-type'];
  const segments = twin === undefined ? undefined : contentSegments();
  let blocks: TextBlockCollector | undefined;
  const facts = extractPageFacts(text, { url: finalUrl, contentTypeHeader, body: html }, (markdownLength) => {
    blocks = textBlockCollector(markdownLength);
    return segments === undefined ? [blocks] : [blocks, segments];
  });
  if (twin === undefined || segments === undefined) return { artifact: { ...page, facts }, blocks };
  const compared = compareTwin(
    {
      url: twin.url,
      text: decodeBody(twin.body, twin.contentTypeHeader).text,
      bodyBytes: twin.bodyBytes,
      isCut: twin.body.length < twin.bodyBytes,
    },
    segments,
    finalUrl,
  );
  return { artifact: { ...page, facts, markdown: { ...page.markdown, twin: compared } }, blocks };
}

function deliveredTextOf(
  artifact: PageArtifact,
  { readable }: PageDigest,
  {
    blocks,
    decoded,
    twin,
  }: {
    readonly blocks: TextBlockCollector | undefined;
    readonly decoded: DecodedBody | undefined;
    readonly twin: PageJob['twin'];
  },
): PageVerdict['text'] {
  const { facts } = artifact;
  if (facts === undefined || blocks === undefined || decoded === undefined || readable !== 'yes') return undefined;
  const source =
    twin === undefined
      ? undefined
      : { text: decodeBody(twin.body, twin.contentTypeHeader).text, bodyBytes: twin.bodyBytes };
  return { ...pageText(artifact, facts, blocks, source), intactShare: intactShare(decoded) };
}

/** Each once: an index links to one page under hundreds of fragments. */
/** What a page leads to: by its links, and by the refresh of one that only sends its reader on. */
function linksOf({ facts }: PageArtifact): string[] {
  if (facts === undefined) return [];
  const { metaRefresh } = facts.redirectScript;
  const refresh = isSignpost(facts) && metaRefresh !== undefined ? [metaRefresh.url] : [];
  // A page says with nofollow which addresses are no pages to crawl: edits, logins, sorted lists.
  // An index links to one page under hundreds of fragments, which have no say in that.
  const acting = new Map<string, boolean>();
  const actsAt = (url: string): boolean => {
    const [page = ''] = url.split('#', 1);
    const known = acting.get(page) ?? actsByAddress(page);
    acting.set(page, known);
    return known;
  };
  const harmless = facts.anchors.filter(
    ({ url, text }) => url !== undefined && !actsAt(url) && !actsByLabel(url, text),
  );
  const followed = harmless.filter(({ rel }) => !rel.includes('nofollow'));
  const anchors = followed.length > 0 ? followed : harmless;
  return [...new Set([...refresh, ...anchors.flatMap(({ url }) => url ?? [])])];
}

/** Where a page sends its readers that has nothing else to say; undefined for any other. */
function signpostOf({ facts }: PageArtifact): PageVerdict['signpost'] {
  if (facts === undefined || !isSignpost(facts)) return undefined;
  return {
    links: [...new Set(facts.anchors.flatMap(({ url }) => url ?? []))].slice(0, MAX_SIGNPOST_LINKS),
    refresh: facts.redirectScript.metaRefresh?.url,
  };
}
const MAX_SIGNPOST_LINKS = 50;

/** Template: the folder of the page, for pages of one folder are mostly made alike, and what it is built of. */
function layoutOf({ facts }: PageArtifact, { readable, finalUrl }: PageDigest): PageVerdict['layout'] {
  if (facts === undefined || readable !== 'yes') return undefined;
  const [, first = '', second = ''] = new URL(finalUrl).pathname.split('/', 3);
  const folder = second === '' ? '' : first;
  return { template: [`/${folder}`, ...facts.structure].join(' '), elementCount: facts.elementCount };
}
