/** A shop: categories over several pages, products with prices and offers, a cart, forms to ask and to order. */
import type { BasePage, BaseSite } from '../content.ts';
import { wordsOf } from '../content.ts';
import { type Acts, type FormSpec, formCode, foundCode, listCode, type Product, type Task } from './acts.ts';
import { figureOf, pageOf, priceOf, questionsOf, type Vocabulary } from './prose.ts';

const WORDS: Vocabulary = {
  people: ['potter', 'smith', 'packer', 'buyer', 'joiner', 'glazier'],
  deeds: ['finishes', 'weighs', 'packs', 'inspects', 'polishes', 'counts'],
  things: ['handles', 'lids', 'rims', 'crates', 'linings', 'labels', 'seams', 'feet'],
  places: ['Ashdown', 'Bramley', 'Corfe', 'Dalby', 'Elham', 'Frome'],
  marks: ['KT', 'WR', 'LN', 'PO'],
};
const CATEGORIES = [
  { path: '/kettles', title: 'Kettles', one: 'kettle' },
  { path: '/lanterns', title: 'Lanterns', one: 'lantern' },
  { path: '/baskets', title: 'Baskets', one: 'basket' },
];
const MAKES = ['Ashdown', 'Bramley', 'Corfe', 'Dalby', 'Elham', 'Frome', 'Garston', 'Hythe'];
const LOOKS = ['copper', 'enamel', 'slate', 'willow', 'brass', 'amber', 'linen', 'walnut'];
const SIZES = ['Small', 'Large'];
const TEXTS = [
  { path: '/delivery', title: 'Delivery and carriers', subject: 'parcels', headings: ['Zones', 'Carriers'] },
  { path: '/returns', title: 'Returns and refunds', subject: 'returns', headings: ['Deadlines', 'Refunds'] },
  { path: '/care', title: 'Care of metal and willow', subject: 'metalware', headings: ['Cleaning', 'Storing'] },
  { path: '/workshop', title: 'The workshop and its people', subject: 'workshop', headings: ['Benches', 'Hours'] },
  { path: '/contact', title: 'Contact us', subject: 'letters', headings: ['Answers'] },
  { path: '/order', title: 'Order by request', subject: 'requests', headings: ['Confirmation'] },
];

interface Item {
  readonly page: BasePage;
  readonly category: (typeof CATEGORIES)[number];
  readonly sku: string;
}

function itemsOf(category: (typeof CATEGORIES)[number], at: number): Item[] {
  return MAKES.map((make, nth) => {
    const look = LOOKS[(nth * 3 + at) % LOOKS.length] ?? '';
    const title = `${make} ${look} ${category.one}`;
    const path = `${category.path}/${title.toLowerCase().replaceAll(' ', '-')}`;
    const page = pageOf({ path, title, subject: `${look} ${category.one}`, headings: ['Making', 'Use'] }, WORDS);
    return { page, category, sku: `${category.one.slice(0, 2).toUpperCase()}${figureOf(path, 1000, 9999)}` };
  });
}

export function shop(): BaseSite & { readonly acts: Acts } {
  const items = CATEGORIES.flatMap(itemsOf);
  const categories = CATEGORIES.map(({ path, title, one }) =>
    pageOf({ path, title: `All our ${title.toLowerCase()}`, subject: one, headings: ['Choosing'] }, WORDS),
  );
  const texts = TEXTS.map((plan) => pageOf(plan, WORDS));
  const pages = [...categories, ...items.map(({ page }) => page), ...texts];
  return {
    name: 'shop',
    brand: 'Fernhill household goods',
    about: 'Kettles, lanterns and baskets from small workshops, with prices, sizes and delivery.',
    pages,
    questions: [...items.map(({ page }) => page), ...texts].flatMap((page) => questionsOf(page).slice(0, 1)),
    acts: actsOf(items),
  };
}

function actsOf(items: readonly Item[]): Acts {
  const forms = [...GENERAL, ...items.map(cartOf)];
  return {
    forms,
    lists: CATEGORIES.map((category) => ({
      page: category.path,
      noun: category.title.toLowerCase(),
      items: items.filter((item) => item.category === category).map(({ page }) => page),
      perPage: 3,
    })),
    figures: items.map(({ page: { path } }) => ({
      page: path,
      caption: 'Sizes and prices',
      columns: ['Price', 'Weight', 'Delivery'],
      rows: SIZES.map((size) => ({
        name: size,
        cells: [
          `${priceOf(`${path}${size}`, 21, 180)} EUR`,
          `${figureOf(`${path}${size}g`, 210, 4900)} g`,
          `${figureOf(`${path}${size}d`, 2, 29)} days`,
        ],
      })),
    })),
    products: items.map(productOf),
    api: [],
    apiPage: undefined,
    tools: [],
    tasks: tasksOf(items, forms),
  };
}

