import { defined } from '../../../basics/defined.ts';
import type { LlmsTxtArtifact } from '../../model/llms-txt.ts';
import type { PageArtifact } from '../../model/page.ts';
import type { AgentLink } from '../../model/site.ts';
import { parseLinkHeader } from '../../parse/http-headers/link-header.ts';
import { defineCheck, fail, notApplicable, pass, unmeasured, warn } from '../define.ts';

export default defineCheck({
  id: 'S15',
  slug: 'link-headers',
  series: 'site',
  category: 'discovery',
  titles: {
    pass: 'The Link header names files for agents',
    fail: 'The Link header does not name files for agents',
    action: 'Send a Link header that names the files for agents',
  },
  why: 'An agent reads headers first. A Link header names llms.txt, the Markdown version, the sitemap or the API before the HTML is parsed.',
  rule: "Passes when the home page's Link header has a relation for agents (alternate for text/markdown, api-catalog, service-desc, service-doc, describedby, llms-txt, ai-catalog, sitemap, license) whose target answers 2xx. Warns about only broken or other targets, and when neither header nor head has such a link. Fails when the header cannot be parsed. Not applicable when the head has such a <link>.",
  sources: ['https://www.rfc-editor.org/rfc/rfc8288', 'https://www.rfc-editor.org/rfc/rfc9264'],
  needs: ['home', 'linkTargets', 'llmsTxt'],
  evaluate({ home, linkTargets: { links }, llmsTxt }) {
    if (!home.response.answered) return unmeasured('The home page could not be fetched.');
    const { finalUrl, headers } = home.response.answer;
    const inHeader = links.filter(({ declaredIn }) => declaredIn === 'header');
    const inHead = links.filter(({ declaredIn }) => declaredIn === 'head');
    const { links: all, malformedCount } = parseLinkHeader(headers.link ?? '');
    const evidence = {
      url: finalUrl,
      ...defined({ snippet: headers.link }),
    };
    const finding = {
      howToFix:
        'Send with the home page: Link: </llms.txt>; rel="describedby"; type="text/plain", </index.md>; rel="alternate"; type="text/markdown", naming only what answers 200.',
      evidence: { ...evidence, ...draftFor(home, llmsTxt) },
    };

    // The answer of a dead target proves what the header alone does not.
    const withTarget = ([link]: readonly AgentLink[]) =>
      link?.url === undefined
        ? finding
        : { ...finding, evidence: { ...finding.evidence, url: link.url, shows: 'status' as const } };
    const live = inHeader.find(isLive);
    if (live !== undefined)
      return pass(
        `The targets of the Link header answer 2xx (relations for agents: ${relations(inHeader)}).`,
        evidence,
      );
    if (all.length === 0 && malformedCount > 0) return fail('The Link header cannot be read.', finding);
    if (inHeader.some(isUnknown))
      return unmeasured('Whether the targets of the Link header answer could not be measured.', evidence);
    if (inHeader.length > 0)
      return warn(
        `No target in the Link header answers 2xx (relations for agents: ${relations(inHeader)}).`,
        withTarget(inHeader),
      );
    if (inHead.some(isLive))
      return notApplicable(`The head of the home page has such links (${relations(inHead)}), which do as well.`);
    if (inHead.some(isUnknown))
      return unmeasured('Whether the targets of the links in the head answer could not be measured.', evidence);
    if (inHead.length > 0)
      return warn(
        `No target of such a link in the head of the home page answers 2xx (${relations(inHead)}).`,
        withTarget(inHead),
      );
    return warn(
      all.length > 0
        ? 'The Link header has no relation that is for agents, and neither has the head.'
        : 'The home page sends no Link header, and its head has no link that is for agents.',
      finding,
    );
  },
});

const isLive = ({ status }: AgentLink): boolean => status !== undefined && status >= 200 && status <= 299;
const isUnknown = ({ url, status }: AgentLink): boolean => url !== undefined && status === undefined;

const relations = (links: readonly AgentLink[]): string =>
  [...new Set(links.map(({ relation }) => relation))].join(', ');

/** The header for what the scan found to be there. */
function draftFor({ markdown }: PageArtifact, { file }: LlmsTxtArtifact): { draft?: string } {
  const twin = markdown.attempts.find(({ via, isMarkdown }) => isMarkdown && via !== 'negotiation');
  const members = [
    file && `<${pathOf(file.probe.url)}>; rel="describedby"; type="text/plain"`,
    twin && `<${pathOf(twin.url)}>; rel="alternate"; type="text/markdown"`,
  ].filter((member) => member !== undefined);
  return members.length === 0 ? {} : { draft: `Link: ${members.join(', ')}\n` };
}

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};
