import { injectionsIn } from '../../mcp/injected-text.ts';
import { pluralize } from '../../pluralize.ts';
import { defineCheck, fail, pass, warn } from '../define.ts';
import { directoryVerdict } from './directory-rules.ts';
import { gradedFindings, notAllRead } from './evidence.ts';

export default defineCheck({
  id: 'M25',
  slug: 'instruction-injection',
  series: 'mcp',
  category: 'safety',
  titles: {
    pass: 'No text of the server gives orders to the model',
    fail: 'Text of the server gives orders to the model',
    action: 'Remove the text that gives orders to the model',
  },
  why: 'The model reads all text that a server advertises together with the user’s request. Text that commands instead of describing can turn it against that user, and directories refuse it.',
  rule: 'Every string and key that the server lists is read as a model reads it: look-alike letters, entities, invisible characters and one layer of base64, hexadecimal digits or turned letters resolved. In windows of three sentences, signals are looked for: a text overrides earlier instructions, speaks as a system, conceals something from the user, skips consent, names places of secrets or the conversation, has something sent, commands other tools, lasts beyond its call, and others, in several languages. A combination that no honest description holds fails; so does a window that a scorer trained on known attacks finds to be one and that holds such a signal. Warnings: one such signal alone, praise over other tools, phrases of attacks quoted as examples, parameters for passwords, keys, card or identity numbers or one-time codes, and text that could not be read: 2,097,152 characters are, to a depth of 64.',
  sources: [
    'https://invariantlabs.ai/blog/mcp-security-notification-tool-poisoning-attacks',
    'https://support.claude.com/en/articles/11697096-anthropic-mcp-directory-policy',
    'https://developers.openai.com/apps-sdk/app-submission-guidelines',
    'https://github.com/snyk/agent-scan',
  ],
  needs: ['handshake', 'advertised'],
  wants: ['tools'],
  evaluate({ handshake, advertised, tools }) {
    const { texts } = advertised;
    const { grave, slight, evidence: found } = gradedFindings(handshake, injectionsIn(texts, tools));
    const evidence = { ...found, directories: [directoryVerdict('commands', grave.length === 0)] };
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
