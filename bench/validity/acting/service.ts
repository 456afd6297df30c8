/** A software service: plans and prices, sign-up and sign-in, documentation, incidents over several pages, an API with keys, tools. */
import type { BaseSite } from '../content.ts';
import { wordsOf } from '../content.ts';
import {
  type Acts,
  apiCode,
  type FormSpec,
  formCode,
  foundCode,
  listCode,
  type Operation,
  type Task,
  type Tool,
  toolCode,
} from './acts.ts';
import { figureOf, type PagePlan, pageOf, priceOf, questionsOf, type Vocabulary } from './prose.ts';

const WORDS: Vocabulary = {
  people: ['operator', 'carrier', 'auditor', 'planner', 'account owner', 'dispatcher'],
  deeds: ['stores', 'merges', 'signs', 'exports', 'replays', 'rejects'],
  things: ['scans', 'labels', 'manifests', 'webhooks', 'routes', 'batches', 'exports', 'alerts'],
  places: ['Oslo', 'Porto', 'Riga', 'Turin', 'Utrecht', 'Vilnius'],
  marks: ['PW', 'DX', 'SV', 'TR'],
};
const TOPICS = [
  'Connecting carriers',
  'Importing manifests',
  'Printing labels',
  'Tracking webhooks',
  'Routing rules',
  'Customs papers',
  'Merging batches',
  'Exporting reports',
  'Alert schedules',
  'Team roles',
  'Audit trail',
  'Data residency',
];
const slug = (title: string) => title.toLowerCase().replaceAll(' ', '-');
const DOCS: readonly PagePlan[] = TOPICS.map((title) => ({
  path: `/docs/${slug(title)}`,
  title,
  subject: title.toLowerCase(),
  headings: ['Setting up', 'Limits', 'Errors'],
}));
const OTHERS: readonly PagePlan[] = [
  { path: '/pricing', title: 'Plans and prices', subject: 'plans', headings: ['Billing'] },
  { path: '/docs/api', title: 'API reference', subject: 'API', headings: ['Calls', 'Keys'] },
  { path: '/docs/quotas', title: 'Quotas and throughput', subject: 'quotas', headings: ['Counting'] },
  { path: '/incidents', title: 'Incidents and status history', subject: 'incidents', headings: ['Reporting'] },
  { path: '/releases', title: 'Releases and changes', subject: 'releases', headings: ['Rhythm'] },
  { path: '/signup', title: 'Sign up for an account', subject: 'accounts', headings: ['Trial'] },
  { path: '/signin', title: 'Sign in', subject: 'sessions', headings: ['Sessions'] },
  { path: '/support', title: 'Ask support', subject: 'requests', headings: ['Response'] },
];
const PLANS = ['Starter', 'Harbour', 'Fleet'];
const TIERS = ['Europe', 'America', 'Asia'];

const FORMS: readonly FormSpec[] = [
  {
    id: 'signup',
    kind: 'form',
    page: '/signup',
    action: '/signup/create',
    submit: 'Create account',
    fields: [
      { name: 'company', label: 'Company', type: 'text' },
      { name: 'email', label: 'Work email', type: 'email' },
      { name: 'plan', label: 'Plan', type: 'select', options: PLANS },
      { name: 'password', label: 'Password', type: 'password' },
    ],
  },
  {
    id: 'support',
    kind: 'form',
    page: '/support',
    action: '/support/tickets',
    submit: 'Open ticket',
    fields: [
      { name: 'email', label: 'Email', type: 'email' },
      { name: 'severity', label: 'Severity', type: 'select', options: ['Low', 'Normal', 'Urgent'] },
      { name: 'subject', label: 'Subject', type: 'text' },
      { name: 'details', label: 'Details', type: 'textarea' },
    ],
  },
  {
    id: 'signin',
    kind: 'account',
    page: '/signin',
    action: '/session',
    submit: 'Sign in',
    fields: [
      { name: 'username', label: 'Account email', type: 'email' },
      { name: 'password', label: 'Password', type: 'password' },
    ],
  },
];

