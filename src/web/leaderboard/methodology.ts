/** How a leaderboard came about, and how a host leaves it. */
import { BOT_TOKEN } from '../../scanner/ai-agents.ts';
import { pluralize } from '../../scanner/pluralize.ts';
import { READERS } from '../../scanner/readers/readers.ts';
import type { CensusStatistics } from '../../sites/census/statistics.ts';
import { markup, thirdPartyLink } from '../markup.ts';
import { type Frame, type LeaderboardPage, section } from './frame.ts';

export function methodologyPage(
  { contact }: Pick<Frame, 'contact'>,
  { states, rubrics }: CensusStatistics,
  pages: number,
): LeaderboardPage {
  const all = states.graded + states.closed + states.unreachable + states.failed;
  return {
    path: 'methodology/index.html',
    title: 'About this census',
    description: `How ${pluralize(all, 'host')} were scanned and scored for AI agents: what was asked, what a score means, how sure the shares are, and how to leave a host out.`,
    main: markup`<h1>About this census</h1>
<div class="flow"><p>A program took ${pluralize(all, 'host')} from a list and scanned each one in the same way. ${states.graded} of them have a score. ${states.closed} keep the scanner out by robots.txt, ${states.unreachable} could not be reached, and ${states.failed} answered with nothing to grade. Hosts without a score are counted and not listed.</p></div>
${section(
  'What a scan asks for',
  markup`<p>The scanner reads robots.txt first and obeys it. It then reads llms.txt and the sitemap, at most ${pluralize(pages, 'page')} of the host, and a few addresses that only exist where a site offers something to agents. It sends GET, HEAD and OPTIONS alone, never a form. Pages of a host are read a few at a time, and slower where the host asks for it by Crawl-delay, 429 or 503. Hosts that share an address range take their turns.</p>`,
)}
${section(
  'What the score means',
  markup`<p>The score of a site is a number from 0 to 100. It begins with a measurement: the share of the text of the pages that reaches an AI agent. The text is followed to five readers, which differ in how they find, ask for and cut pages:</p>
<ul>${READERS.map(({ name, pageChars }) => markup`<li>${name}: reads at most ${pageChars.toLocaleString('en-GB')} characters of a page.</li>\n`)}</ul>
<p>No reader runs scripts. The share is the mean over the five. Where a site offers searches, forms or an API, it is scaled by what agents can complete of that. Further checks add up to 30 of the 100 points: titles, descriptions, links, Markdown versions, names of controls and others. 90 and more is excellent, 70 good, 50 fair; less needs work. No language model takes part, so the same answers of a site always give the same score.</p>
<p>All scores are by version ${rubrics.join(', ')} of the rules. Scores of different versions cannot be compared.</p>`,
)}
<section class="section flow" id="agents"><h2>Which agents a host refuses</h2>
<p>There are two figures. The rules of robots.txt are read from the file, for every AI agent of a public list: an agent is blocked where the rules forbid it the home page. The behaviour of the server is tested from one address: it is asked for the home page and one deep page in the name of a browser and of three agents. A server that refuses an imitated agent may still let the real one in, which it knows by its address or its signature.</p></section>
${section(
  'How sure the figures are',
  markup`<p>Shares have 95 % intervals after Wilson, and means have intervals by the normal approximation. They hold for hosts drawn at random from a larger set. A list of popular hosts is no such draw: its figures describe the list. A scan sees a host once, from one place, and at most ${pluralize(pages, 'page')} of it, so a rank that differs by a few points means little.</p>`,
)}
<section class="section flow" id="leave"><h2>How to leave a host out</h2>
<p>Add these two lines to the robots.txt of the host. The next census obeys them, and the host has no page and no rank from then on:</p>
<pre tabindex="0"><code class="language-text">User-agent: ${BOT_TOKEN}
Disallow: /
</code></pre>
<p>${contact === undefined ? 'Whoever publishes these pages also keeps a list of hosts to leave out, each with its subdomains.' : markup`Or ask for it: ${foreignContact(contact)}. A host on the list of those to leave out is not scanned, and neither are its subdomains.`}</p></section>`,
  };
}

const foreignContact = (contact: string) =>
  /^mailto:/i.test(contact)
    ? markup`<a href="${contact}">${contact.slice('mailto:'.length)}</a>`
    : thirdPartyLink(contact);
