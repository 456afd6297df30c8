/** Base sites whose text this repository owns: every figure comes from a hash, so that it is the same everywhere. */
import type { Acts } from './acting/acts.ts';

export interface BasePage {
  readonly path: string;
  readonly group: string;
  readonly title: string;
  readonly description: string;
  /** Parts of the text: a heading and paragraphs of plain text. */
  readonly parts: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
}
export interface Question {
  readonly page: string;
  readonly words: readonly string[];
  /** It is on one page only. */
  readonly answer: string;
}
export interface BaseSite {
  /** What it offers to do; undefined where it only offers reading. */
  readonly acts?: Acts;
  readonly name: string;
  readonly brand: string;
  readonly about: string;
  readonly pages: readonly BasePage[];
  readonly questions: readonly Question[];
}

/** FNV-1a. */
export function hashOf(text: string): number {
  let hash = 2166136261;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619);
  return hash >>> 0;
}
const pick = (list: readonly string[], key: string): string => list[hashOf(key) % list.length] ?? '';
const figure = (key: string, from: number, to: number): number => from + (hashOf(key) % (to - from + 1));

const VERBS = ['measures', 'limits', 'records', 'delays', 'repeats', 'checks', 'groups', 'signs'];
const OBJECTS = [
  'tides',
  'buoys',
  'harbours',
  'signals',
  'currents',
  'locks',
  'pilots',
  'cargoes',
  'berths',
  'beacons',
];
const PLACES = ['Aldersund', 'Brekkevik', 'Corrie', 'Dunmoor', 'Eskel', 'Fjordby', 'Gravelin', 'Holmstad'];
const TASKS = ['planning', 'reporting', 'mooring', 'dredging', 'clearing', 'charting', 'towing', 'rating'];

interface Plan {
  readonly name: string;
  readonly brand: string;
  readonly about: string;
  readonly groups: readonly string[];
  readonly pagesPerGroup: number;
  readonly partsPerPage: number;
  readonly paragraphsPerPart: number;
}

const PLANS: readonly Plan[] = [
  {
    name: 'handbook',
    brand: 'Tidewater handbook',
    about: 'Guides and reference of the harbour planning system Tidewater.',
    groups: ['guides', 'reference', 'operations'],
    pagesPerGroup: 8,
    partsPerPage: 6,
    paragraphsPerPart: 5,
  },
  {
    name: 'notices',
    brand: 'Port notices',
    about: 'Notices to mariners, rules of the port and short descriptions of its berths.',
    groups: ['berths', 'rules'],
    pagesPerGroup: 11,
    partsPerPage: 3,
    paragraphsPerPart: 1,
  },
];

export const baseSites = (): BaseSite[] => PLANS.map(siteOf);

function siteOf(plan: Plan): BaseSite {
  const pages = plan.groups.flatMap((group) =>
    Array.from({ length: plan.pagesPerGroup }, (_, at) => pageOf(plan, group, at)),
  );
  return { ...plan, pages, questions: pages.flatMap((page) => questionsOf(page)) };
}

function pageOf(plan: Plan, group: string, at: number): BasePage {
  const key = `${plan.name}/${group}/${at}`;
  // Task, place and object together are unique within a site.
  const place = PLACES[at % PLACES.length] ?? '';
  const task = TASKS[(at * 3 + group.length) % TASKS.length] ?? '';
  const object = OBJECTS[(at + group.length) % OBJECTS.length] ?? '';
  const title = `${capital(task)} ${object} at ${place}${at >= PLACES.length ? ' north' : ''}`;
  const path = `/${group}/${title.toLowerCase().replaceAll(' ', '-')}`;
  const parts = Array.from({ length: plan.partsPerPage }, (_, part) => ({
    heading: `${capital(pick(OBJECTS, `${key}h${part}`))} and ${pick(TASKS, `${key}t${part}`)}`,
    paragraphs: Array.from({ length: plan.paragraphsPerPart }, (_, n) =>
      paragraph(`${key}/${part}/${n}`, object, place),
    ),
  }));
  return {
    path,
    group,
    title,
    description: `${title}: how ${pick(OBJECTS, key)} are handled, with the figures that apply and the exceptions to them.`,
    parts,
  };
}

function paragraph(key: string, object: string, place: string): string {
  const code = `${pick(['AL', 'BR', 'CO', 'DU'], key)}-${figure(`${key}code`, 10000, 99999)}`;
  const other = pick(OBJECTS, `${key}o`);
  return (
    `The ${pick(TASKS, `${key}a`)} office of ${place} ${pick(VERBS, `${key}v`)} ${other} for ${figure(`${key}n`, 12, 980)} hours ` +
    `after each ${pick(TASKS, `${key}b`)} order, and writes them down under article ${code}. Where ${object} are ` +
    `${pick(['late', 'heavy', 'foreign', 'unlit'], `${key}q`)}, the ${pick(['pilot', 'master', 'agent', 'warden'], `${key}w`)} ` +
    `adds ${figure(`${key}m`, 3, 96)} minutes and a fee of ${figure(`${key}f`, 110, 9900)} crowns.`
  );
}

/** Two a page, from different parts: the words around an article's code lead to it. */
function questionsOf({ path, title, parts }: BasePage): Question[] {
  return [0, parts.length - 1].flatMap((at) => {
    const [text = ''] = parts[at]?.paragraphs ?? [];
    const answer = /article (\S+)\./.exec(text)?.[1];
    return answer === undefined ? [] : [{ page: path, words: wordsOf(`${title} ${parts[at]?.heading ?? ''}`), answer }];
  });
}

export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
