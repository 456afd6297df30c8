/**
 * What a line that shows a result must print, written from the rules of the checks and not from their lines. A check
 * whose line is `legible view` prints its message.
 */
import type { CheckRecord } from '../../../../src/scanner/model/result.ts';

/** Every pattern must match what the line prints. */
type Claim = (record: CheckRecord) => readonly RegExp[];

const numberIn = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? 'no number in the message';
const ok = /^200 /;
/** An entry of a breadcrumb has a name and no url. */
const NO_NAME_AND_URL = /^(?![\s\S]*ld\+json[\s\S]*"name"[\s\S]*"url")/;
const okLine = /^HTTP\/1\.1 200/m;
const statusOf: Claim = ({ evidence }) => [new RegExp(`^${evidence?.status ?? 'no status'} `)];
const always =
  (...patterns: RegExp[]): Claim =>
  () =>
    patterns;
/** The lines of robots.txt that a message names by number. */
const namedLines: Claim = ({ message }) =>
  [...message.matchAll(/line (\d+)/g)].map(([, line]) => new RegExp(`^${line}:`, 'm'));
/** A document that a message says lacks a member does not have it. */
const lacks: Claim = ({ message }) => {
  const names = /lacks ([\w., ]+?)\.$/.exec(message)?.[1]?.split(', ') ?? [];
  return names.map((name) => new RegExp(`^(?!(?:.|\\s)*"${name.split('.').at(-1)}" ?:)`));
};

