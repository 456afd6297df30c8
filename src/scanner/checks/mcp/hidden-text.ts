import { hiddenTextIn } from '../../mcp/hidden-text.ts';
import { pluralize } from '../../pluralize.ts';
import { defineCheck, fail, pass, warn } from '../define.ts';
import { directoryVerdict } from './directory-rules.ts';
import { gradedFindings, notAllRead } from './evidence.ts';

export default defineCheck({
  id: 'M24',
  slug: 'hidden-text',
  series: 'mcp',
  category: 'safety',
  titles: {
    pass: 'The server hides no text from people',
    fail: 'The server hides text from people',
    action: 'Remove the hidden text',
  },
  why: 'A model reads characters that no person sees. Words hidden in them are how a tool smuggles instructions past the person who approved it.',
  rule: 'Every string and key that the server lists is looked at. Tag characters, direction controls, control characters other than tab and line breaks, runs of variation selectors, and 4 or more zero-width characters in one string fail; 1 to 3 of them, soft hyphens, and 200 or more base64 characters in a row are a warning, and so is text that could not be read: 2,097,152 characters are, to a depth of 64. Emoji, flags, images of icons, and the joiners of Arabic, Indic and other scripts are fine.',
  sources: [
    'https://www.unicode.org/reports/tr36/',
    'https://github.com/snyk/agent-scan',
    'https://modelcontextprotocol.io/specification/2025-11-25/server/tools#security-considerations',
  ],
  needs: ['handshake', 'advertised'],
  evaluate({ handshake, advertised }) {
    const { texts } = advertised;
    const seen = texts.flatMap(({ path, text }) => hiddenTextIn(text).map((hidden) => ({ at: path, ...hidden })));
    const { grave, slight, evidence: found } = gradedFindings(handshake, seen);
    const evidence = { ...found, directories: [directoryVerdict('hidden', grave.length === 0)] };
    if (seen.length === 0) {
      return (
        notAllRead(advertised, evidence) ?? pass(`Nothing is hidden in ${pluralize(texts.length, 'string')}.`, evidence)
      );
    }
    const howToFix =
      'Remove the characters that the findings show as \\u{...}: save the texts as plain UTF-8, and strip what is invisible from values that others wrote.';
    return grave.length > 0
      ? fail(`Text is hidden from people in ${pluralize(grave.length, 'place')}.`, { howToFix, evidence })
      : warn(`Characters that people cannot see, or read, stand in ${pluralize(slight.length, 'place')}.`, {
          howToFix,
          evidence,
        });
  },
});
