import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { BUDGETS } from '../../../src/auth/quotas.ts';
import { MIN_PASSWORD_LENGTH, SESSION_SECONDS } from '../../../src/auth/sign-in.ts';
import { readText } from '../../../src/library/article-text.ts';
import { type ArticleType, loadArticles, parseArticle } from '../../../src/library/articles.ts';
import { loadAsked, parseAsked } from '../../../src/library/asked.ts';
import { TIERS } from '../../../src/payments/offer.ts';
import { ALL_CHECKS } from '../../../src/scanner/checks/catalogue.ts';
import { evidenceFor, isGate, SITE_WEIGHTS } from '../../../src/scanner/checks/rubric.ts';
import { FAILURE_CAPS, MCP_RUBRIC, scoreMcp } from '../../../src/scanner/mcp/grade/score.ts';
import { READERS } from '../../../src/scanner/readers/readers.ts';
import { checkArticles } from '../../../src/tools/check-articles.ts';
import { TABS } from '../../../src/web/dashboard/frame.ts';
import { ASK_PAIRS } from '../../fixtures/ask-pairs.ts';

const WORDS = { min: 250, max: 1000 };
const WRITTEN_TYPES: readonly ArticleType[] = ['checks', 'llms-txt', 'methodology', 'page', 'recipe', 'specs'];

const articles = loadArticles();
const checkIds: readonly string[] = ALL_CHECKS.map(({ id }) => id);
const paths = new Set([...articles.map(({ path }) => path), ...checkIds.map((id) => `/docs/checks/${id}`)]);

/** Lines outside fenced code. */
function prose(body: string): string {
  let fence: string | undefined;
  const kept = body.split('\n').filter((line) => {
    const mark = /^(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark === undefined) return fence === undefined;
    if (fence === undefined) fence = mark;
    else if (mark === fence) fence = undefined;
    return false;
  });
  assert.equal(fence, undefined, 'a code fence is not closed');
  return kept.join('\n');
}
const linksIn = (text: string): string[] => [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => href);

