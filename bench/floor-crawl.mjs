/**
 * The least that a program which reads a site can do: `node bench/floor-crawl.mjs URL PAGES` fetches pages over kept
 * connections, 8 at a time, builds a parse5 tree of each and follows its links. Prints how many pages it has read.
 */
import { Agent, get } from 'node:http';
import { parse } from 'parse5';

const IN_FLIGHT = 8;
const [url = '', pages = '1'] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });
const start = new URL(url);
const queue = [start.href];
const known = new Set(queue);
let [begun, read, running] = [0, 0, 0];

const fetchPage = (href) =>
  new Promise((resolve, reject) => {
    get(href, { agent }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ isHtml: response.headers['content-type']?.startsWith('text/html'), body: Buffer.concat(chunks) }),
      );
    }).on('error', reject);
  });

/** The page of the site that a link leads to; undefined where it leads elsewhere. */
function linkTo(href, base) {
  try {
    const link = new URL(href, base);
    link.hash = '';
    return link.origin === start.origin ? link.href : undefined;
  } catch {
    return undefined;
  }
}

/** Iterative: documentation nests deep. */
function noteLinks(document, base) {
  const open = [document];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const href = node.tagName === 'a' ? node.attrs.find(({ name }) => name === 'href')?.value : undefined;
    const link = href === undefined ? undefined : linkTo(href, base);
    if (link !== undefined && !known.has(link)) {
      known.add(link);
      queue.push(link);
    }
    for (const child of node.childNodes ?? []) open.push(child);
  }
}

await new Promise((resolve, reject) => {
  const next = () => {
    while (running < IN_FLIGHT && begun < Number(pages) && queue.length > 0) {
      const href = queue.shift();
      begun += 1;
      running += 1;
      fetchPage(href)
        .then(({ isHtml, body }) => {
          running -= 1;
          if (isHtml) {
            read += 1;
            noteLinks(parse(body.toString('utf8')), href);
          } else begun -= 1;
          next();
        })
        .catch(reject);
    }
    if (running === 0) resolve();
  };
  next();
});
agent.destroy();
process.stdout.write(`${JSON.stringify({ pages: read })}\n`);