const API: readonly Operation[] = [
  {
    id: 'listDepots',
    path: '/api/v1/depots',
    summary: 'List the depots of a country',
    parameters: [{ name: 'country', in: 'query', description: 'Country of the depots' }],
    needsKey: false,
  },
  {
    id: 'getDepot',
    path: '/api/v1/depots/{depotId}',
    summary: 'Opening hours of one depot',
    parameters: [{ name: 'depotId', in: 'path', description: 'Identifier of the depot' }],
    needsKey: false,
  },
  {
    id: 'quote',
    path: '/api/v1/quotes',
    summary: 'Quote the freight of a weight to a destination',
    parameters: [
      { name: 'weight', in: 'query', description: 'Weight in kilograms' },
      { name: 'destination', in: 'query', description: 'Destination city' },
    ],
    needsKey: false,
  },
  {
    id: 'trackParcel',
    path: '/api/v1/parcels/{number}',
    summary: 'Track a parcel by its tracking number',
    parameters: [{ name: 'number', in: 'path', description: 'Tracking number of the parcel' }],
    needsKey: true,
  },
  {
    id: 'listInvoices',
    path: '/api/v1/invoices',
    summary: 'List the invoices of a month',
    parameters: [{ name: 'month', in: 'query', description: 'Month of the invoices' }],
    needsKey: true,
  },
];
const TOOLS: readonly Tool[] = [
  { name: 'find_carrier', description: 'Find the carrier that serves a city', argument: 'city' },
  {
    name: 'estimate_arrival',
    description: 'Estimate the arrival of a shipment by its reference',
    argument: 'reference',
  },
];

const LISTS = [
  { page: '/incidents', noun: 'incidents', count: 11, word: 'incident' },
  { page: '/releases', noun: 'releases', count: 9, word: 'release' },
].map(({ page, noun, count, word }) => ({
  page,
  noun,
  perPage: 3,
  // They have no page of their own.
  items: Array.from({ length: count }, (_, at) => ({
    title: `${WORDS.places[figureOf(`${page}${at}`, 0, 5)]} ${word} ${count - at}`,
    path: `${page}#${word}-${count - at}`,
  })),
}));

const FIGURES = [
  {
    page: '/pricing',
    caption: 'Prices of the plans',
    columns: ['Monthly', 'Yearly', 'Seats'],
    rows: PLANS.map((name, at) => ({
      name,
      cells: [`${priceOf(`${name}m`, 9, 240)} EUR`, `${priceOf(`${name}y`, 90, 2400)} EUR`, String(5 + at * 17)],
    })),
  },
  {
    page: '/docs/quotas',
    caption: 'Quotas by region',
    columns: ['Calls', 'Events', 'Storage'],
    rows: TIERS.map((name) => ({
      name,
      cells: [
        String(figureOf(`${name}c`, 1100, 98_000)),
        String(figureOf(`${name}e`, 110, 9900)),
        `${figureOf(`${name}s`, 11, 980)} GB`,
      ],
    })),
  },
];

export function service(): BaseSite & { readonly acts: Acts } {
  const pages = [...DOCS, ...OTHERS].map((plan) => pageOf(plan, WORDS));
  return {
    name: 'service',
    brand: 'Parcelwatch',
    about: 'Parcelwatch follows parcels of many carriers: plans, documentation, an API and its status.',
    pages,
    questions: pages.flatMap((page) => questionsOf(page).slice(0, 2)),
    acts: {
      forms: FORMS,
      lists: LISTS,
      figures: FIGURES,
      products: [],
      api: API,
      apiPage: '/docs/api',
      tools: TOOLS,
      tasks: TASKS(),
    },
  };
}

