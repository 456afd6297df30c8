import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSkillsIndex } from '../../../../../src/scanner/parse/agent-files/agent-instructions.ts';

const DIGEST = `sha256:${'ab'.repeat(32)}`;
const SKILL = {
  name: 'restore-a-backup',
  type: 'skill-md',
  description: 'Restores',
  url: '/s/SKILL.md',
  digest: DIGEST,
};
const index = (
  skills: unknown,
  rest: object = { $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json' },
) => readSkillsIndex({ skills, ...rest });

describe('readSkillsIndex', () => {
  const rows: { when: string; given: ReturnType<typeof readSkillsIndex>; errors?: RegExp; warnings?: RegExp }[] = [
    { when: 'a valid one', given: index([SKILL, { ...SKILL, type: 'archive' }]) },
    { when: 'an empty one', given: index([]) },
    { when: 'no list', given: index({}), errors: /no list/ },
    { when: 'a text for a skill', given: index(['x']), errors: /no objects/ },
    { when: 'a name of 64', given: index([{ ...SKILL, name: 'a'.repeat(64) }]) },
    { when: 'a name of 65', given: index([{ ...SKILL, name: 'a'.repeat(65) }]), errors: /1 skill has no valid name/ },
    { when: 'capitals', given: index([{ ...SKILL, name: 'Restore' }]), errors: /name/ },
    { when: 'two hyphens', given: index([{ ...SKILL, name: 'a--b' }]), errors: /name/ },
    { when: 'a hyphen at the end', given: index([{ ...SKILL, name: 'a-' }]), errors: /name/ },
    { when: 'no description', given: index([{ ...SKILL, description: '' }]), errors: /description/ },
    { when: 'a description of 1,024', given: index([{ ...SKILL, description: 'x'.repeat(1024) }]) },
    { when: 'one more', given: index([{ ...SKILL, description: 'x'.repeat(1025) }]), errors: /description/ },
    {
      when: 'no address',
      given: index([{ ...SKILL, url: undefined }]),
      errors: /neither url nor files/,
      warnings: /no sha256/,
    },
    { when: 'another type', given: index([{ ...SKILL, type: 'zip' }]), errors: /type other/ },
    { when: 'no digest', given: index([{ ...SKILL, digest: undefined }]), warnings: /1 skill has no sha256/ },
    { when: 'a short digest', given: index([{ ...SKILL, digest: 'sha256:ab' }]), warnings: /no sha256/ },
    { when: 'no schema', given: index([SKILL], {}), warnings: /version 0\.1/ },
    {
      when: 'the draft with files',
      given: index([{ ...SKILL, url: undefined, type: undefined, files: [{ path: 'SKILL.md', digest: DIGEST }] }], {
        version: '0.2.0',
      }),
      warnings: /^it lists files[^;]*$/,
    },
    {
      when: 'the first draft',
      given: index([{ name: 'a', description: 'b', files: ['SKILL.md'] }], {}),
      warnings: /0\.1.*files.*no sha256/,
    },
  ];
  for (const { when, given, errors, warnings } of rows) {
    it(when, () => {
      assert.match(given.errors.join('; '), errors ?? /^$/);
      assert.match(given.warnings.join('; '), warnings ?? /^$/);
    });
  }

  it('says where a skill is and what it must hash to', () => {
    assert.deepEqual(index([{ ...SKILL, digest: DIGEST.toUpperCase().replace('SHA', 'sha') }]).skills, [
      { url: '/s/SKILL.md', digest: DIGEST },
    ]);
    const files = [
      { path: 'b.md', digest: DIGEST },
      { path: 'SKILL.md', digest: DIGEST.replaceAll('ab', 'cd') },
    ];
    assert.deepEqual(index([{ name: 'a', description: 'b', digest: DIGEST, files }]).skills, [
      { url: 'a/SKILL.md', digest: `sha256:${'cd'.repeat(32)}` },
    ]);
    assert.deepEqual(index([{ name: '../x', description: 'b', files: ['SKILL.md'] }]).skills, [
      { url: undefined, digest: undefined },
    ]);
  });
});
