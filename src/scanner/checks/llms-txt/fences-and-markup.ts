import { siteAttackIn } from '../../mcp/injection/judge.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { evidenceOf } from '../evidence.ts';

const MAX_HTML_SHARE = 0.05;
const MAX_SNIPPET = 200;
/** All of Unicode's control characters, less tab, line feed and carriage return. */
const CONTROL = /[^\P{Cc}\t\n\r]/gu;

export default defineCheck({
  id: 'L14',
  slug: 'fences-and-markup',
  series: 'llmsTxt',
  category: 'llmstxt-structure',
  titles: {
    pass: 'llms.txt is clean Markdown',
    fail: 'llms.txt contains broken or foreign markup',
    action: 'Clean up the Markdown of llms.txt',
  },
  why: 'After an unclosed code fence, parsers take links and headings for code. HTML tags and broken characters waste tokens.',
  rule: "Passes when none of these faults occurs. Fails with an unclosed code fence or invalid UTF-8. Warns when HTML tags outside code exceed 5 % of the bytes, and about control characters or orders against the agent's user.",
  sources: ['https://spec.commonmark.org/0.31.2/#fenced-code-blocks', 'https://llmstxt.org/'],
  needs: ['llmsTxt'],
  evaluate({ llmsTxt: { file } }) {
    if (file === undefined) return notApplicable('There is no llms.txt.');
    const { probe, parsed } = file;
    const evidence = evidenceOf(probe);
    if (parsed.unclosedFenceLine !== undefined) {
      return fail(`The code fence in line ${parsed.unclosedFenceLine} is never closed.`, {
        howToFix: `Close the fence of line ${parsed.unclosedFenceLine} by a line of the same characters, at least as many, and nothing else.`,
        evidence: { ...evidence, lines: [parsed.unclosedFenceLine] },
      });
    }
    if (!probe.validUtf8) {
      return fail('llms.txt is not valid UTF-8.', {
        howToFix: 'Save the file as UTF-8, and serve it with "charset=utf-8".',
        evidence: { ...evidence, shows: 'encoding' },
      });
    }
    const attack = siteAttackIn(probe.text);
    if (attack !== undefined) {
      return warn(`llms.txt commands agents against their user: it ${attack.says}.`, {
        howToFix: 'Remove what the evidence quotes; if you did not write it, look for a break-in.',
        evidence: {
          ...evidence,
          snippet: probe.text.slice(attack.at, attack.at + MAX_SNIPPET),
          lines: [probe.text.slice(0, attack.at).split('\n').length],
        },
      });
    }
    const share = probe.bodyBytes === 0 ? 0 : parsed.rawHtmlBytes / probe.bodyBytes;
    const isMarkedUp = share > MAX_HTML_SHARE;
    const controls = probe.text.match(CONTROL)?.length ?? 0;
    if (isMarkedUp || controls > 0) {
      const faults = [
        ...(isMarkedUp ? [`HTML tags make up ${(share * 100).toFixed(1)} % of its bytes`] : []),
        ...(controls > 0 ? [`it holds ${controls} control ${controls === 1 ? 'character' : 'characters'}`] : []),
      ];
      return warn(`llms.txt is not clean: ${faults.join(', and ')}.`, {
        howToFix: 'Write plain Markdown: turn HTML into lists, links and headings, and remove control characters.',
        evidence: isMarkedUp
          ? { ...evidence, measured: Number(share.toFixed(3)), threshold: MAX_HTML_SHARE }
          : { ...evidence, measured: controls, threshold: 0 },
      });
    }
    return pass('llms.txt is clean Markdown in UTF-8.', evidence);
  },
});