describe('the written articles', () => {
  it('are many, of every type but check, which is generated', () => {
    assert.ok(articles.length >= 44);
    assert.deepEqual([...new Set(articles.map(({ itemType }) => itemType))].sort(), WRITTEN_TYPES);
  });

  it('differ in path, title and description', () => {
    for (const member of ['path', 'title', 'description'] as const) {
      assert.equal(new Set(articles.map((article) => article[member])).size, articles.length, member);
    }
  });

  for (const { path, title, description, keywords, sources, body } of articles) {
    describe(path, () => {
      const text = prose(body);

      it('introduces itself', () => {
        assert.ok(title.length <= 80 && !/^["']/.test(title), title);
        assert.ok(description.length <= 200 && description.endsWith('.'), description);
        assert.equal(new Set(keywords).size, keywords.length, 'a keyword stands there twice');
      });

      it('names its sources', () => {
        assert.ok(sources.length > 0);
        assert.equal(new Set(sources).size, sources.length);
        for (const source of sources) assert.equal(new URL(source).protocol, 'https:', source);
      });

      it('is of a length that can be read at once', () => {
        const count = body.split(/\s+/).length;
        assert.ok(count >= WORDS.min && count <= WORDS.max, `${count} words`);
      });

      it('has sections, and no heading of the first level', () => {
        assert.match(text, /^## /m);
        assert.doesNotMatch(text, /^# /m);
      });

      it('has no HTML outside code', () => {
        assert.doesNotMatch(text.replaceAll(/`[^`\n]*`/g, ''), /<\/?[a-z!]/i);
      });

      it('links to articles and checks that are there', () => {
        const links = linksIn(text.replaceAll(/`[^`\n]*`/g, ''));
        assert.ok(links.length > 0, 'it leads nowhere');
        assert.deepEqual(
          links.filter((href) => !paths.has(href)),
          [],
        );
        assert.ok(!links.includes(path), 'it links to itself');
      });
    });
  }
});

describe('the overviews of the series', () => {
  const bodyOf = (path: string): string => articles.find((article) => article.path === path)?.body ?? '';
  const sum = (ids: readonly string[]) =>
    Object.entries(SITE_WEIGHTS).reduce((total, [id, weight]) => total + (ids.includes(id) ? weight : 0), 0);
  const rows = [
    { path: '/docs/checks/site', series: 'S', says: 'a weight of 34 together' },
    { path: '/docs/checks/page', series: 'P', says: 'sum to 91' },
    { path: '/docs/checks/llms-txt', series: 'L', says: 'sum to 77' },
    { path: '/docs/checks/mcp', series: 'M', says: 'sum to 100' },
    { path: '/docs/checks/browser', series: 'B', says: 'sum to 100' },
  ];
  for (const { path, series, says } of rows) {
    it(`${path} names every check of the ${series} series`, () => {
      const body = bodyOf(path);
      const ids = checkIds.filter((id) => id.startsWith(series));
      assert.deepEqual(
        ids.filter((id) => !new RegExp(`\\b${id}\\b`).test(body)),
        [],
      );
      assert.ok(body.includes(says));
    });

    it(`${path} says in its head how many checks the ${series} series has`, () => {
      const ids = checkIds.filter((id) => id.startsWith(series));
      const last = Math.max(...ids.map((id) => Number(id.slice(1))));
      const { title = '', description = '', questions = [] } = articles.find((each) => each.path === path) ?? {};
      assert.ok(title.includes(`(${series}1 to ${series}${last})`), title);
      assert.ok(description.startsWith(`The ${ids.length} `), description);
      assert.ok(questions.includes(`What are ${series}1 to ${series}${last}?`), `${questions}`);
    });
  }

  it('name the weights of the rubric', () => {
    const conditional = ['S4', 'S17', 'S20', 'S21', 'S22', 'S23', 'S24', 'S25'];
    const ofSeries = (letter: string) => checkIds.filter((id) => id.startsWith(letter));
    assert.equal(sum(ofSeries('S').filter((id) => !conditional.includes(id))), 34);
    assert.equal(sum(ofSeries('P')), 91);
    assert.equal(sum(ofSeries('L')), 77);
    assert.equal(
      Object.values(MCP_RUBRIC.weights).reduce((total, weight) => total + weight, 0),
      100,
    );
  });

  it('describe them check by check, with the evidence of each weight', () => {
    const told = rows.flatMap(({ path }) =>
      [...bodyOf(path).matchAll(/^\| ([^|]+) \| [^|]+ \| ((?:(?:\d+|gate)(?: [A-D])?(?:, )?)+) \|$/gm)].flatMap(
        ([, first = '', last = '']) => {
          const ids = first.match(/\b[SPLM]\d+\b(?!\))/g) ?? [];
          const weights = last.split(', ');
          return ids.map((id, at) => ({ id, weight: weights[at] }));
        },
      ),
    );
    const words = (id: string) => `${isGate(id) ? 'gate' : SITE_WEIGHTS[id]} ${evidenceFor(id)}`;
    const ofMcp: Readonly<Record<string, number>> = MCP_RUBRIC.weights;
    assert.ok(told.length >= 75, `${told.length} rows`);
    for (const { id, weight } of told) assert.equal(weight, id in ofMcp ? String(ofMcp[id]) : words(id), id);
  });
});

describe('the article on the dashboard', () => {
  const body = articles.find(({ path }) => path === '/docs/dashboard')?.body ?? '';
  for (const [path] of TABS) it(`says what to do at ${path}`, () => assert.ok(body.includes(`| \`${path}\` |`)));
});

describe('the article on the score', () => {
  const body = articles.find(({ path }) => path === '/docs/methodology/scoring')?.body ?? '';
  const [, section = ''] = /\n## Which checks weigh most\n(.+?)\n## /s.exec(body) ?? [];

  it('names the heaviest checks of a site, and what they weigh', () => {
    const told = [...section.matchAll(/\[(P\d+|S\d+)\]\([^)]+\),(?: weight)? (\d+)\)/g)].map(([, id, weight]) => [
      id,
      Number(weight),
    ]);
    const ofSites = Object.entries(SITE_WEIGHTS).filter(([id]) => /^[SP]/.test(id));
    const heaviest = ofSites.sort(([, a], [, b]) => b - a).slice(0, told.length);
    assert.equal(told.length, 5);
    assert.deepEqual(new Map(told as [string, number][]), new Map(heaviest));
  });

  it('names the heaviest checks of an MCP server', () => {
    const { M14, M15, M16, M19, ...others } = MCP_RUBRIC.weights;
    assert.match(section, new RegExp(`M15, M16 and M19 have ${M15} each, and M14 has ${M14}\\.`));
    assert.deepEqual([M16, M19], [M15, M15]);
    assert.ok(Object.values(others).every((weight) => weight < M14));
  });
});

describe('the article on caps', () => {
  const body = articles.find(({ path }) => path === '/docs/methodology/caps')?.body ?? '';
  const [, ofMcp = ''] = body.split('## Caps of the MCP score');
  const rows = [...ofMcp.matchAll(/^\| ([^|]+) \| (\d+) \|$/gm)].map(([, when = '', limit]) => ({
    when,
    limit: Number(limit),
  }));

  it('names every check whose failure caps the MCP score, with the limit', () => {
    for (const { checks, limit } of FAILURE_CAPS) {
      const row = rows.find(({ when }) => checks.every((id) => new RegExp(`\\b${id}\\b`).test(when)));
      assert.equal(row?.limit, limit, checks.join());
    }
  });

  it('has a row for every cap of the MCP score', () => {
    const failed = FAILURE_CAPS.flatMap(({ checks }) => checks).map((id) => ({
      id,
      status: 'fail' as const,
      message: 'It fails.',
    }));
    const { caps } = scoreMcp(failed, {
      toolCount: 1000,
      searchesTools: false,
      contextTokens: 1_000_000,
      authorizationOnly: true,
      isPartlyUnread: true,
    });
    assert.deepEqual(rows.map(({ limit }) => limit).sort(), caps.map(({ limit }) => limit).sort());
  });
});

describe('the questions that ask must answer', () => {
  it('are many and distinct', () => {
    assert.ok(ASK_PAIRS.length >= 60);
    assert.equal(new Set(ASK_PAIRS.map(({ query }) => query)).size, ASK_PAIRS.length);
  });

  it('expect articles that are there', () => {
    const expected = ASK_PAIRS.flatMap(({ expect }) => expect);
    assert.deepEqual(
      expected.filter((path) => !paths.has(path)),
      [],
    );
  });
});

describe('figures in the articles on time, plans and warnings', () => {
  const bodyOf = (path: string): string => articles.find((article) => article.path === path)?.body ?? '';

  it('are those of the payments and limits', () => {
    const plans = bodyOf('/docs/plans');
    for (const { pageLimit, amount } of TIERS) {
      assert.ok(plans.includes(`up to ${pageLimit} pages | ${Number(amount) / 1_000_000} USDC`), String(pageLimit));
    }
  });

  it('are those of the quotas', () => {
    const { 'anonymous-scan': anonymous, 'start-scan': start, 'scan-mcp': mcp, ask } = BUDGETS;
    const plans = bodyOf('/docs/plans');
    assert.ok(plans.includes(`| ${anonymous[0].max} a day | ${anonymous[0].max} a day |`));
    assert.ok(plans.includes(`| ${start[1].max} a day |`));
    assert.ok(plans.includes(`${ask[0].max} questions a minute`));
    assert.ok(plans.includes(`${mcp[1].max} a day`));
  });

  it('name the credit of a warning', () => {
    assert.equal(MCP_RUBRIC.warnCredit, 0.5);
    assert.match(bodyOf('/docs/methodology/warnings'), /\| `warn` \| 0\.5 \|/);
  });
});

describe('figures in the articles on readers and accounts', () => {
  const bodyOf = (path: string): string => articles.find((article) => article.path === path)?.body ?? '';

  it('are those of the readers', () => {
    const body = bodyOf('/docs/methodology/readers');
    for (const { name, robotsTokens, pageChars } of READERS) {
      const row = body.split('\n').find((line) => line.startsWith(`| ${name} |`)) ?? '';
      assert.ok(row.includes(`| ${robotsTokens.join(', ')} |`), name);
      assert.ok(row.endsWith(`| ${pageChars.toLocaleString('en')} |`), name);
    }
    assert.match(body, /The search-fed assistant gets half/);
    assert.equal(READERS.find(({ id }) => id === 'search-assistant')?.excerptShare, 0.5);
  });

  it('are those of passwords and sessions', () => {
    const body = bodyOf('/docs/dashboard');
    assert.ok(body.includes(`at least ${MIN_PASSWORD_LENGTH} characters`));
    assert.ok(body.includes(`A session lasts ${SESSION_SECONDS / 3600} hours`));
  });
});

describe('the questions of the articles', () => {
  // A question of a user finds its article by the nearest of these: eight left too many ways to ask without a near one.
  it('are distinct, each of one article, and at least seven for each', () => {
    for (const { path, questions } of articles) assert.ok(questions.length >= 7, path);
    const asked = articles.flatMap(({ questions }) => questions.map((question) => question.toLowerCase()));
    const twice = asked.filter((question, at) => asked.indexOf(question) !== at);
    assert.deepEqual(twice, []);
  });
});

describe('the ways to ask for the articles', () => {
  const asked = loadAsked();
  const all = [...articles, ...checkArticles([])];

  it('are there for every written article', () => {
    const without = articles.filter(({ path }) => asked.of(path).flatMap(({ questions }) => questions).length < 8);
    assert.deepEqual(
      without.map(({ path }) => path),
      [],
    );
  });

  it('are under headings that their article has', () => {
    const unknown = all.flatMap(({ path, body }) => {
      const headings = ['', ...readText(body).headings];
      return asked.of(path).flatMap(({ heading }) => (headings.includes(heading) ? [] : [`${path}: ${heading}`]));
    });
    assert.deepEqual(unknown, []);
  });

  it('are distinct within an article, and differ from questions of other fields', () => {
    const elsewhere = new Set(asked.elsewhere.map((question) => question.toLowerCase()));
    assert.equal(elsewhere.size, asked.elsewhere.length);
    const wrong = all.flatMap(({ path }) => {
      const questions = asked.of(path).flatMap((section) => section.questions.map((each) => each.toLowerCase()));
      return questions
        .filter((question, at) => questions.indexOf(question) !== at || elsewhere.has(question))
        .map((question) => `${path}: ${question}`);
    });
    assert.deepEqual(wrong, []);
  });

  it('belong to an article, each file of them', () => {
    const files = readdirSync('src/library/asked', { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.txt'),
    );
    const paths = new Set(all.map(({ path }) => path));
    const stray = files.filter(
      (file) => file !== 'elsewhere.txt' && !paths.has(`/docs/${file.slice(0, -'.txt'.length)}`),
    );
    assert.deepEqual(stray, []);
  });
});

describe('parseAsked', () => {
  it('reads sections of a heading and one question a line', () => {
    assert.deepEqual(parseAsked('##\nwhat is it\n## A\nb\n\nc #2\n## D\n'), [
      { heading: '', questions: ['what is it'] },
      { heading: 'A', questions: ['b', 'c #2'] },
      { heading: 'D', questions: [] },
    ]);
  });
});

const place = { file: 'specs/a.md', itemType: 'specs', path: '/docs/specs/a' } as const;
const HEAD = [
  'title: A: the title',
  'description: What it is.',
  'questions: What is A? Why is it? Where is A, or B?',
  'sources: https://a.example/x, https://b.example/',
];
const textOf = (lines: readonly string[], body = 'Text.') => ['---', ...lines, '---', '', body, ''].join('\n');

describe('parseArticle', () => {
  it('reads front matter and body', () => {
    for (const text of [
      textOf([...HEAD, 'keywords: b, c d ,']),
      textOf([...HEAD, 'keywords: b, c d ,']).replaceAll('\n', '\r\n'),
    ]) {
      assert.deepEqual(parseArticle(text, place), {
        path: '/docs/specs/a',
        itemType: 'specs',
        title: 'A: the title',
        description: 'What it is.',
        questions: ['What is A?', 'Why is it?', 'Where is A, or B?'],
        keywords: ['b', 'c d'],
        sources: ['https://a.example/x', 'https://b.example/'],
        body: 'Text.',
      });
    }
  });

  for (const [what, text] of [
    ['expected front matter', 'Text.'],
    ['expected front matter', '---\ntitle: A\n'],
    ['expected one of title, description', textOf([...HEAD, 'titel: B'])],
    ['expected one of title, description', textOf([...HEAD, ''])],
    ['title: expected', textOf(HEAD.slice(1))],
    ['description: expected', textOf(['title: A', 'sources: https://a.example/'])],
    ['description: expected', textOf(['title: A', `description: ${'x'.repeat(201)}`, 'sources: https://a.example/'])],
    ['sources: expected', textOf(HEAD.slice(0, 3))],
    ['sources: expected', textOf([...HEAD.slice(0, 3), 'sources: http://a.example/'])],
    ['questions: expected 3 to 24', textOf(HEAD.filter((line) => !line.startsWith('questions')))],
    ['questions: expected 3 to 24', textOf([...HEAD, 'questions: What? Why? A, B'])],
    ['questions: expected 3 to 24', textOf([...HEAD, `questions: ${'What? '.repeat(25)}`])],
    ['expected Markdown', textOf(HEAD, '')],
  ] as const) {
    it(`refuses ${JSON.stringify(text.slice(0, 60))}: ${what}`, () => {
      assert.throws(() => parseArticle(text, place), new RegExp(`^Error: specs/a\\.md: ${what}`));
    });
  }
});

describe('loadArticles', () => {
  it('reads every folder, sorted by path, each path once', () => {
    const paths = loadArticles().map(({ path }) => path);
    assert.ok(paths.length >= 40);
    assert.deepEqual(paths, [...new Set(paths)].sort());
  });
});