export const CLAIMS: Readonly<Record<string, Claim>> = {
  'S1 pass': always(/^200 text\/plain/),
  'S1 warn': (each) => (each.evidence?.status === 404 ? [/^404 /] : [/[\s\S]/]),
  'S1 fail': (each) => (each.message.includes('HTML') ? [/^200 text\/html/] : statusOf(each)),
  'S2 pass': (each) => (each.message.includes('missing') ? [/^404 /] : [/user-agent/i]),
  'S2 warn': namedLines,
  'S2 fail': (each) => (each.evidence?.status === 200 ? namedLines(each) : statusOf(each)),
  'S3 pass': (each) => (each.message.includes('missing') ? [/^404 /] : [/user-agent/i]),
  'S3 warn': namedLines,
  'S3 fail': namedLines,
  'S4 pass': always(/content-signal|content-usage|license/i),
  'S4 warn': namedLines,
  'S5 pass': (each) => (each.evidence?.status === 404 ? [/^404 /] : [/user-agent/i]),
  'S5 warn': always(/disallow/i),
  'S5 fail': always(/disallow/i),
  'S6 pass': always(ok),
  'S6 warn': statusOf,
  'S6 fail': statusOf,
  'S7 warn': always(/^(403|429) /),
  'S7 fail': always(/^(403|429) /),
  'S9 pass': always(/^(404|410) /),
  'S9 warn': statusOf,
  'S9 fail': (each) => (each.message.includes('home page') ? [/^30\d /] : [/^200 text\/html/]),
  'S10 pass': ({ message }) => [new RegExp(`^ *${numberIn(message, /: (\d+)\.$/)} <loc`, 'm')],
  'S10 warn': ({ message }) =>
    /robots.txt (?:does not name|that names)/.test(message)
      ? [/^none$/m]
      : message.includes('another host')
        ? [new RegExp(`^(<loc>.*\\n){${numberIn(message, /another host: (\d+)/)}}$`)]
        : [new RegExp(`^${numberIn(message, /answers (\d+)/)} `)],
  'S10 fail': (each) => (each.message.startsWith('There is no sitemap') ? [/^404 |^200 text\/html/] : [/[\s\S]/]),
  'S11 pass': always(/ <loc>/, /<lastmod>\d{4}-/),
  'S11 warn': (each) =>
    each.message.includes('same lastmod')
      ? [new RegExp(`^ *${numberIn(each.message, /All (\d+)/)} <lastmod>`, 'm')]
      : [/<lastmod>/],
  'S11 fail': (each) => (each.evidence?.measured === undefined ? [/^404 |HTTP|^200 text\/html/] : [/ <loc>/]),
  'S12 pass': always(okLine),
  'S12 warn': always(/HTTP\/1\.1 (404|301|302|308)|noindex|canonical/),
  'S12 fail': always(/HTTP\/1\.1 (404|301|302|308)|noindex|canonical|^404 |^200 text\/html/m),
  'S13 pass': always(ok),
  'S13 warn': (each) => (each.message.includes('another host') ? [/^location: /im] : [ok]),
  'S13 fail': always(/^404 |^200 text\/html/),
  'S14 pass': always(/^\d+:llms/m),
  'S14 warn': always(/^\d+:llms|^none$/m),
  'S14 fail': always(/^none$|^\d{4,}:llms/m),
  'S15 pass': always(/^link: /im),
  'S15 warn': (each) =>
    each.message.includes('answers 2xx') || each.message.includes('answer of 2xx')
      ? [/^[345]\d\d /]
      : each.message.includes('no Link header')
        ? [/^HTTP\/1\.1 200[^\n]*\n?$/]
        : [/^link: /im],
  'S15 fail': always(/^link: /im),
  'S16 pass': ({ evidence }) => [new RegExp(pathOf(evidence?.examples?.[0]))],
  'S16 warn': always(/^none$|canonical/m),
  'S16 fail': always(/^none$|^404 /m),
  'S17 pass': always(/^content-type: text\/markdown/im, /^vary: .*accept/im),
  'S17 warn': always(okLine),
  'S17 fail': always(/^(?![\s\S]*content-type: text\/html)/i),
  'S18 pass': always(/^(etag|last-modified|cache-control|expires):/im),
  'S18 warn': always(okLine),
  'S18 fail': always(okLine),
  'S19 pass': always(/<title|<a /),
  'S19 warn': ({ message }) => (/lacks[^.]*JSON-LD/.test(message) ? [NO_NAME_AND_URL] : [/ld\+json/]),
  'S19 fail': ({ message }) => (/lacks[^.]*JSON-LD/.test(message) ? [NO_NAME_AND_URL] : [/ld\+json/]),
  'S20 pass': always(/openapi|asyncapi|type Query/),
  'S20 warn': always(/openapi|swagger|linkset/),
  'S20 fail': always(/^404 |^HTTP\/1\.1 200/),
  'S21 pass': always(/"token_endpoint"/),
  'S21 warn': always(/"issuer"|"resource"/),
  'S21 fail': statusOf,
  'S22 pass': always(/"remotes"/),
  'S22 warn': always(/"name"/),
  'S22 fail': (each) => (each.message.includes('answers') ? statusOf(each) : lacks(each)),
  'S23 pass': always(/"supportedInterfaces"/, /"skills"/),
  'S23 warn': always(okLine),
  'S23 fail': lacks,
  'S24 pass': always(okLine),
  'S24 warn': always(okLine),
  'S24 fail': (each) => (each.evidence?.status === 404 ? statusOf(each) : [/"collections"|"skills"|"entries"/]),
  'S25 pass': always(/"(price|ucp|availability)"/),
  'S25 warn': ({ message }) => [
    message.includes('no page has an offer') ? /^$/ : /"(price|offers|availability)"|^402 /,
  ],
  'S25 fail': always(/"ucp"/, /^(?![\s\S]*"services")/),
  'L1 pass': always(ok),
  'L1 warn': always(/^location: /im),
  'L1 fail': (each) =>
    each.message.includes('characters')
      ? [new RegExp(`^${each.evidence?.measured}$`, 'm')]
      : [/^404 |^200 text\/html|^\d\d\d /],
  'L2 pass': always(/^content-type: text\/(plain|markdown)/im),
  'L2 warn': always(/^content-type: text\//im),
  'L2 fail': always(/^(?![\s\S]*content-type: text\/(plain|markdown))/i),
  'L3 pass': always(/^1?\d:# .*\n?$/),
  'L3 warn': ({ message }) => [new RegExp(`^${numberIn(message, /line (\d+)/)}:# `, 'm')],
  'L3 fail': always(/^none$/m),
  'L4 pass': always(/^\d+:> /m),
  'L4 warn': always(/^\d+:> /m),
  'L4 fail': always(/^(?![\s\S]*^\d+:> )/m),
  'L5 pass': always(/^\d+:## /m),
  'L5 warn': always(/^\d+:#+ /m),
  'L5 fail': always(/^(?![\s\S]*:##)/),
  'L6 pass': always(/\]\(/),
  'L6 warn': always(/^[-*+] /m),
  'L6 fail': always(/^([-*+] |none)/m),
  'L7 pass': always(/\]\(/),
  'L7 warn': always(/^(404|410|000) /),
  'L7 fail': always(/^(404|410|000) /),
  'L8 pass': always(/^200 text\/(markdown|plain)/),
  'L8 warn': always(/^200 text\/html/),
  'L8 fail': always(/^200 text\/html/),
  'L9 pass': always(/\]\(.*\):? /),
  'L9 warn': always(/\]\(/),
  'L9 fail': always(/\]\(/),
  'L10 pass': ({ evidence }) => [new RegExp(`^${evidence?.measured}$`, 'm')],
  'L10 warn': ({ evidence }) => [new RegExp(`^${evidence?.measured}$`, 'm')],
  'L10 fail': ({ evidence }) => [new RegExp(`^${evidence?.measured}$`, 'm')],
  'L11 pass': always(/\]\(|^200 /),
  'L11 warn': always(/^none$/m),
  'L11 fail': always(/^none$/m),
  'L12 pass': always(/\]\(/),
  'L12 warn': ({ evidence }) => [new RegExp(`${escaped(evidence?.examples?.[0] ?? '-')}|^location:`, 'im')],
  'L12 fail': ({ evidence }) => [new RegExp(escaped(evidence?.examples?.[0] ?? '-'))],
  'L13 pass': always(/## Optional\n$/),
  'L13 warn': ({ message }) => [new RegExp(`^${numberIn(message, /line (\d+)/)}:#+ .*optional`, 'im')],
  'L14 pass': always(/^[\s\S]*$/),
  'L14 warn': always(/</),
  'L14 fail': always(/^ *(```|~~~)|iconv:/),
  'L15 pass': always(ok),
  'L15 warn': always(/^\d/),
  'L15 fail': always(/^404 |^200 |^5\d\d /),

  'P1 pass': always(ok),
  'P1 warn': always(/charset|content-type|^200 /i),
  'P1 fail': (each) => (each.evidence?.status === undefined ? [/curl: \(\d+\)|^\d{3} /] : statusOf(each)),
  'P2 pass': ({ evidence }) => [
    new RegExp(`^(HTTP/1\\.1 30(?:.|\\s)*?){${evidence?.measured}}HTTP/1\\.1 200[^\\n]*\\n?$`),
  ],
  'P2 warn': always(/^location: /im),
  'P2 fail': always(/location: |refresh|script/i),
  'P3 pass': always(/^(?![\s\S]*noindex)/),
  'P3 warn': always(/noindex|nosnippet|max-snippet/),
  'P3 fail': always(/noindex|none/),
  'P4 fail': (each) =>
    each.message.includes('redirects')
      ? [/^location: .*(login|sign)/im]
      : each.message.includes('answers')
        ? statusOf(each)
        : [/./],
  'P6 pass': ({ evidence }) => [new RegExp(`^${evidence?.measured}$`, 'm')],
  'P6 warn': ({ evidence }) => [new RegExp(`^${evidence?.measured}$`, 'm')],
  'P6 fail': always(/^50\d{5}$/m),
  'P9 warn': ({ evidence }) => [evidence?.measured === 0 ? /^none$/m : /(<(main|article)[ >][\s\S]*){2}/],
  'P9 fail': always(/^none$/m),
  'P10 pass': always(/<h1/),
  'P10 warn': always(/<h\d|^none/m),
  'P10 fail': ({ message }) => (message.includes('no H1') ? [/^(?![\s\S]*<h1[ >])/] : [/<h\d/]),
  'P11 pass': always(/<title/, /description/),
  'P11 warn': introduced,
  'P11 fail': introduced,
  'P12 pass': always(/canonical/),
  'P12 warn': ({ message }) =>
    message.includes('no canonical address')
      ? [/^(?![\s\S]*canonical)/]
      : message.includes('redirects')
        ? [/HTTP\/1\.1 30\d|canonical/]
        : message.includes('duplicate')
          ? [/(HTTP\/1\.1 200[\s\S]*){2}/]
          : [/canonical/],
  'P12 fail': ({ message }) => [/canonical/, ...(message.includes('answers') ? [/HTTP\/1\.1 (404|410|5\d\d)/] : [])],
  'P13 pass': always(/lang=/),
  'P13 warn': always(/lang=/),
  'P13 fail': always(/^(?![\s\S]*<html[^>]*lang)/),
  'P14 fail': always(/^none$|ld\+json/m),
  'P15 pass': always(/\d{4}-\d\d-\d\d/),
  'P15 warn': always(/\d{4}-\d\d-\d\d|last-modified/i),
  'P15 fail': always(/^(?![\s\S]*"?dateModified)/),
  'P16 pass': always(/og:title/, /og:description/),
  'P16 warn': always(/og:(title|description)/),
  'P16 fail': always(/^none$/m),
  'P17 warn': always(/^(404|410) /),
  'P17 fail': always(/^(404|410) /),
  'P22 pass': always(/^200 text\/(x-)?markdown/),
  'P22 warn': always(/^200 (?!text\/markdown)/),
  'P22 fail': always(/^(?!200 text\/markdown)\d{3} /),
  'P23 pass': always(/text\/(x-)?markdown/),
  'P23 warn': always(/^none$/m),
  'P23 fail': always(/^none$|^(?!200 text\/markdown)\d{3} /m),
  'P24 fail': always(/^(?!200 text\/markdown)\d{3} /m),
  ...Object.fromEntries(
    ['S26', 'S27', 'S28', 'S29', 'S30', 'S31', 'S32', 'S33'].flatMap((id) =>
      ['pass', 'warn', 'fail'].map((status) => [`${id} ${status}`, acted]),
    ),
  ),
};

/** What an offer that works, or the first reason why one does not, looks like in the answer. */
const ACTED: readonly (readonly [message: RegExp, printed: RegExp])[] = [
  [/answers (\d{3})|do(es)? not answer as described|no OpenAPI file/, /HTTP\/1\.1 (4|5)\d\d/],
  [/needs a captcha|a captcha stands/, /captcha/i],
  [/only a script makes it work/, /^(?![\s\S]*<form[^>]*action=[^>]*post)/],
  [/without a label|placeholder alone|without a name/, /<(input|select|textarea)/],
  [/no button sends it/, /^(?![\s\S]*<form[^>]*post[\s\S]*<button)/],
  [/frame of another host/, /<iframe/],
  [/^Read figures/, /<t[hd]|<d[td]|price/],
  [/product pages without a price/, /^(?![\s\S]*(?:[€$£]|EUR) ?\d)/],
  [/^Put things/, /price|<form|<button/],
  [/^Page through a list/, /HTTP\/1\.1 200|<a |<button|\d+ of \d+/],
  [/^(Send a form|Sign in)/, /<form|<iframe|none|mailto/],
  [/./, /HTTP\/1\.1 (200|400|401|405)|<form|search/],
];

function acted({ message }: CheckRecord): RegExp[] {
  const [, printed = /never/] = ACTED.find(([said]) => said.test(message)) ?? [];
  return [printed];
}

/** Titles and descriptions as the message says: missing ones are not printed, shared ones twice. */
function introduced({ message }: CheckRecord): RegExp[] {
  return [
    /<title|none/,
    ...(message.includes('no title') ? [/^(?![\s\S]*<title[^>]*>[^\s<])/] : []),
    ...(message.includes('no meta description') ? [/^(?![\s\S]*name=.?description[^>]*content=.?[^"'>\s])/] : []),
    ...(/title is that/.test(message) ? [/<title[^>]*>([^<\n]*\S)[\s\S]*<title[^>]*>\1/] : []),
    ...(/description is that/.test(message) && !/title is that/.test(message)
      ? [/(<meta[^>]*description[^>]*>)[\s\S]*\1/]
      : []),
  ];
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const pathOf = (url = 'http://none/none'): string => escaped(new URL(url).pathname.replace(/\/$/, ''));
