import { defineCheck, fail, notApplicable, pass, warn } from '../../define-check.ts';
import { listEvidence } from '../../mcp/list-evidence.ts';
import { mainStyle } from '../../mcp/naming.ts';
import { nearDescriptions, type Pair, sameDescriptions, twinNames } from '../../mcp/similar-tools.ts';

const SIMILAR = 0.8;
const SAME_STYLE_PERCENT = 90;

export default defineCheck({
  id: 'M12',
  slug: 'tools-distinguishable',
  series: 'mcp',
  category: 'tools',
  name: 'Tools can be told apart',
  why: 'A model chooses by name and description alone. Between two that say the same it guesses, and a mixture of naming styles makes it misspell.',
  rule: 'Passes when 90 % of the names of several words are in one style and no two tools are alike. Alike, and a warning: descriptions that share 80 % of their words (of the first 200 tools), and names that differ only in punctuation, case or a plural s. Two tools with the same description fail. Does not apply to fewer than two tools.',
  sources: [
    'https://modelcontextprotocol.io/specification/2026-07-28/server/tools',
    'https://www.anthropic.com/engineering/writing-tools-for-agents',
    'https://arxiv.org/abs/2602.14878',
  ],
  needs: ['handshake', 'tools'],
  evaluate({ handshake, tools }) {
    if (tools.length < 2) return notApplicable('The server lists fewer than two tools.');
    const same = sameDescriptions(tools);
    const near = nearDescriptions(tools, SIMILAR);
    const twins = twinNames(tools);
    const { style, others, of } = mainStyle(tools.map(({ name }) => name));
    const isMixed = others.length * 100 > (100 - SAME_STYLE_PERCENT) * of;

    const pairs = same.length > 0 ? same : [...twins, ...near];
    const list = listEvidence(handshake, 'tools/list');
    const evidence = { ...list, measured: pairs.length, threshold: 0, examples: pairs.map(inWords) };
    if (same.length > 0) {
      return fail(`${same.length} of ${tools.length} tools have the description of another tool.`, {
        howToFix: DESCRIBE,
        evidence,
      });
    }
    const faults = [
      near.length > 0 && `${count(near.length)} with nearly the same description`,
      twins.length > 0 && `${count(twins.length)} with nearly the same name`,
      isMixed && `${others.length} of ${of} names in another style than ${style}`,
    ].filter((fault) => fault !== false);
    if (faults.length === 0) return pass(`The ${tools.length} tools can be told apart.`, evidence);
    return warn(`Tools are hard to tell apart: ${faults.join(', ')}.`, {
      howToFix: [near.length + twins.length > 0 && DESCRIBE, isMixed && RENAME]
        .filter((fix) => fix !== false)
        .join(' '),
      evidence: pairs.length > 0 ? evidence : { ...list, measured: others.length, examples: others },
    });
  },
});

const DESCRIBE =
  'Say in each description when to use that tool and when its sibling, by name, or make one tool with a parameter of the two.';
const RENAME = 'Name all tools in one style, best in snake_case.';

const count = (pairs: number): string => `${pairs} ${pairs === 1 ? 'pair' : 'pairs'}`;
const inWords = ([one, other]: Pair): string => `${one} / ${other}`;
