import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scanText } from '../../../src/cli/render.ts';
import type { Recipe } from '../../../src/library/articles.ts';
import type { Platform } from '../../../src/scanner/model/site-kind.ts';
import { agentPrompt } from '../../../src/scanner/reporters/agent-prompt.ts';
import { summary } from '../../../src/scanner/reporters/ci-reports.ts';
import { markdown } from '../../../src/scanner/reporters/markdown.ts';
import type { ScanRecord } from '../../../src/scans/scan-record.ts';
import type { Explanation } from '../../../src/schema/explanation.ts';
import { explainedLook } from '../../../src/tools/agent-scan/get-scan.ts';
import { agentScanText } from '../../../src/tools/agent-scan/text.ts';
import { withRecipes } from '../../../src/tools/present-scan.ts';
import { fixList } from '../../../src/web/report/report-page.ts';
import { gradedReport } from '../scanner/reporters/report-fixture.ts';

const recipe = (
  id: string,
  name: string,
  ...sections: readonly (readonly [heading: string, ...checkIds: string[]])[]
): Recipe => ({
  id,
  name,
  path: `/docs/recipes/${id}`,
  sections: sections.map(([heading, ...checkIds]) => ({
    heading,
    path: `/docs/recipes/${id}#${heading}`,
    checkIds,
    text: `${heading} on ${name}`,
  })),
});
const RECIPES = [
  recipe('nginx', 'nginx', ['missing', 'S9', 'P22'], ['types', 'L2']),
  recipe('hugo', 'Hugo', ['missing', 'S9'], ['markdown', 'P22', 'P23']),
];
const NAMED = [
  {
    ...recipe('nginx', 'nginx', ['redirects', 'S9']),
    sections: [
      {
        heading: 'redirects',
        path: '/docs/recipes/nginx#redirects',
        checkIds: ['S9'],
        text: 'server_name example.com www.example.com; return https://www.example.com$uri; # /etc/example.com.pem, my-example.com, example.com-old',
      },
    ],
  },
];
const PLATFORM: Platform = {
  generator: { id: 'hugo', name: 'Hugo', sign: 'generator tag' },
  host: { id: 'nginx', name: 'nginx', sign: 'header server' },
};

const { scan, explanation } = gradedReport();
assert.ok(explanation !== undefined);
const [first] = [...explanation.fixes, ...explanation.llmstxt.fixes];
assert.ok(first !== undefined);

/** An explanation with a fix for each of these checks. */
const withFixes = (platform: Platform | undefined, ...ids: readonly string[]): Explanation => ({
  ...explanation,
  ...(platform && { platform }),
  fixes: ids.map((checkId) => ({ ...first, checkId })),
  llmstxt: { ...explanation.llmstxt, fixes: [{ ...first, checkId: 'L2' }] },
});
const pathsOf = (given: Explanation) =>
  [...given.fixes, ...given.llmstxt.fixes].map((fix) => fix.recipe?.path.replace('/docs/recipes/', ''));

describe('the recipe of a fix', () => {
  it('is that of the server for what it decides, else that of the generator, where both have one', () => {
    const given = withRecipes(withFixes(PLATFORM, 'S9', 'P22'), RECIPES);
    assert.deepEqual(pathsOf(given), ['nginx#missing', 'hugo#markdown', 'nginx#types']);
    assert.equal(given.fixes[0]?.recipe?.text, 'missing on nginx');
  });

  it('is that of the other one where only that has it, and none where neither does', () => {
    const { generator } = PLATFORM;
    assert.ok(generator !== undefined);
    assert.deepEqual(pathsOf(withRecipes(withFixes({ generator }, 'S9', 'P10'), RECIPES)), [
      'hugo#missing',
      undefined,
      undefined,
    ]);
  });

  for (const [rootUrl, publicOrigin, main, other] of [
    ['https://shop.example/docs/', undefined, 'shop.example', 'www.shop.example'],
    ['https://www.shop.example/', undefined, 'www.shop.example', 'shop.example'],
    ['http://127.0.0.1:8080/', 'https://shop.example', 'shop.example', 'www.shop.example'],
    ['http://127.0.0.1:8080/', undefined, 'www.example.com', 'example.com'],
  ] as const) {
    it(`is written for ${main}: ${rootUrl}`, () => {
      const named =
        publicOrigin === undefined ? {} : { publicOrigin: { origin: publicOrigin, servedBy: rootUrl, namedBy: [] } };
      const given = withRecipes({ ...withFixes(PLATFORM, 'S9'), rootUrl, ...named }, NAMED);
      assert.equal(
        given.fixes[0]?.recipe?.text,
        `server_name ${other} ${main}; return https://${main}$uri; # /etc/example.com.pem, my-example.com, example.com-old`,
      );
    });
  }

  it('is absent where the platform is unknown', () => {
    const given = withFixes(undefined, 'S9');
    assert.equal(withRecipes(given, RECIPES), given);
  });
});

