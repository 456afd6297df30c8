import { byteCount, type LineOf, matches, redirects, status, view, webUrl } from './shell-line.ts';

const CHARSET = '^HTTP/[^ ]* [0-9]+|content-type: [^ ]*( ?charset=[^ ]*)?|<meta[^>]*charset[^>]*>';
const HEADING = '<h[1-6][^>]*>([^<]|<[^/]|</[^h])*</h[1-6]>';
const INTRODUCTION = '<title[^>]*>[^<]*|<meta[^>]*name=["\']?description[^>]*>';
const DATES =
  'last-modified: [^:]*:[^ ]*|<time[^>]*>|"date(Modified|Published)" ?: ?"[^"]*"|<meta[^>]*(modified|updated|published|created)[^>]*>';
const ROBOTS = 'x-robots-tag: [^<]{1,60}|<meta[^>]*name=["\']?[a-z-]*(robots|bot|user)[^>]*>';
const CANONICAL = 'HTTP/[0-9.]+ [0-9]{3}|location: [^ ]*|<link[^>]*canonical[^>]*>';
const LANGUAGE = '<html[^>]*>|<link[^>]*hreflang[^>]*>';
const STRUCTURED = 'application/ld\\+json|itemscope[^>]*|typeof=[^ >]*';
const OPEN_GRAPH = '<meta[^>]*og:(title|description)[^>]*>';
const LANDMARK = '<(main|article)[ >]|role=["\']?(main|article)';
const MARKDOWN_LINK = 'link: <[^>]*>[^<]*|<link[^>]*text/(x-)?markdown[^>]*>';

/** For counts of elements, offsets in the text and rules of axe-core: no pipe of curl shows them. */
const judged: LineOf = ({ record, evidence, request }) =>
  view({ url: webUrl(evidence.page) ?? request.url }, record.id);
const answered: LineOf = ({ request }) => status(request);
const found =
  (pattern: string): LineOf =>
  ({ request }) =>
    matches(request, pattern);

export const PAGE_LINES: Readonly<Record<string, LineOf>> = {
  P1: (each) => (each.evidence.threshold === 'utf-8' ? found(CHARSET)(each) : answered(each)),
  P2: ({ request }) => redirects(request),
  P3: found(ROBOTS),
  P4: judged,
  P5: judged,
  P6: ({ request }) => byteCount(request),
  P7: judged,
  P8: judged,
  // Elsewhere the finding is a share of the words.
  P9: (each) => (each.evidence.threshold === 1 ? found(LANDMARK)(each) : judged(each)),
  P10: found(HEADING),
  P11: found(INTRODUCTION),
  P12: found(CANONICAL),
  P13: found(LANGUAGE),
  P14: (each) => (each.evidence.measured === 0 ? found(STRUCTURED)(each) : judged(each)),
  P15: found(DATES),
  P16: found(OPEN_GRAPH),
  // A dead address that the page links to.
  P17(each) {
    const [dead] = each.request.others ?? [];
    return dead === undefined ? judged(each) : status({ url: dead });
  },
  P18: judged,
  P19: judged,
  P20: judged,
  P21: judged,
  P22: answered,
  P23: found(MARKDOWN_LINK),
  P24: judged,
  P25: judged,
  P26: judged,
  P27: judged,
  P28: judged,
};