const SETS: readonly {
  readonly form: string;
  readonly words: string;
  readonly called: readonly (readonly string[])[];
  readonly values: readonly (readonly string[])[];
}[] = [
  {
    form: 'signup',
    words: 'sign up account',
    called: [['company'], ['email', 'mail'], ['plan'], ['password']],
    values: [
      ['Nordlicht', 'eva@work.example', 'Harbour', 'tulip-39-rain'],
      ['Holmen', 'finn@work.example', 'Fleet', 'amber-71-tide'],
    ],
  },
  {
    form: 'support',
    words: 'ask support ticket',
    called: [
      ['email', 'mail'],
      ['severity', 'urgency'],
      ['subject', 'title'],
      ['details', 'description'],
    ],
    values: [
      ['gus@work.example', 'Urgent', 'Labels do not print', 'Since noon no label leaves the printer.'],
      ['ida@work.example', 'Low', 'A question on roles', 'May planners export reports?'],
    ],
  },
  {
    form: 'signin',
    words: 'sign in',
    called: [['username', 'email', 'login'], ['password']],
    values: [
      ['jon@work.example', 'cobalt-18-fern'],
      ['kim@work.example', 'garnet-55-moss'],
    ],
  },
];
const CALLS: readonly { readonly id: string; readonly words: string; readonly values: readonly string[] }[] = [
  { id: 'listDepots', words: 'list depots country', values: ['Norway'] },
  { id: 'getDepot', words: 'opening hours depot', values: ['D-118'] },
  { id: 'quote', words: 'quote freight', values: ['12', 'Porto'] },
  { id: 'trackParcel', words: 'track parcel', values: ['PW7712'] },
  { id: 'listInvoices', words: 'list invoices month', values: ['2026-10'] },
];
const TOOL_CALLS = [
  { tool: 'find_carrier', words: 'find carrier city', value: 'Riga' },
  { tool: 'estimate_arrival', words: 'estimate arrival shipment', value: 'SH-2208' },
];

function TASKS(): Task[] {
  const given = (called: readonly (readonly string[])[], values: readonly string[]) =>
    values.map((value, at) => ({ words: called[at] ?? [], value }));
  return [
    ...SETS.flatMap(({ form: id, words, called, values }) =>
      FORMS.filter((form) => form.id === id).flatMap((form) =>
        values.map(
          (set, at): Task => ({
            id: `${id}-${at}`,
            kind: form.kind,
            words: wordsOf(words),
            values: given(called, set),
            answer: formCode(form, set),
          }),
        ),
      ),
    ),
    ...DOCS.filter((_, at) => at % 4 === 1).map(
      ({ title, path }, at): Task => ({
        id: `search-${at}`,
        kind: 'search',
        words: ['search'],
        query: title,
        answer: foundCode(path),
      }),
    ),
    ...LISTS.flatMap(({ page, noun, items }) =>
      items
        .filter((_, at) => at === 4 || at === 7)
        .map(
          ({ path }): Task => ({
            id: `list-${path}`,
            kind: 'list',
            words: [noun],
            answer: listCode(page, path),
          }),
        ),
    ),
    ...FIGURES.flatMap(({ page, rows, columns }) =>
      [0, 2].flatMap((at): Task[] => {
        const row = rows[at];
        const [column = '', answer = ''] = [columns[at === 0 ? 1 : 0], row?.cells[at === 0 ? 1 : 0]];
        const words = page === '/pricing' ? ['plans', 'prices'] : ['quotas', 'throughput'];
        const id = `figure-${page}-${at}`;
        return row === undefined
          ? []
          : [{ id, kind: 'figure', words, row: row.name, column, answer: answer.split(' ')[0] ?? '', isOffer: false }];
      }),
    ),
    ...CALLS.map(({ id, words, values }): Task => {
      const called = API.find((each) => each.id === id)?.parameters.map(({ name }) => [name.toLowerCase()]) ?? [];
      return {
        id: `api-${id}`,
        kind: 'api',
        words: wordsOf(words),
        values: given(called, values),
        answer: apiCode(id, values),
      };
    }),
    ...TOOL_CALLS.map(
      ({ tool, words, value }): Task => ({
        id: `tool-${tool}`,
        kind: 'tool',
        words: wordsOf(words),
        values: [{ words: [TOOLS.find(({ name }) => name === tool)?.argument ?? ''], value }],
        answer: toolCode(tool, value),
      }),
    ),
  ];
}
