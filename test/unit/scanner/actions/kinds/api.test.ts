import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiDescription } from '../../../../../src/scanner/model/site.ts';
import {
  type ActingParts,
  act,
  answer,
  data,
  described,
  inShort,
  type Reply,
  silence,
  status,
} from '../../../../support/acting.ts';
import { ORIGIN } from '../../../../support/artifacts.ts';

const CURL = `<p>Everything is in our API.</p><pre>curl ${ORIGIN}/api/v1/depots?country=Spain</pre>`;
const KEYED = { components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } } };
const FLOW = { components: { securitySchemes: { key: { type: 'oauth2', flows: {} } } } };
const get = { get: { operationId: 'listDepots', summary: 'Lists depots', responses: {} } };
const openapi = (more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Depots', version: '1' },
  servers: [{ url: '/api/v1' }],
  paths: { '/depots': get, '/routes': get, '/depots/{id}': get },
  ...more,
});

const choosing = (parameter: object) =>
  openapi({ paths: { '/depots': { get: { ...get.get, parameters: [{ in: 'query', ...parameter }] } } } });
const COUNTRY = { name: 'country', schema: { type: 'string', enum: ['es', 'pt'] } };
const listed = (of: string) => answer(JSON.stringify({ depots: [{ id: of }] }), { isHtml: false });

interface Row {
  readonly when: string;
  readonly document?: object | string;
  readonly change?: Partial<ApiDescription>;
  readonly page?: string;
  readonly parts?: ActingParts;
  readonly reply?: Reply;
  readonly expect: readonly string[];
}
const rows: readonly Row[] = [
  { when: 'it answers as described', document: openapi(), expect: ['works 100'] },
  {
    when: 'it is YAML',
    document:
      'openapi: 3.1.0\ninfo:\n  title: Depots\nservers:\n  - url: /api/v1\npaths:\n  /depots:\n    get:\n      summary: Lists\n',
    expect: ['works 100'],
  },
  { when: 'a value is missing', document: openapi(), reply: () => status(422), expect: ['works 100'] },
  { when: 'its paths answer 404', document: openapi(), reply: () => status(404), expect: ['blocked 0 dead-paths'] },
  {
    when: 'its paths answer a page for people',
    document: openapi(),
    reply: () => answer('<h1>Not found</h1>'),
    expect: ['blocked 0 dead-paths'],
  },
  {
    when: 'two values of a parameter bring the same list',
    document: choosing(COUNTRY),
    reply: () => listed('all'),
    expect: ['in part 50 values-ignored'],
  },
  {
    when: 'the second page is the first',
    document: choosing({ name: 'page', schema: { type: 'integer' } }),
    reply: () => listed('all'),
    expect: ['in part 50 values-ignored'],
  },
  {
    when: 'two values bring two lists',
    document: choosing(COUNTRY),
    reply: ({ url }) => listed(url),
    expect: ['works 100'],
  },
  {
    when: 'nothing is listed for either value',
    document: choosing(COUNTRY),
    reply: () => answer('{"depots":[]}', { isHtml: false }),
    expect: ['works 100'],
  },
  {
    when: 'a parameter chooses the form of the answer',
    document: choosing({ ...COUNTRY, name: 'format' }),
    reply: () => listed('all'),
    expect: ['works 100'],
  },
  {
    when: 'one path of two is dead',
    document: openapi(),
    reply: ({ url }) => (url.endsWith('/routes') ? status(404) : data()),
    expect: ['in part 50 dead-paths'],
  },
  {
    when: 'it needs a key that nothing declares',
    document: openapi(),
    reply: () => status(401),
    expect: ['in part 25 no-key'],
  },
  {
    when: 'it declares a key, and nothing says how to get one',
    document: openapi(KEYED),
    reply: () => status(401),
    expect: ['in part 25 no-key'],
  },
  { when: 'it declares a flow', document: openapi(FLOW), reply: () => status(401), expect: ['works 100'] },
  {
    when: 'a page says how to get a key',
    document: openapi(KEYED),
    page: `${CURL}<p>Create an API key in your settings.</p>`,
    reply: () => status(401),
    expect: ['works 100'],
  },
  { when: 'it is asked too often', document: openapi(), reply: () => status(429), expect: ['not measured ?'] },
  { when: 'our own requests fail', document: openapi(), reply: () => silence(false), expect: ['not measured ?'] },
  {
    when: 'no path can be called without values',
    document: openapi({ paths: { '/depots/{id}': get } }),
    expect: ['works 100'],
  },
  {
    when: 'its host resets connections',
    document: openapi(),
    reply: () => silence(true),
    expect: ['blocked 0 dead-paths'],
  },
  {
    when: 'it was guessed',
    document: openapi(),
    change: { via: 'guessed' },
    expect: ['in part 60 description-unlinked'],
  },
  { when: 'it has no path', document: openapi({ paths: {} }), expect: ['blocked 0 description-broken'] },
  {
    when: 'what is declared is HTML',
    document: '<!doctype html>',
    change: { state: 'broken', status: 200 },
    expect: ['blocked 0 description-broken'],
  },
  {
    when: 'we failed to get it',
    document: '',
    change: { state: 'unknown', status: undefined },
    expect: ['not measured ?'],
  },
  {
    when: 'it is a form that is not judged',
    document: '<wsdl/>',
    change: { state: 'other' },
    expect: ['not measured ?'],
  },
  {
    when: 'there is none',
    document: '',
    change: { via: 'guessed', state: 'absent' },
    expect: ['in part 25 no-description'],
  },
  {
    when: 'its server is the machine of its author',
    document: openapi({ servers: [{ url: 'https://ly-api-staging.cloud.example/v1' }] }),
    expect: ['blocked 0 server-elsewhere'],
  },
  {
    when: 'its server has a name of a private network',
    document: openapi({ servers: [{ url: 'http://flats-svc.internal:8080/rest' }] }),
    expect: ['blocked 0 server-elsewhere'],
  },
  {
    when: 'a path asks for a value that the description names',
    document: openapi({
      paths: {
        '/stock': {
          get: {
            ...get.get,
            parameters: [{ name: 'item', in: 'query', required: true, schema: { enum: ['LEE', 'KAL'] } }],
          },
        },
      },
    }),
    reply: ({ url }) => (url.endsWith('/stock?item=LEE') ? data() : status(404)),
    expect: ['works 100'],
  },
  {
    when: 'a path answers 404 without its value, in other words than a path that is not there',
    document: openapi({
      paths: { '/stock': { get: { ...get.get, parameters: [{ name: 'item', in: 'query', required: true }] } } },
    }),
    reply: ({ url }) => answer(url.endsWith('/stock') ? 'no such item' : 'not found', { status: 404 }),
    expect: ['works 100'],
  },
  {
    when: 'a path answers 404 without its value, in the same words as a path that is not there',
    document: openapi({
      paths: { '/stock': { get: { ...get.get, parameters: [{ name: 'item', in: 'query', required: true }] } } },
    }),
    reply: () => status(404),
    expect: ['blocked 0 dead-paths'],
  },
  {
    when: 'one of its paths is deprecated and gone',
    document: openapi({ paths: { '/depots': get, '/old': { get: { ...get.get, deprecated: true } } } }),
    reply: ({ url }) => (url.endsWith('/old') ? status(410) : data()),
    expect: ['works 100'],
  },
  {
    when: 'its only server is the machine of its author',
    document: openapi({ servers: [{ url: 'http://localhost:3000' }] }),
    expect: ['blocked 0 server-elsewhere'],
  },
  {
    when: 'its server is in a private network',
    document: openapi({ servers: [{ url: 'https://10.1.2.3/api' }] }),
    expect: ['blocked 0 server-elsewhere'],
  },
  {
    when: 'its server has variables',
    document: openapi({ servers: [{ url: 'https://{tenant}.site.example/api' }] }),
    expect: ['not measured ?'],
  },
  {
    when: 'its second server is public',
    document: openapi({ servers: [{ url: 'http://localhost:3000' }, { url: `${ORIGIN}/api/v1` }] }),
    expect: ['works 100'],
  },
  {
    when: 'its server is another host than the one that pages call',
    document: openapi({ servers: [{ url: 'https://api.other.example' }] }),
    expect: ['blocked 0 server-elsewhere'],
  },
  {
    when: 'its server is another host, and pages call none',
    document: openapi({ servers: [{ url: 'https://api.other.example' }] }),
    page: '<p>See the API.</p>',
    expect: ['not measured ?'],
  },
  {
    when: 'a build is tried on this machine',
    document: openapi({ servers: [{ url: 'http://localhost:3000/api' }] }),
    parts: { target: { isPrivateHost: true, finalUrl: 'http://localhost:3000/', origin: 'http://localhost:3000' } },
    reply: () => data(),
    expect: ['works 100'],
  },
];

