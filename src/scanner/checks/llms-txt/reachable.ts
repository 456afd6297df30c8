import type { Probe } from '../../model/http.ts';
import type { LlmsTxtArtifact } from '../../model/llms-txt.ts';
import type { Outcome } from '../../model/result.ts';
import { defineCheck, fail, pass, unmeasured, warn } from '../define.ts';
import { evidenceOf } from '../evidence.ts';

const MIN_CHARACTERS = 50;

export default defineCheck({
  id: 'L1',
  slug: 'reachable',
  series: 'llmsTxt',
  category: 'llmstxt-structure',
  titles: {
    pass: 'llms.txt answers 200 with text',
    fail: 'llms.txt does not answer 200 with text',
    action: 'Serve llms.txt directly, with status 200',
  },
  why: 'An agent requests llms.txt once. It takes redirects to another host, errors and HTML as "there is none".',
  rule: 'Passes with a 200 of at least 50 characters that is not HTML, on the same host, after at most one redirect. Warns about more redirects or another host. Fails otherwise.',
  sources: ['https://llmstxt.org/'],
  needs: ['llmsTxt'],
  evaluate({ llmsTxt }) {
    if (llmsTxt.file === undefined) return absent(llmsTxt);
    const { probe, parsed } = llmsTxt.file;
    const evidence = evidenceOf(probe);
    if (probe.status !== 200) {
      return fail(`llms.txt answers ${probe.status} instead of 200.`, {
        howToFix: 'Answer a plain GET of /llms.txt with status 200 and the text itself.',
        evidence,
      });
    }
    if (parsed.charCount < MIN_CHARACTERS) {
      return fail(`llms.txt has only ${parsed.charCount} characters, which cannot tell an agent anything.`, {
        howToFix: 'Write at least "# Name", "> what the site is" and one "## Section" with a list of links.',
        evidence: { ...evidence, measured: parsed.charCount, threshold: MIN_CHARACTERS, shows: 'characters' },
      });
    }
    const way = { url: probe.url, shows: 'redirects' } as const;
    if (new URL(probe.url).host !== new URL(probe.finalUrl).host) {
      return warn('llms.txt redirects to another host, which careful agents do not follow.', {
        howToFix: 'Serve the text itself under /llms.txt on the host of the site.',
        evidence: { ...evidence, ...way },
      });
    }
    if (probe.hops.length > 1) {
      return warn(`llms.txt takes ${probe.hops.length} redirects.`, {
        howToFix: 'Serve the text itself at /llms.txt, or reach it with one 301 or 308.',
        evidence: { ...evidence, ...way, measured: probe.hops.length, threshold: 1 },
      });
    }
    return pass('llms.txt answers 200 with text.', evidence);
  },
});

function absent({ candidates }: LlmsTxtArtifact): Outcome {
  const lost = candidates.find((probe) => !probe.answered && probe.failure.code !== 'robots');
  if (lost !== undefined && !lost.answered) {
    return unmeasured(`Whether there is an llms.txt could not be measured: ${lost.failure.message}`, evidenceOf(lost));
  }
  const shown = candidates.find((probe) => !probe.answered || (probe.status !== 404 && probe.status !== 410));
  return fail(shown === undefined ? 'There is no llms.txt.' : `There is no llms.txt to read: ${whatOf(shown)}.`, {
    howToFix:
      'Serve /llms.txt as 200 text/plain in UTF-8; let no page fallback, login, firewall or robots.txt rule stand before it.',
    ...(candidates[0] === undefined ? {} : { evidence: evidenceOf(shown ?? candidates[0]) }),
  });
}

function whatOf(probe: Probe): string {
  if (!probe.answered) return 'robots.txt keeps our bot from it';
  const { status, isHtml, isControl } = probe;
  if (status < 200 || status > 299) return `its address answers ${status}`;
  if (isHtml) return `its address answers ${status} with an HTML page`;
  return isControl ? 'its address answers what the site gives for unknown names' : `its address answers ${status}`;
}