const productOf = ({ page: { path, title }, sku }: Item): Product => ({
  page: path,
  name: title,
  sku,
  price: priceOf(`${path}${SIZES[0]}`, 21, 180),
  available: figureOf(`${path}stock`, 0, 3) > 0,
});

const cartOf = ({ page: { path }, sku }: Item): FormSpec => ({
  id: `cart-${sku}`,
  kind: 'cart',
  page: path,
  action: '/cart/add',
  submit: 'Add to cart',
  hidden: { sku },
  fields: [
    { name: 'size', label: 'Size', type: 'select', options: SIZES },
    { name: 'quantity', label: 'Quantity', type: 'number' },
  ],
});

const GENERAL: readonly FormSpec[] = [
  {
    id: 'contact',
    kind: 'form',
    page: '/contact',
    action: '/contact/send',
    submit: 'Send message',
    fields: [
      { name: 'name', label: 'Your name', type: 'text' },
      { name: 'email', label: 'Email address', type: 'email' },
      { name: 'topic', label: 'Topic', type: 'select', options: ['An order', 'A repair', 'Something else'] },
      { name: 'message', label: 'Message', type: 'textarea' },
    ],
  },
  {
    id: 'order',
    kind: 'form',
    page: '/order',
    action: '/order/send',
    submit: 'Request the order',
    fields: [
      { name: 'article', label: 'Article number', type: 'text' },
      { name: 'quantity', label: 'Quantity', type: 'number' },
      { name: 'postcode', label: 'Postcode', type: 'text' },
      { name: 'date', label: 'Delivery date', type: 'date' },
      { name: 'email', label: 'Email address', type: 'email' },
    ],
  },
];

const CONTACTS = [
  ['Ada Nord', 'ada@mail.example', 'A repair', 'The lid of my kettle is loose.'],
  ['Ben Holm', 'ben@mail.example', 'An order', 'Where is my order 5521 now?'],
];
const ORDERS = [
  ['KE4411', '3', '7312', '2026-12-14', 'cleo@mail.example'],
  ['LA9020', '12', '0150', '2027-01-20', 'dan@mail.example'],
];
/** What the user calls the values, in the order of the fields. */
const CALLED: Readonly<Record<string, readonly (readonly string[])[]>> = {
  contact: [['name'], ['email', 'mail'], ['topic', 'subject'], ['message', 'text']],
  order: [
    ['article', 'number'],
    ['quantity', 'amount'],
    ['postcode', 'zip'],
    ['date', 'delivery'],
    ['email', 'mail'],
  ],
};

function tasksOf(items: readonly Item[], forms: readonly FormSpec[]): Task[] {
  const some = (from: number): Item[] => items.filter((_, at) => at % 7 === from);
  const sent = (form: FormSpec, called: readonly (readonly string[])[], values: readonly string[], words: string) => ({
    kind: form.kind,
    words: wordsOf(words),
    values: values.map((value, at) => ({ words: called[at] ?? [], value })),
    answer: formCode(form, values),
  });
  const ofForm = (id: string, sets: readonly (readonly string[])[], words: string): Task[] =>
    forms
      .filter((form) => form.id === id)
      .flatMap((form) =>
        sets.map((values, at) => ({ id: `${id}-${at}`, ...sent(form, CALLED[id] ?? [], values, words) })),
      );
  return [
    ...ofForm('contact', CONTACTS, 'contact us message'),
    ...ofForm('order', ORDERS, 'order request article'),
    ...some(1).map(({ page, sku }, at): Task => {
      const form = forms.find(({ id }) => id === `cart-${sku}`);
      if (form === undefined) throw new Error(`${sku} has no cart form`);
      const values = [SIZES[at % 2] ?? '', String(at + 2)];
      return { id: `cart-${at}`, ...sent(form, [['size'], ['quantity']], values, page.title) };
    }),
    ...some(2).map(
      ({ page }, at): Task => ({
        id: `search-${at}`,
        kind: 'search',
        words: ['search'],
        query: page.title.split(' ').slice(0, 2).join(' '),
        answer: foundCode(page.path),
      }),
    ),
    // Of each category one of the second and one of the third page.
    ...CATEGORIES.flatMap((category) =>
      items
        .filter((item) => item.category === category)
        .filter((_, at) => at === 4 || at === 7)
        .map(
          ({ page }): Task => ({
            id: `list-${page.path}`,
            kind: 'list',
            words: wordsOf(`all ${category.title}`),
            answer: listCode(category.path, page.path),
          }),
        ),
    ),
    ...some(4).flatMap(({ page }, at): Task[] => {
      const price = { row: 'Small', column: 'Price', answer: priceOf(`${page.path}Small`, 21, 180), isOffer: true };
      const weight = {
        row: 'Large',
        column: 'Weight',
        answer: String(figureOf(`${page.path}Largeg`, 210, 4900)),
        isOffer: false,
      };
      return [price, weight].map((asked) => ({
        id: `figure-${at}-${asked.column}`,
        kind: 'figure',
        words: wordsOf(page.title),
        ...asked,
      }));
    }),
  ];
}
