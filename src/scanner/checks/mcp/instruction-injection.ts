import { injectionsIn } from '../../mcp/injected-text.ts';
import { pluralize } from '../../pluralize.ts';
import { defineCheck, fail, pass, warn } from '../define.ts';
import { gradedFindings, notAllRead } from './evidence.ts';

export default defineCheck({
  id: 'M25',
  slug: 'instruction-injection',
  series: 'mcp',
  category: 'safety',
  name: 'No text of the server commands the model',
  why: 'Whatever a server advertises is read by the model beside what the user asked. Text that commands instead of describing can turn it against that user, and directories refuse it.',
  rule: 'Every string and key that the server lists is read, with compatibility forms resolved and invisible characters left out. It fails when one overrides previous instructions, has the model hide something from the user, or sends secrets, files, the conversation or the system prompt somewhere. Warnings: tags such as <IMPORTANT>, a claim to come before any other tool, places where secrets are kept, "you must", ALWAYS or NEVER call, praise of itself (these three not in instructions), parameters for passwords, keys, card or identity numbers or one-time codes, such phrases quoted as examples, and text that could not be read: 2,097,152 characters are, to a depth of 64.',
  sources: [
    'https://invariantlabs.ai/blog/mcp-security-notification-tool-poisoning-attacks',
    'https://support.claude.com/en/articles/11697096-anthropic-mcp-directory-policy',
    'https://developers.openai.com/apps-sdk/app-submission-guidelines',
    'https://github.com/snyk/agent-scan',
  ],
  needs: ['handshake', 'advertised'],
  evaluate({ handshake, advertised }) {
    const { texts } = advertised;
    const seen = texts.flatMap((text) => injectionsIn(text).map((injected) => ({ at: text.path, ...injected })));
    const { grave, slight, evidence } = gradedFindings(handshake, seen);
    if (grave.length > 0) {
      return fail(`The model is commanded against its user in ${pluralize(grave.length, 'place')}.`, {
        howToFix: 'Remove what the findings quote. Describe what a tool does and needs; do not command the model.',
        evidence,
      });
    }
    if (slight.length > 0) {
      return warn(`The model is pressed, or asked for secrets, in ${pluralize(slight.length, 'place')}.`, {
        howToFix:
          'Turn commands into descriptions ("Use when ...", "Needs ... first"), and take secrets from the authorization of the connection instead of parameters.',
        evidence,
      });
    }
    return notAllRead(advertised, evidence) ?? pass(`None of ${texts.length} strings commands the model.`, evidence);
  },
});