describe('reports of a site whose platform is known', () => {
  const shown = withRecipes(withFixes(PLATFORM, 'P23', 'P22', 'S9'), RECIPES);

  it('prompt for coding agents: the text of a recipe once, then the task that has it', () => {
    const text = agentPrompt.render({ scan, explanation: shown });
    assert.match(text, /Platform: built with Hugo \(generator tag\), served by nginx \(header server\)\./);
    assert.equal(text.split('markdown on Hugo').length, 2);
    assert.match(text, /## Task 2: P22[\s\S]*?Recipe: that of Task 1\./);
    assert.match(text, /Recipe for nginx:\n\nmissing on nginx\n/);
  });

  it('prompt for coding agents: no link to the web pages of this service', () => {
    const text = 'See [the guide](/docs/cli), [nginx](/docs/recipes/nginx#real-404s) and [Hugo](https://gohugo.io/).';
    const fixes = shown.fixes.map((fix) => ({
      ...fix,
      recipe: { platform: 'Hugo', path: '/docs/recipes/hugo', text },
    }));
    const prompt = agentPrompt.render({ scan, explanation: { ...shown, fixes } });
    const { checkId } = fixes[0] ?? assert.fail('no fix');
    assert.ok(
      prompt.includes(
        `See the guide, nginx (\`legible checks ${checkId} --platform nginx\`) and [Hugo](https://gohugo.io/).`,
      ),
      prompt,
    );
  });

  it('command line: the command that prints the recipe', () => {
    const text = scanText(
      { scan, explanation: shown },
      { columns: Number.POSITIVE_INFINITY, paint: (_, line) => line },
    );
    assert.match(text, /Hugo: legible checks P23 --platform hugo --site site\.example$/m);
    assert.match(text, /nginx: legible checks S9 --platform nginx --site site\.example$/m);
    assert.match(text, /^For llms\.txt:[\s\S]*nginx: legible checks L2 --platform nginx --site site\.example$/m);
    assert.doesNotMatch(text, /How to do it on your platform/);
    assert.match(
      scanText(
        { scan, explanation: withFixes(undefined, 'P18', 'S9'), hasRecipes: (id) => id === 'S9' },
        { columns: Number.POSITIVE_INFINITY, paint: (_, line) => line },
      ),
      /How to do it on your platform: legible checks S9$/,
    );
    assert.doesNotMatch(
      scanText(
        { scan, explanation: withFixes(undefined, 'P18'), hasRecipes: (id) => id === 'S9' },
        { columns: Number.POSITIVE_INFINITY, paint: (_, line) => line },
      ),
      /on your platform/,
      'few platforms have a recipe for it',
    );
  });

  it('Markdown and the summary of a pull request: the command behind the fix', () => {
    for (const reporter of [markdown, summary]) {
      const text = reporter.render({ scan, explanation: shown });
      assert.match(
        text,
        /^3\. \*\*S9 .* Recipe for nginx: `legible checks S9 --platform nginx --site site\.example`\.$/m,
      );
    }
    const text = markdown.render({ scan, explanation: shown });
    assert.match(text, /Of the llms\.txt score\n\n1\. .* Recipe for nginx: `legible checks L2 --platform nginx/);
  });

  it('no host that a shell or a configuration could misread is written into a command or a recipe', () => {
    const given = { ...withFixes(PLATFORM, 'S9'), rootUrl: "http://a'$(id).example/" };
    const [fix] = withRecipes(given, NAMED).fixes;
    assert.equal(fix?.recipe?.text, NAMED[0]?.sections[0]?.text);
    assert.match(
      markdown.render({ scan, explanation: withRecipes(given, NAMED) }),
      /`legible checks S9 --platform nginx`/,
    );
  });

  it('agents over MCP: one line that names the recipes, in at most 60 tokens with its copy in the data', async () => {
    // Nothing else of a record is read.
    const record = { rootUrl: scan.rootUrl, shareToken: 'token', status: 'completed' } as ScanRecord;
    const sizeOf = async (given: Explanation) => {
      const answer = await explainedLook(record, scan.id, given, 0);
      return { text: agentScanText(answer), characters: JSON.stringify([agentScanText(answer), answer]).length };
    };
    const [known, unknown] = [await sizeOf(shown), await sizeOf(withFixes(undefined, 'P23', 'P22', 'S9'))];
    assert.match(
      known.text,
      /Platform: Hugo, nginx\. How to fix it there: legible:\/\/recipes\/hugo, legible:\/\/recipes\/nginx/,
    );
    assert.ok(
      (known.characters - unknown.characters) / 4 <= 60,
      `${(known.characters - unknown.characters) / 4} tokens`,
    );
  });

  it('web: the recipe below its fix, with a link to all of the platform', () => {
    const html = fixList(shown).text;
    assert.match(
      html,
      /<summary>How to do it with nginx<\/summary>[\s\S]*?<p>missing on nginx<\/p>[\s\S]*?href="\/docs\/recipes\/nginx#missing"/,
    );
    assert.doesNotMatch(fixList(withFixes(undefined, 'S9')).text, /How to do it/);
  });
});
