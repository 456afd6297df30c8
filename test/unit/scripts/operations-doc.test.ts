import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createMetrics } from '../../../src/http/monitoring.ts';

const document = readFileSync('docs/operations.md', 'utf8');
const [, yaml = ''] = /```yaml\n(groups:\n[\s\S]*?)```/.exec(document) ?? [];
/** One rule of the example, line by line: alert, expr, an optional for, a summary. */
const RULE =
  / {6}- alert: (Legible[A-Za-z]+)\n {8}expr: (.+)\n(?: {8}for: \d+[mh]\n)? {8}annotations: \{ summary: '[^'\n]+' \}\n/g;
const rules = [...yaml.matchAll(RULE)].map(([, alert = '', expr = '']) => ({ alert, expr }));
const jobs = { counts: async () => ({ waiting: 0, running: 0 }) };
const { text } = await createMetrics({ jobs, oldestWaitingAt: async () => undefined }).read();

/** Every sample name that the process can export. A histogram exports three. */
const exported = new Set(
  [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
  ),
);
const namesIn = (expression: string) =>
  expression.replace(/\{[^}]*\}|"[^"]*"/g, '').match(/\b(?:legible|nodejs|process)_[a-z0-9_]+\b/g) ?? [];

describe('docs/operations.md', () => {
  it('holds example alert rules and nothing else in their block', () => {
    assert.ok(rules.length >= 5, `${rules.length}`);
    assert.equal(yaml.replace(RULE, ''), 'groups:\n  - name: legible\n    rules:\n');
  });

  for (const { alert, expr } of rules) {
    it(`${alert} asks for metrics that exist`, () => {
      const names = namesIn(expr);
      // Prometheus itself adds `up`.
      if (!expr.startsWith('up{')) assert.ok(names.length > 0, expr);
      for (const name of names) assert.ok(exported.has(name), name);
    });
  }

  it('lists every metric of the service, and no other', () => {
    const listed = [...document.matchAll(/^\| `(legible_\w+)` \|/gm)].map(([, name]) => name);
    const own = [...text.matchAll(/^# TYPE (legible_\S+) /gm)].map(([, name]) => name);
    assert.deepEqual(listed.sort(), own.sort());
  });
});
