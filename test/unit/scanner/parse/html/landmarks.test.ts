import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PageFacts } from '../../../../../src/scanner/parse/html/page-facts.ts';
import { factsOf } from './facts-of.ts';

const NONE: PageFacts['landmarks'] = { mains: 0, articles: 0, mainWords: 0, articleWords: 0 };

describe('landmarks', () => {
  const rows: readonly (readonly [html: string, found: Partial<PageFacts['landmarks']>])[] = [
    ['<p>one two</p>', {}],
    ['zero<main>one two</main>', { mains: 1, mainWords: 2 }],
    ['<div role=" Main ">one two</div>', { mains: 1, mainWords: 2 }],
    ['<main role=main>one<div role=main>two</div></main>', { mains: 1, mainWords: 2 }],
    ['<main>one</main><main>two three</main>', { mains: 2, mainWords: 3 }],
    ['<main>one</main><main hidden>two three</main>', { mains: 1, mainWords: 1 }],
    ['<main>one</main><div aria-hidden=true><main>two</main></div>', { mains: 1, mainWords: 1 }],
    ['<main>one<nav>two three</nav><header>four</header></main>', { mains: 1, mainWords: 2 }],
    ['<main>one<article>two</article></main>', { mains: 1, mainWords: 2, articles: 1, articleWords: 1 }],
    ['<article>one<article>a comment</article></article>', { articles: 1, articleWords: 3 }],
    [
      '<article>one</article><ol><li class="comment even"><article>two</article></ol>',
      { articles: 1, articleWords: 1 },
    ],
    ['<article>one</article><article class=comment-body>two</article>', { articles: 1, articleWords: 1 }],
    ['<div role=article>one</div><article>two</article>', { articles: 2, articleWords: 2 }],
    ['<article role=main>one two</article>', { mains: 1, mainWords: 2 }],
    ['<aside><article>one</article></aside><nav><article>two</article></nav>', {}],
  ];
  for (const [html, found] of rows) {
    it(html, () => assert.deepEqual(factsOf(html).landmarks, { ...NONE, ...found }));
  }
});
