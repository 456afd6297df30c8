import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  ALL_CHECKS,
  BROWSER_CHECKS,
  catalogueOrder,
  LLMS_TXT_CHECKS,
  MCP_CHECKS,
  PAGE_CHECKS,
  SITE_CHECKS,
  wordsOf,
} from '../../../../src/scanner/checks/catalogue.ts';
import type { CheckDefinition } from '../../../../src/scanner/checks/define.ts';
import { SCAN_FAILURE } from '../../../../src/scanner/checks/define.ts';
import type { CheckOf } from '../../../../src/scanner/checks/run.ts';

type Words = Pick<CheckDefinition<string, 'site', never>, 'id' | 'slug' | 'category' | 'titles' | 'why' | 'rule'> & {
  readonly series: string;
  readonly sources: readonly string[];
  readonly needs: readonly string[];
};
const catalogue: readonly Words[] = ALL_CHECKS;
const SERIES = {
  site: { letter: 'S', folder: 'site', checks: SITE_CHECKS as readonly Words[] },
  llmsTxt: { letter: 'L', folder: 'llms-txt', checks: LLMS_TXT_CHECKS as readonly Words[] },
  page: { letter: 'P', folder: 'page', checks: PAGE_CHECKS as readonly Words[] },
  mcp: { letter: 'M', folder: 'mcp', checks: MCP_CHECKS as readonly Words[] },
  browser: { letter: 'B', folder: 'browser', checks: BROWSER_CHECKS as readonly Words[] },
};

/** Every file under checks/ that is a check (its default export has an id), by its path there. */
async function checkFiles(): Promise<Map<string, unknown>> {
  const root = join(import.meta.dirname, '../../../../src/scanner/checks');
  const found = new Map<string, unknown>();
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.ts')) continue;
    const { default: check }: { default?: unknown } = await import(
      `../../../../src/scanner/checks/${file.slice(0, -'.ts'.length)}.ts`
    );
    if (typeof check === 'object' && check !== null && 'id' in check) found.set(file, check);
  }
  return found;
}
const files = await checkFiles();

describe('the catalogue', () => {
  it('has every check file, once, where its slug and series say', () => {
    const expected = catalogue.map((check) => {
      const { folder } = Object.entries(SERIES).find(([series]) => series === check.series)?.[1] ?? { folder: '?' };
      return `${folder}/${check.slug}.ts`;
    });
    assert.deepEqual([...files.keys()], [...expected].sort());
    for (const [at, check] of catalogue.entries()) assert.equal(files.get(expected[at] ?? ''), check);
  });

  it('has no id twice', () => {
    const ids = catalogue.map(({ id }) => id);
    assert.deepEqual(ids, [...new Set(ids)]);
  });

  it('can be looked up, and so can the failure of a scan', () => {
    for (const check of catalogue) assert.equal(wordsOf(check.id), check);
    assert.equal(wordsOf(SCAN_FAILURE.id), SCAN_FAILURE);
    assert.equal(wordsOf('S999'), undefined);
    assert.ok(!catalogue.some(({ id }) => id === SCAN_FAILURE.id));
  });

  it('sorts objects with its ids, and leaves unknown ids at the end in their order', () => {
    const given = [{ id: 'X2' }, { id: 'X1' }, ...catalogue.map(({ id }) => ({ id })).reverse()];
    assert.deepEqual(
      given.sort(catalogueOrder).map(({ id }) => id),
      [...catalogue.map(({ id }) => id), 'X2', 'X1'],
    );
  });
});

for (const [series, { letter, checks }] of Object.entries(SERIES)) {
  describe(`the ${series} series`, () => {
    it('counts upwards under its letter', () => {
      const numbers = checks.map(({ id }) => {
        assert.match(id, new RegExp(`^${letter}[1-9]\\d?$`));
        return Number(id.slice(1));
      });
      assert.deepEqual(
        numbers,
        [...new Set(numbers)].sort((a, b) => a - b),
      );
    });
    it('holds checks of its own only', () => {
      assert.deepEqual(
        checks.filter((check) => check.series !== series),
        [],
      );
    });
  });
}

describe('the words of a check', () => {
  for (const { id, slug, titles, why, rule, sources } of catalogue) {
    it(`${id} ${slug}`, () => {
      assert.match(slug, /^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      for (const title of Object.values(titles)) assert.match(title, /^\S.{8,78}[^\s.!?]$/, `title: ${title}`);
      assert.equal(new Set(Object.values(titles)).size, 3);
      assert.match(why, /^\S.{20,}[^\s.]\.$/, `why: ${why}`);
      assert.match(rule, /^\S.{20,}[^\s.]\.$/, `rule: ${rule}`);
      assert.ok(sources.length > 0);
      for (const source of sources) {
        assert.equal(new URL(source).protocol, 'https:');
        assert.equal(source.trim(), source);
      }
    });
  }
});

describe('what a check needs', () => {
  for (const { id, needs } of catalogue) {
    it(`${id} needs something, and nothing twice`, () => {
      assert.ok(needs.length > 0);
      assert.deepEqual(needs, [...new Set(needs)]);
    });
  }
  const pageChecks: readonly CheckOf<'page'>[] = PAGE_CHECKS;
  for (const { id, needs } of pageChecks) {
    it(`${id} needs the page while it is read, or its digest when all are`, () => {
      const early = needs.includes('page');
      const late = needs.includes('digest') || needs.includes('crawl') || needs.includes('accessibility');
      assert.notEqual(early, late, needs.join(', '));
    });
  }
});
