import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createStatistics } from '../../../../src/sites/census/statistics.ts';
import { leaderboardFiles } from '../../../../src/web/leaderboard/leaderboard.ts';
import { type GradedRow, isGraded } from '../../../../src/web/leaderboard/ranked.ts';
import { censusRow } from '../../../support/census-row.ts';

const HOSTS = 450;

describe('a leaderboard', () => {
  const files = new Map<string, string>();
  before(() => {
    const statistics = createStatistics();
    const rows: GradedRow[] = [];
    for (let at = 0; at < HOSTS; at += 1) {
      const row = censusRow({
        host: `host-${String(at).padStart(3, '0')}.example`,
        score: at % 100,
        kind: at % 2 === 0 ? 'shop' : 'one page',
        robots_refuses: at % 3 === 0 ? ['GPTBot'] : [],
      });
      statistics.add(row);
      if (isGraded(row)) rows.push(row);
    }
    const site = {
      name: 'Hosts <&>',
      contact: 'mailto:a@b.example',
      pages: 10,
      statistics: statistics.statistics(),
      rows,
    };
    for (const { path, text } of leaderboardFiles(site)) files.set(path, text);
  });

  const page = (path: string): string => files.get(`${path.slice(1)}index.html`) ?? assert.fail(`no page ${path}`);

  it('has no link that leads nowhere', () => {
    for (const [path, text] of files) {
      if (!path.endsWith('.html')) continue;
      for (const [, href = ''] of text.matchAll(/(?:href|src)="(\/[^"#]*)/g)) {
        const target = href.endsWith('/') ? `${href.slice(1)}index.html` : href.slice(1);
        assert.ok(files.has(target), `${path}: ${href}`);
      }
    }
  });

  it('lists every host once by rank, in parts, without scripts', () => {
    const parts = ['/ranks/', '/ranks/2/', '/ranks/3/'].map(page);
    const listed = parts.flatMap((text) =>
      [...text.matchAll(/<th scope="row"><a href="\/hosts\/([^"/]+)\//g)].map(([, host]) => host),
    );
    assert.equal(listed.length, HOSTS);
    assert.equal(new Set(listed).size, HOSTS);
    assert.ok(!files.has('ranks/4/index.html'));
    assert.ok(page('/ranks/').includes('href="/ranks/2/"'));
  });

  it('lists hosts by kind and by name', () => {
    assert.match(page('/kinds/one-page/'), /225 hosts graded as one page/);
    assert.match(page('/names/h/'), /450 hosts whose name begins with h/);
  });

  it('gives hosts of the same score the same rank', () => {
    const ranks = [...page('/ranks/').matchAll(/<tr><td class="num">(\d+)<\/td>/g)].map(([, rank]) => Number(rank));
    assert.deepEqual(ranks.slice(0, 6), [1, 1, 1, 1, 5, 5]);
  });

  it('shows of each host its readers, losses, fixes and refusals', () => {
    const text = page('/hosts/host-003.example/');
    for (const words of [
      'Fetch tool',
      '<strong>80 %</strong>',
      '5 % is brought by scripts alone',
      '3.5 points',
      'GPTBot',
    ])
      assert.ok(text.includes(words), words);
  });

  it('explains its method and how to leave, and escapes all given text', () => {
    const text = page('/methodology/');
    assert.match(text, /User-agent: LegibleBot\nDisallow: \//);
    assert.match(text, /href="mailto:a@b\.example"/);
    assert.ok([...files].every(([path, html]) => !path.endsWith('.html') || html.includes('Hosts &lt;&amp;&gt;')));
  });

  it('has the hosts as CSV and for its search', () => {
    assert.equal(files.get('hosts.csv')?.trimEnd().split('\r\n').length, HOSTS + 1);
    const rows: unknown = JSON.parse(files.get('hosts.json') ?? '');
    assert.ok(Array.isArray(rows) && rows.length === HOSTS);
    assert.deepEqual(rows[0], [
      1,
      'host-099.example',
      '/hosts/host-099.example/',
      99,
      '90 %',
      'one page',
      false,
      false,
    ]);
  });
});
