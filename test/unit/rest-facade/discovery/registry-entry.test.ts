/**
 * /server.json by the rules of the MCP registry: those of its schema 2025-12-11, and those that publishing adds.
 * @see https://github.com/modelcontextprotocol/registry/tree/main/docs/reference/server-json
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as z from 'zod';
import { registryEntry } from '../../../../src/rest-facade/discovery/documents.ts';

const BASE_URL = 'https://legible.example.com';

/** Strict, although the schema ignores unknown members: here they would be misspelt ones. */
const Value = z.strictObject({
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  value: z.string().optional(),
});
const Header = Value.extend({ name: z.string().min(1), variables: z.record(z.string(), Value).optional() });
const PublicUrl = z.url({ protocol: /^https$/, hostname: /^(?!localhost$|127\.0\.0\.1$)(?!.*\.localhost$)/ });
const Entry = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .max(200)
    .regex(/^[a-zA-Z0-9][a-zA-Z0-9.-]*[a-zA-Z0-9]\/[a-zA-Z0-9][a-zA-Z0-9._-]*[a-zA-Z0-9]$/),
  title: z.string().trim().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/),
  websiteUrl: PublicUrl,
  remotes: z
    .array(z.strictObject({ type: z.literal('streamable-http'), url: PublicUrl, headers: z.array(Header).optional() }))
    .min(1),
});

describe('the entry for the MCP registry', () => {
  for (const baseUrl of [BASE_URL, `${BASE_URL}:8443`]) {
    it(`keeps the rules of the registry, with a name below the domain that publishing proves: ${baseUrl}`, () => {
      assert.equal(Entry.parse(registryEntry(baseUrl)).name, 'com.example.legible/legible');
    });
  }

  it('asks for each variable of a header as for a secret, and for nothing else', () => {
    const headers = Entry.parse(registryEntry(BASE_URL)).remotes.flatMap((remote) => remote.headers ?? []);
    assert.equal(headers.length, 1);
    for (const { value = '', variables = {} } of headers) {
      const named = [...value.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
      assert.deepEqual(named, Object.keys(variables));
      assert.ok(Object.values(variables).every(({ isSecret }) => isSecret === true));
    }
  });
});

describe('the rules', () => {
  const good = registryEntry(BASE_URL);
  const BROKEN: readonly [string, object][] = [
    ['an address of this machine', registryEntry('http://localhost:3000')],
    ['a long description', { ...good, description: 'x'.repeat(101) }],
    ['a name without a namespace', { ...good, name: 'legible' }],
    ['a range of versions', { ...good, version: '^1.0.0' }],
    ['a member of another name', { ...good, website: BASE_URL }],
  ];
  for (const [what, entry] of BROKEN) {
    it(`refuse ${what}`, () => assert.equal(Entry.safeParse(entry).success, false));
  }
});
