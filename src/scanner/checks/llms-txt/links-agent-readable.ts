import type { LlmsLink } from '../../model/llms-txt.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { evidenceOf } from '../evidence.ts';

const PASS_SHARE = 0.9;
const WARN_SHARE = 0.3;
/** Targets that are no pages, or of unknown form, have no worth and leave the share. */
const WORTH: Partial<Record<NonNullable<LlmsLink['form']>, number>> = { text: 1, 'html-with-twin': 0.5, html: 0 };

export default defineCheck({
  id: 'L8',
  slug: 'links-agent-readable',
  series: 'llmsTxt',
  category: 'llmstxt-content',
  titles: {
    pass: 'Links in llms.txt lead to text that agents can read',
    fail: 'Links in llms.txt lead to pages that agents read poorly',
    action: 'Link llms.txt to Markdown or to server-rendered pages',
  },
  why: 'HTML costs an agent several times the tokens of the same page in Markdown. llms.txt can link to the Markdown.',
  rule: 'Counts the links to pages of this site that answer Markdown or plain text. HTML with a Markdown version elsewhere counts half. JSON, YAML, XML, PDF and other files do not count. Passes from 90 %. Warns from 30 %. Fails below.',
  sources: ['https://llmstxt.org/', 'https://www.rfc-editor.org/rfc/rfc7763'],
  needs: ['llmsTxt', 'llmsLinks'],
  evaluate({ llmsTxt: { file }, llmsLinks: { sample } }) {
    if (file === undefined) return notApplicable('There is no llms.txt.');
    const pages = sample.flatMap((link) => {
      const worth = link.isExternal || link.form === undefined ? undefined : WORTH[link.form];
      return worth === undefined ? [] : [{ ...link, worth }];
    });
    if (pages.length === 0) return notApplicable('llms.txt links to no page of this site that could be tested.');
    const share = pages.reduce((sum, { worth }) => sum + worth, 0) / pages.length;
    const html = pages.filter(({ worth }) => worth < 1).sort((a, b) => a.worth - b.worth);
    const withTwin = html.filter(({ worth }) => worth > 0).length;
    const evidence = {
      ...(html[0] === undefined ? evidenceOf(file.probe) : { url: html[0].url }),
      measured: Number(share.toFixed(3)),
      threshold: PASS_SHARE,
      examples: html.map(({ url }) => url),
    };
    if (share >= PASS_SHARE) {
      const good = pages.find(({ worth }) => worth === 1);
      return pass(`${pages.length - html.length} of ${pages.length} followed links answer Markdown or text.`, {
        ...evidence,
        ...(good === undefined ? {} : { url: good.url, request: { accept: 'text/markdown' } }),
      });
    }
    const message = `${html.length} of ${pages.length} followed links lead to HTML, ${withTwin} of them to pages that have a Markdown version.`;
    const finding = {
      howToFix:
        withTwin > 0
          ? 'Link to the Markdown versions (the .md URLs) of the pages instead of the pages themselves.'
          : 'Publish each page as Markdown too, under its URL with .md or for "Accept: text/markdown", and link to that.',
      evidence,
    };
    return share >= WARN_SHARE ? warn(message, finding) : fail(message, finding);
  },
});
