/** Parts of input that is made to be slow. */
import { runsOf } from './exhaustive.ts';

/** Work that grows with the square of a share of it takes minutes too. */
const SIZE = runsOf(5_000_000, 4);

/** The piece over and over, to about `SIZE` characters. */
export const times = (piece: string): string => piece.repeat(SIZE / piece.length);

export const LLMS_TXT_PIECES: readonly string[] = [
  'a',
  '\n',
  '- ',
  '[',
  '](',
  '](<',
  '](a "',
  "](a '",
  '](a (',
  '[a](',
  '\\',
  '`',
  '#',
  ' #',
  '<!--',
  '>',
  '* ',
  ' ',
  '\t',
  '-',
  '<a',
  '<a ',
  '</a b="',
];

/** Texts of robots.txt. */
export const SLOW_ROBOTS: Readonly<Record<string, string>> = {
  'one line': times('a'),
  'only newlines': times('\n'),
  'a million stars': `User-agent: *\nDisallow: /${'*'.repeat(400_000)}a`,
  'stars and letters': `User-agent: *\nDisallow: /${'*a'.repeat(200_000)}$`,
  'many rules with stars': `User-agent: *\n${'Disallow: /*a*b*c$\n'.repeat(20_000)}`,
  'many near misses': `User-agent: *\n${`Disallow: /*${'a'.repeat(1000)}b\n`.repeat(400)}`,
  'agents and delays in turn': `${'User-agent: a\nCrawl-delay: 1\n'.repeat(8000)}${'Disallow: /b\n'.repeat(8000)}`,
  'as many rules with stars as fit': `User-agent: *\n${'Disallow:*ab\n'.repeat(39_000)}`,
  escapes: `User-agent: *\nDisallow: /${'%'.repeat(400_000)}`,
};

/** Texts of sitemaps. */
export const SLOW_SITEMAPS: Readonly<Record<string, string>> = {
  'one line': times('a'),
  'one line of XML': `<urlset><url><loc>https://site.example/${times('a')}</loc></url></urlset>`,
  deep: times('<a>'),
  'deep in a root': `<urlset>${times('<a>')}`,
  'many attributes': `<urlset ${Array.from({ length: SIZE / 20 }, (_, at) => `a${at}="xxxxxxxxxx"`).join(' ')}>`,
  'a dashed comment': `<urlset><!--${times(' -')}-->`,
  'brackets in CDATA': `<urlset><![CDATA[${times(']')}`,
  'a doctype that goes on': `<!DOCTYPE a [${times('<!')}`,
  entities: `<urlset><url><loc>${times('&amp;')}</loc></url></urlset>`,
  'an entity that goes on': `<urlset><url><loc>&${times('a')}`,
  'billion laughs': `<!DOCTYPE urlset [${times('<!ENTITY a "&b;&b;&b;&b;">')}]><urlset/>`,
  'closing tags': `<urlset>${times('</a>')}`,
  'many items': `<urlset>${times('<url><loc>https://site.example/a</loc></url>')}</urlset>`,
  'many lines': times('https://site.example/a\n'),
  'only ends of lines': `https://site.example/a${times('\r')}${times('\n')}`,
};

/** Pages with controls and labels without end. */
export const LONG_CONTROLS: readonly (readonly [what: string, html: string])[] = [
  ['labels in labels', '<label>x'.repeat(30_000)],
  ['buttons in buttons', '<div role=button>x'.repeat(30_000)],
  ['fields without end', '<input>'.repeat(100_000)],
  ['labels and fields of one id', '<input id=a><label for=a></label>'.repeat(50_000)],
  ['references without end', `<p aria-labelledby="${'a '.repeat(500_000)}">`.repeat(3)],
];

/** Long pages, and the text that is to be compared with each. */
export const LONG_TWINS: readonly (readonly [what: string, page: string, markdown: string])[] = [
  ['long blocks', `<main><p>${'words '.repeat(150_000)}</p></main>`, 'other '.repeat(150_000)],
  ['many sentences', `<main>${'<p>a b c d e f g h.</p>'.repeat(30_000)}</main>`, 'x. '.repeat(300_000)],
  [
    'many different sentences that are nowhere',
    `<main>${Array.from({ length: 5000 }, (_, at) => `<p>${`w${at} `.repeat(70)}</p>`).join('')}</main>`,
    'w1 '.repeat(330_000),
  ],
  ['headings in headings', `<main>${'<h1><div>x'.repeat(10_000)}</main>`, '#'.repeat(500_000)],
];
