/** An agent over HTTP and HTML that runs no scripts: it follows links, fills forms by their words and reads tables. */
import { parseUrl } from '../../../src/basics/parse-url.ts';
import { rulesFor } from '../agents.ts';
import type { Respond } from '../site-variant.ts';
import type { Task } from './acts.ts';
import { type HtmlForm, type HtmlPage, readPage } from './html-page.ts';
import { BUDGET, cellOf, fieldsFor, isFigure, NEXT, seek } from './matching.ts';

const USER_AGENT = 'Claude-User/1.0';
const TOKEN = 'claude-user';

/** Undefined for tasks that are not for it. */
export function formAgent(respond: Respond, origin: string): (task: Task) => Promise<boolean | undefined> {
  const ask = (href: string, method = 'GET', body = '') => {
    const url = parseUrl(href, origin);
    if (url?.origin !== origin) return undefined;
    return respond({
      path: url.pathname,
      search: url.search,
      userAgent: USER_AGENT,
      accept: 'text/html',
      origin,
      method,
      body,
    });
  };
  const robots = ask('/robots.txt');
  const mayRead = rulesFor(robots?.status === 200 ? robots.body : '', TOKEN);
  const known = new Map<string, HtmlPage | undefined>();
  const open = async (href: string): Promise<HtmlPage | undefined> => {
    const url = parseUrl(href, origin);
    if (url === undefined) return undefined;
    const place = url.pathname + url.search;
    if (!known.has(place)) {
      const answer = mayRead(url.pathname) ? ask(place) : undefined;
      known.set(place, answer?.status === 200 ? readPage(answer.body, BUDGET.pageChars) : undefined);
    }
    return known.get(place);
  };
  /** Sends the form with its hidden values and defaults; the text of the answer. */
  const send = (form: HtmlForm, href: string, given: ReadonlyMap<string, string>): string => {
    const sent = new URLSearchParams(form.controls.map(({ name, value }) => [name, given.get(name) ?? value]));
    const url = parseUrl(form.action, new URL(href, origin));
    if (url === undefined || !mayRead(url.pathname)) return '';
    const isGet = form.method === 'GET';
    if (isGet) url.search = sent.toString();
    return (isGet ? ask(url.href) : ask(url.href, 'POST', sent.toString()))?.body ?? '';
  };

  const pages = BUDGET.pages;
  return async (task) => {
    switch (task.kind) {
      case 'form':
      case 'cart':
      case 'account':
        return seek(open, task.words, pages, async (page, href) =>
          page.forms.some((form) => {
            const fields = form.controls.filter(({ type }) => type !== 'hidden');
            const filled = fieldsFor(task.values, fields);
            if (filled === undefined) return false;
            return send(form, href, new Map(filled.map(({ field, value }) => [field.name, value]))).includes(
              task.answer,
            );
          }),
        );
      case 'search':
        return seek(open, task.words, pages, async (page, href) =>
          page.forms.some((form) => {
            const field = form.controls.find(({ type, words }) => type === 'search' || /search/i.test(words));
            return field !== undefined && send(form, href, new Map([[field.name, task.query]])).includes(task.answer);
          }),
        );
      case 'list':
        return seek(open, task.words, pages, async (first) => {
          let page = first;
          for (let turned = 0; turned <= BUDGET.listPages; turned += 1) {
            if (page.text.includes(task.answer)) return true;
            const next = nextOf(page);
            const opened = next === undefined ? undefined : await open(next);
            if (opened === undefined) return false;
            page = opened;
          }
          return false;
        });
      case 'figure':
        return seek(open, task.words, pages, async ({ tables }) =>
          tables.some((table) => isFigure(cellOf(table, task.row, task.column), task.answer)),
        );
      default:
        return undefined;
    }
  };
}

const nextOf = ({ links }: HtmlPage): string | undefined => links.find(({ words }) => NEXT.test(words))?.href;