describe('APIs', () => {
  for (const { when, document, change = {}, page = CURL, parts = {}, reply = () => data('[]'), expect } of rows) {
    it(when, () => {
      const apiDescription = described(document ?? '', change);
      assert.deepEqual(
        inShort(act({ '/': '', '/developers': page }, { apiDescription, reply, ...parts }), 'api'),
        expect,
      );
    });
  }

  it('are not offered by a description that nothing names', () => {
    const apiDescription = described(openapi(), { via: 'guessed' });
    assert.deepEqual(act({ '/': '' }, { apiDescription }).offers, []);
  });

  it('are not offered by examples for a program that runs elsewhere', () => {
    const page =
      '<pre>curl http://localhost:8080/api/v1/things</pre><pre>curl https://api.other.example/v1/things</pre>';
    assert.deepEqual(act({ '/': '', '/manual': page }).offers, []);
  });
});

describe('requests for APIs', () => {
  const asked = (document: object | string) =>
    act({ '/': '', '/developers': CURL }, { apiDescription: described(document), reply: () => data() }).probes.map(
      ({ method, url }) => `${method} ${url}`,
    );

  it('is GET of paths without values, at most three', () => {
    assert.deepEqual(asked(openapi()), [`GET ${ORIGIN}/api/v1/depots`, `GET ${ORIGIN}/api/v1/routes`]);
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`/things${at}`, get]));
    assert.equal(asked(openapi({ paths: many })).length, 3);
  });

  it('is nothing that acts, on another host, or at a private address', () => {
    const acting = { '/cart': get, '/logout': get, '/users/delete': get, '/subscribe': get };
    assert.deepEqual(asked(openapi({ paths: acting })), []);
    for (const url of [
      'https://evil.example',
      'http://169.254.169.254/latest',
      'http://[::1]/',
      'https://user:secret@site.example',
      'file:///etc',
    ])
      assert.deepEqual(asked(openapi({ servers: [{ url }] })), [], url);
  });

  it('ends where references lead in a circle', () => {
    const components = { schemas: { a: { $ref: '#/components/schemas/b' }, b: { $ref: '#/components/schemas/a' } } };
    const paths = {
      '/depots': { $ref: '#/paths/~1depots' },
      '/routes': { get: { parameters: [{ $ref: '#/components/schemas/a' }] } },
    };
    assert.deepEqual(asked(openapi({ components, paths })), [`GET ${ORIGIN}/api/v1/routes`]);
  });
});
